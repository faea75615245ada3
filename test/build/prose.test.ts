import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readGlossary } from '../../build/prose/glossary.ts';
import { readProse } from '../../build/prose/read-prose.ts';
import { findRetiredWords } from '../../build/prose/retired-words.ts';

const project = mkdtempSync(join(tmpdir(), 'gangway-test-'));
after(() => rmSync(project, { recursive: true, force: true }));

test('distinguishes comments, texts and names, also inside templates', () => {
  const code = `/** Why. */\nconst a = /it's/.test('one') ? \`two \${b('three')} four\` : "five"; // Because.\n`;
  assert.deepEqual(
    readProse(code).map(({ kind, text, line }) => `${line} ${kind} ${text}`),
    [
      ...['1 comment /** Why. */', '2 name a', '2 name test', '2 text one', '2 text two ', '2 name b'],
      ...['2 text three', '2 text  four', '2 text five', '2 comment // Because.'],
    ],
  );
});

test('retired words are found in comments, texts, names and documents, with their lines', () => {
  mkdirSync(join(project, 'src'));
  writeFileSync(
    join(project, 'src', 'a.ts'),
    `// Made\n/* made\n   anew. */\nconst isTold = \`for \${'whoever'}\`;\nlet letGo;\n`,
  );
  writeFileSync(join(project, 'src', 'b.md'), '# Fine\n\nIt stands in the list.\n');
  assert.deepEqual(
    findRetiredWords(project, ['src']).map(({ file, line, word }) => `${file}:${line} ${word}`),
    ['src/a.ts:3 anew', 'src/a.ts:4 isTold', 'src/a.ts:4 whoever', 'src/a.ts:5 let Go', 'src/b.md:3 stands in'],
  );
});

test('the glossary rules out synonyms, also in the plural', () => {
  const [thread, ...others] = readGlossary(
    '# Words\n\n- **thread**: a title with posts. Not: topic, forum topic.\n- **post**: a text.\n',
  );
  assert.deepEqual([thread?.term, others], ['thread', []]);
  assert.deepEqual('No topics here'.match(thread?.words ?? /$^/), ['topics']);
});
