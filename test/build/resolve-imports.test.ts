import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const projectFolder = join(import.meta.dirname, '..', '..');
const resolver = pathToFileURL(join(projectFolder, 'build', 'running', 'resolve-imports.ts')).href;

/** Prints every loaded file and its format when the process ends. */
const recorderModule = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const found = next(url, context);
      loaded.add(found.format + ' ' + url);
      return found;
    },
  });
  process.on('exit', () => process.stdout.write([...loaded].join('\\n')));
`)}`;

/** Lists the files loaded for a command that needs all areas, by Node alone or with a preloaded module. */
async function listLoaded(...before: readonly string[]): Promise<Set<string>> {
  const imports = [recorderModule, ...before].flatMap((file) => ['--import', file]);
  const words = [join(projectFolder, 'src', 'main.ts'), 'openapi', '--out', '/dev/null'];
  const { stdout } = await promisify(execFile)(process.execPath, [...imports, ...words], { cwd: tmpdir() });
  return new Set(stdout.split('\n').filter((line) => !line.endsWith(resolver) && !line.includes(' data:')));
}

test('bundles the same files that Node would load, with the same content', async () => {
  const [byNode, byResolver] = await Promise.all([listLoaded(), listLoaded(resolver)]);
  assert.ok([...byNode].some((line) => line.includes('/src/app/areas.ts')));
  assert.ok([...byNode].some((line) => line.includes('/drizzle-orm/')));
  assert.deepEqual(byResolver, byNode);
});
