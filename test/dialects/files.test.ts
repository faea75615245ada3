import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { createQuickFolder } from '../support/memory-folder.ts';
import { harbourFile } from './ship.ts';

const dataFolder = await createQuickFolder();
after(() => rm(dataFolder, { recursive: true, force: true }));
const app = await startTestApp({ dataFolder });
mkdirSync(join(dataFolder, 'dialects'));
const getDialectPath = (name: string) => join(dataFolder, 'dialects', name);

/** Returns the service's error about these files; undefined if it accepts them. */
async function readDialectError(files: Record<string, string>): Promise<string | undefined> {
  for (const [name, text] of Object.entries(files)) writeFileSync(getDialectPath(name), text);
  try {
    app.readDialects();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    for (const name of Object.keys(files)) await rm(getDialectPath(name));
  }
}

const joinLines = (...text: string[]) => `${text.join('\n')}\n`;

const faultyFiles: Record<string, { text: string; says: RegExp }> = {
  'no JSON': { text: joinLines('{', '  "paths": {', '    oops'), says: /line 3: this is not JSON/ },
  'an end that is missing': { text: joinLines('{', '  "paths": {'), says: /line \d: this is not JSON/ },
  'no object': { text: '[]', says: /line 1: the file must be an object/ },
  'an unknown section': { text: joinLines('{', '  "colours": {}', '}'), says: /line 2: colours is not known here/ },
  'a section of another form': { text: joinLines('{', '  "paths": []', '}'), says: /line 2: paths must be an object/ },
  'a name that is there twice': {
    text: joinLines('{', '  "paths": { "/chirps": "/microblog",', '    "/chirps": "/forum" }', '}'),
    says: /line 3: paths → \/chirps is there twice/,
  },
  'no address': {
    text: joinLines('{', '  "paths": {', '    "/chirps": "microblog"', '  }', '}'),
    says: /line 3: paths → \/chirps must be an address such as \/chirps/,
  },
  'an address that leads nowhere': {
    text: joinLines('{', '  "paths": {', '    "/chirps": "/chirping"', '  }', '}'),
    says: /line 3: paths → \/chirps leads to \/chirping, which none of our addresses has as a prefix/,
  },
  'an address that hides ours': {
    text: joinLines('{', '  "paths": { "/forum": "/microblog" }', '}'),
    says: /line 2: paths → \/forum would hide our own addresses/,
  },
  'a field that no record has': {
    text: joinLines('{', '  "fields": { "out": {', '    "FeedPostData.nothing": "chirpID"', '  } }', '}'),
    says: /line 3: fields → out → FeedPostData\.nothing is not one of our fields/,
  },
  'a sent field among received ones': {
    text: joinLines('{', '  "fields": { "in": { "FeedPostData.postID": "chirpID" } }', '}'),
    says: /line 2: fields → in → FeedPostData\.postID is not one of our fields/,
  },
  'a field without its record': {
    text: joinLines('{', '  "fields": { "out": { "postID": "chirpID" } }', '}'),
    says: /line 2: fields → out → postID must be RECORD\.FIELD/,
  },
  'a parameter that no call has': {
    text: joinLines('{', '  "words": [', '    { "fields": [', '      "?nothing"', '    ], "words": {} }', '  ]', '}'),
    says: /line 4: words → 0 → fields → 0 \(\?nothing\) is not one of our fields or parameters/,
  },
  'a word with spaces': {
    text: joinLines('{', '  "words": [{ "fields": ["*.accessLevel"], "words": { "devteam": "the crew" } }]', '}'),
    says: /line 2: .*devteam must be a word/,
  },
  'a feature that does not exist': {
    text: joinLines('{', '  "features": {', '    "feed": "chirps"', '  }', '}'),
    says: /line 3: features → feed is not a feature/,
  },
  'an app in capitals': {
    text: joinLines('{', '  "apps": [', '    "Harbour"', '  ]', '}'),
    says: /line 3: apps → 0 must be/,
  },
  'a sign of nothing': {
    text: joinLines('{', '  "client": [{}]', '}'),
    says: /line 2: client → 0 must have either a header/,
  },
  'a default that is no flag': {
    text: joinLines('{', '', '  "isDefault": "yes"', '}'),
    says: /line 3: isDefault must be true or false/,
  },
  'a sign-in without a cookie': {
    text: joinLines('{', '  "signIn": { "path": "/enter" }', '}'),
    says: /line 2: signIn → cookie is missing/,
  },
  'a page address with spaces': {
    text: joinLines('{', '  "pages": {', '    "/a b": "/feed"', '  }', '}'),
    says: /line 3: pages → \/a b must be an address/,
  },
};

for (const [title, { text, says }] of Object.entries(faultyFiles)) {
  test(`a dialect with ${title} is rejected, naming the line (decision 92)`, async () => {
    assert.match((await readDialectError({ 'faulty.json': text })) ?? 'nothing', says);
  });
}

test('dialects are named after their files, and only one is the default', async () => {
  assert.match((await readDialectError({ 'Harbour.json': '{}' })) ?? '', /Harbour\.json must be named with/);
  assert.match((await readDialectError({ 'none.json': '{}' })) ?? '', /none\.json must be named with/);
  const isDefault = joinLines('{', '', '"isDefault": true }');
  assert.match(
    (await readDialectError({ 'a.json': isDefault, 'b.json': isDefault })) ?? '',
    /b\.json, line 3: isDefault another/,
  );
  assert.equal(await readDialectError({ 'README.txt': 'words of our apps', 'a.json': isDefault }), undefined);
});

test('reads every section of the dialect in these tests', async () => {
  const file = JSON.parse(readFileSync(harbourFile, 'utf8'));
  const text = readFileSync(join(import.meta.dirname, '../../src/config/dialect-file.ts'), 'utf8');
  const [, schema = ''] = /const Dialect = v\.strictObject\(\{([\s\S]*?)\n\}\);/.exec(text) ?? [];
  const sections = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).filter((name) => name !== 'isDefault');
  assert.deepEqual(Object.keys(file).sort(), sections.sort());
});
