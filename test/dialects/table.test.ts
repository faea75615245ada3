import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = import.meta.dirname;
const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (.+?) \|.*\| `(.+?)`: (.+) \|$/gm);

test('each difference that existing apps meet names a test that exists', () => {
  const named = [...rows].map(([, difference, file = '', title = '']) => ({ difference, file, title }));
  assert.ok(named.length >= 30);
  const missing = named.filter(({ file, title }) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return ![`test('${title}'`, `test(\`${title} `].some((start) => text.includes(start));
  });
  assert.deepEqual(missing, []);
});
