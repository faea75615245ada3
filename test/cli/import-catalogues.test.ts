import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createShip, getErrorSentence, logIn, parseCounts, readUntil } from './support.ts';

const realData = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** A catalogue file with entries of these names. */
interface Library {
  readonly kind: string;
  readonly write: (names: readonly string[]) => string;
  /** Changes the details of every entry, but no names. */
  readonly change: (file: string) => string;
  /** How to list the names, and where they are in a response. */
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an arbitrary call
  readonly namesIn: (body: any) => string[];
  readonly realFile: string;
  readonly countReal: (text: string) => number;
  readonly unusable: readonly [name: string, content: string | Uint8Array, complaint: RegExp][];
}

const libraries: Library[] = [
  {
    kind: 'boardgames',
    write: (names) => JSON.stringify(names.map((gameName) => ({ gameName, numCopies: 1 }))),
    change: (file) => file.replaceAll('"numCopies":1', '"numCopies":2'),
    path: '/api/v3/boardgames',
    namesIn: ({ gameArray }) => gameArray.map(({ gameName }: { gameName: string }) => gameName),
    realFile: join(realData, 'boardgames.json'),
    countReal: (text) => JSON.parse(text).length,
    unusable: [
      ['an empty file', '', /isn't JSON/],
      ['a file without games', '[]', /has no games/],
      ['a file with an unreadable game', '[{"gameName": "Go", "numCopies": "1"}]', /Entry 1 \("Go"\).*numCopies/],
      ['a file that is no text', new Uint8Array([0x5b, 0x0a, 0xff, 0x5d]), /is not UTF-8 text, from line 2 on/],
    ],
  },
  {
    kind: 'karaoke',
    write: (names) => names.map((name) => `Singers\t${name}\n`).join(''),
    change: (file) => file.replaceAll('\n', '\tM\n'),
    path: '/api/v3/karaoke',
    namesIn: ({ songs }) => songs.map(({ songName }: { songName: string }) => songName),
    realFile: join(realData, 'karaoke-songs.txt'),
    countReal: (text) => text.split('\n').filter((line) => line.split('\t').length >= 2).length,
    unusable: [
      ['an empty file', '', /has no songs/],
      ['a file without songs', 'one\ntwo\n', /has no songs/],
      ['a file that is no text', new Uint8Array([0x61, 0x09, 0x62, 0x0a, 0xff]), /is not UTF-8 text, from line 2 on/],
    ],
  },
];

const tenWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

for (const { kind, write, change, path, namesIn, realFile, countReal, unusable } of libraries) {
  describe(`import ${kind}`, { concurrency: 4 }, () => {
    test('is repeatable, and reports what it adds, changes, deletes and restores', async () => {
      const ship = createShip();
      const all = ship.file('all', write(tenWords));
      const first = await ship.run(['import', kind, all]);
      assert.equal(first.code, 0, first.stderr);
      assert.deepEqual(parseCounts(first), { added: 10, changed: 0, deleted: 0, unchanged: 0 });
      const again = await ship.run(['import', kind, all]);
      assert.deepEqual(parseCounts(again), { added: 0, changed: 0, deleted: 0, unchanged: 10 });
      const fewer = ship.file('fewer', write([...tenWords.slice(0, 8), 'eleven']));
      assert.deepEqual(parseCounts(await ship.run(['import', kind, fewer])), {
        ...{ added: 1, changed: 0, deleted: 2, unchanged: 8 },
      });
      const { added = 0, restored = 0, deleted, unchanged } = parseCounts(await ship.run(['import', kind, all]));
      assert.deepEqual([added + restored, deleted, unchanged], [2, 1, 8]);
      const others = ship.file('others', change(write(tenWords.slice(0, 3))) + write(tenWords.slice(3, 9)));
      if (kind === 'karaoke')
        assert.deepEqual(parseCounts(await ship.run(['import', kind, others])), {
          ...{ added: 0, changed: 3, deleted: 1, unchanged: 6 },
        });
    });

    test('writes nothing in a dry run', async () => {
      const ship = createShip();
      const all = ship.file('all', write(tenWords));
      const dry = await ship.run(['import', kind, all, '--dry-run']);
      assert.match(dry.stdout, /^Dry run: nothing was written\.$/m);
      assert.equal(parseCounts(dry).added, 10);
      assert.equal(existsSync(ship.data), false);
      await ship.run(['import', kind, all]);
      const fewer = ship.file('fewer', write(tenWords.slice(0, 8)));
      assert.equal(parseCounts(await ship.run(['import', kind, fewer, '--dry-run'])).deleted, 2);
      assert.equal(parseCounts(await ship.run(['import', kind, all])).unchanged, 10);
    });

    test('rejects a file that lacks more than 30 percent, unless forced', async () => {
      const ship = createShip();
      await ship.run(['import', kind, ship.file('all', write(tenWords))]);
      const few = ship.file('few', write(tenWords.slice(0, 6)));
      const rejected = await ship.run(['import', kind, few]);
      assert.equal(rejected.code, 1);
      assert.match(getErrorSentence(rejected), /is missing 4 of the 10 .* more than 30 percent/);
      assert.equal(parseCounts(await ship.run(['import', kind, few, '--force'])).deleted, 4);
    });

    test('rejects an invalid file with the reason, and changes nothing', async () => {
      const ship = createShip();
      const all = ship.file('all', write(tenWords));
      await ship.run(['import', kind, all]);
      for (const [name, content, complaint] of unusable) {
        const outcome = await ship.run(['import', kind, ship.file('bad', content), '--force']);
        assert.equal(outcome.code, 1, name);
        assert.match(getErrorSentence(outcome), complaint, name);
      }
      assert.equal(parseCounts(await ship.run(['import', kind, all])).unchanged, 10);
    });

    test('replaces the sample without being forced, in a running service within two seconds', async () => {
      const ship = createShip();
      const service = await ship.serve();
      const james = await logIn(service.url, 'james');
      const query = { limit: 200, search: 'one or two or three' };
      await james.send('GET', path, { query });
      const imported = await ship.run(['import', kind, ship.file('all', write(tenWords))]);
      assert.equal(imported.code, 0, imported.stderr);
      const read = async () => namesIn((await james.send('GET', path, { query })).body);
      const names = await readUntil(read, (names) => names.includes('two'));
      assert.deepEqual(names.toSorted(), ['one', 'three', 'two']);
    });

    test('imports a complete real library', { skip: !existsSync(realFile) && 'no real data here' }, async () => {
      const ship = createShip();
      const outcome = await ship.run(['import', kind, realFile]);
      assert.equal(outcome.code, 0, outcome.stderr);
      const count = countReal(readFileSync(realFile, 'utf8'));
      assert.deepEqual(parseCounts(outcome), { added: count, changed: 0, deleted: 0, unchanged: 0 });
      assert.equal(parseCounts(await ship.run(['import', kind, realFile])).unchanged, count);
    });
  });
}
