import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { karaokeApi } from '#features/karaoke/api.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp } from '../../support/app.ts';
import { assertDriftRepaired } from '../../support/drift.ts';
import { giveRole } from '../../support/roles.ts';
import { findSong, type Line, listTitles, reload, songParams, writeCatalogue } from './support.ts';

const app = await startTestApp();
const [james, admin] = [await app.logIn('james'), await app.logIn('admin')];
const sam = await giveRole(app, await app.logIn('sam'), 'karaokemanager');

const dawnLine: Line = ['Eels', 'Dawn'];
const duskLine: Line = ['Eels', 'Dusk'];
const addTag = ([artist, title]: Line, tag: string): Line => [artist, title, tag];
const logPerformance = (song: { songID: string }, note: string) =>
  sam.get(karaokeApi.logPerformance, { ...songParams(song), body: { note } });

test('the sample exists from the first start, and is replaced by the first real file', async () => {
  assert.ok((await listTitles(app.anonymous, { search: 't' })).length > 10);
  await reload(app, admin, [dawnLine]);
  assert.deepEqual(await listTitles(app.anonymous, { search: 't' }), []);
});

describe('a song keeps id, favorites and log through reloads (libraries rule K10)', () => {
  test('when others are added and removed, and its tag changes', async () => {
    await reload(app, admin, [dawnLine, duskLine]);
    const before = await findSong(james, 'dawn');
    await james.get(karaokeApi.addFavorite, songParams(before));
    await logPerformance(before, 'James');
    await reload(app, admin, [['Aardvarks', 'Ants'], addTag(dawnLine, 'M'), ['Zebras', 'Stripes']]);
    const after = await findSong(james, 'dawn');
    assert.deepEqual([after.songID, after.isFavorite, after.isMidi], [before.songID, true, true]);
    assert.deepEqual(
      after.performances.map(({ performers }) => performers),
      ['James'],
    );
    assert.deepEqual(await listTitles(app.anonymous, { search: 'dusk' }), []);
  });

  test('when it’s removed and added back; performances stay in the log meanwhile', async () => {
    await reload(app, admin, [duskLine]);
    const { songID } = await findSong(james, 'dusk');
    await james.get(karaokeApi.addFavorite, songParams({ songID }));
    await logPerformance({ songID }, 'James and friends');
    await reload(app, admin, [['Aardvarks', 'Ants']]);
    assert.equal((await james.call(karaokeApi.read, songParams({ songID }))).status, 404);
    assert.equal((await james.call(karaokeApi.addFavorite, songParams({ songID }))).status, 404);
    assert.deepEqual(await listTitles(james, { favorite: true }), []);
    const all = await james.get(karaokeApi.performances);
    assert.deepEqual(await james.get(karaokeApi.performances, { query: { search: ' ' } }), all);
    for (const search of ['dusk', 'and friends', ' dusk ']) {
      const [sung] = (await james.get(karaokeApi.performances, { query: { search } })).songs;
      assert.deepEqual([sung?.songID, sung?.songName, sung?.isFavorite], [songID, 'Dusk', true]);
    }
    await reload(app, admin, [duskLine]);
    const back = await findSong(james, 'dusk');
    assert.deepEqual([back.songID, back.isFavorite, back.performances.length], [songID, true, 1]);
  });

  test('as the n-th song with its artist and title', async () => {
    await reload(app, admin, [dawnLine, ['Aardvarks', 'Ants'], dawnLine]);
    const ids = async () => (await app.anonymous.get(karaokeApi.list, { query: { search: 'dawn' } })).songs;
    const byTags = async () =>
      new Map((await ids()).map(({ songID, isMidi, isVoiceReduced }) => [`${isMidi} ${isVoiceReduced}`, songID]));
    await reload(app, admin, [addTag(dawnLine, 'M'), addTag(dawnLine, 'VR')]);
    const first = await byTags();
    await reload(app, admin, [['Aardvarks', 'Ants'], addTag(dawnLine, 'M'), addTag(dawnLine, 'VR'), dawnLine]);
    const second = await byTags();
    assert.equal(second.get('true false'), first.get('true false'));
    assert.equal(second.get('false true'), first.get('false true'));
    assert.equal(new Set(second.values()).size, 3);
    await reload(app, admin, [dawnLine]);
    assert.equal((await findSong(james, 'dawn')).songID, first.get('true false'));
  });
});

test('compares characters of all planes in a consistent order', async () => {
  await reload(app, admin, [
    ['\ufffc one', 'Dawn'],
    ['\u{10437} two', 'Dawn'],
    ['Eels', 'Dawn'],
  ]);
  assert.deepEqual(await listTitles(app.anonymous, { search: 'dawn' }), [
    'Eels: Dawn',
    '\u{10437} two: Dawn',
    '\ufffc one: Dawn',
  ]);
  assert.deepEqual(await findInconsistencies(app.context), []);
});

describe('a file (libraries, Catalogue files)', () => {
  test('accepts any line ends, a byte-order mark, empty cells and other lines (libraries rule K11)', async () => {
    writeCatalogue(
      app,
      '\ufeffEels\tDawn\r\n\r\nno title\t\r\n\tEels\t\tDusk\t\tVR\r\nAardvarks\tAnts\tvr\nnothing\n \t \nZebras\tStripes',
    );
    await admin.get(karaokeApi.reload);
    const all = await Promise.all(['a', 'e', 'n', 'z'].map((search) => listTitles(app.anonymous, { search })));
    assert.deepEqual(all.flat(), ['Aardvarks: Ants', 'Eels: Dawn', 'Eels: Dusk', 'Zebras: Stripes']);
    assert.equal((await findSong(james, 'dusk')).isVoiceReduced, true);
    assert.equal((await findSong(james, 'ants')).isVoiceReduced, false);
  });

  const unusable: [name: string, content: string | Uint8Array | undefined, reason: RegExp][] = [
    ['none at all', undefined, /has no test-KaraokeSongCatalog\.txt/],
    ['an empty one', '', /has no songs/],
    ['one without entries', 'just\nsome\nlines\n', /has no songs/],
    ['one that is no text', Buffer.from('Eels\tDawn\nBees\tH\xf6ney\n', 'latin1'), /not UTF-8 text, from line 2 on/],
  ];
  for (const [name, content, reason] of unusable) {
    test(`that can’t be used gets 400 with the reason, and the old songs stay: ${name}`, async () => {
      await reload(app, admin, [dawnLine]);
      writeCatalogue(app, content);
      const response = await admin.call(karaokeApi.reload);
      assert.equal(response.status, 400);
      assert.match(response.reason, reason);
      assert.deepEqual(await listTitles(app.anonymous, { search: 'dawn' }), ['Eels: Dawn']);
    });
  }

  test('can be reloaded by administrators only', async () => {
    assert.equal((await sam.call(karaokeApi.reload)).status, 403);
  });
});

const makeSongs = (count: number, name: string): Line[] =>
  Array.from({ length: count }, (_, index) => [`Same ${name}`, `Song ${index} of ${name}`]);

test('readers see the old songs or the new ones, never some of both', async () => {
  await reload(app, admin, makeSongs(1_000, 'old'));
  writeCatalogue(app, makeSongs(1_500, 'new'));
  let isOver = false;
  const reloaded = admin.get(karaokeApi.reload).then(() => {
    isOver = true;
  });
  const seen = new Set<string>();
  while (!isOver) {
    const [letter, words] = await Promise.all([
      app.anonymous.get(karaokeApi.list, { query: { search: 's', start: 990, limit: 20 } }),
      app.anonymous.get(karaokeApi.list, { query: { search: 'song of', limit: 1 } }),
    ]);
    seen.add(`${letter.totalSongs} ${letter.songs.length} ${letter.songs[0]?.artist}`);
    seen.add(`${words.totalSongs} ${words.songs[0]?.artist}`);
  }
  await reloaded;
  assert.ok(seen.has('1000 10 Same old') && seen.has('1000 Same old'), 'someone read before it was over');
  const allowed = ['1000 10 Same old', '1000 Same old', '1500 20 Same new', '1000 Same new'];
  assert.deepEqual(
    [...seen].filter((sight) => !allowed.includes(sight)),
    [],
  );
  assert.equal((await app.anonymous.get(karaokeApi.list, { query: { search: 's' } })).totalSongs, 1_500);
});

test('of two concurrent reloads one takes effect; the other gets 409 or changes nothing', async () => {
  await reload(app, admin, makeSongs(100, 'old'));
  writeCatalogue(app, makeSongs(300, 'new'));
  const responses = await Promise.all([admin.call(karaokeApi.reload), admin.call(karaokeApi.reload)]);
  const statuses = responses.map(({ status }) => status).toSorted();
  assert.ok(statuses[0] === 200 && (statuses[1] === 200 || statuses[1] === 409), statuses.join(' '));
  assert.equal((await app.anonymous.get(karaokeApi.list, { query: { search: 's' } })).totalSongs, 300);
});

test('replaced or unfinished libraries are deleted some minutes later', async () => {
  const { sqlite } = app.context.db;
  const count = (table: string) => sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  await reload(app, admin, makeSongs(120, 'old'));
  await reload(app, admin, makeSongs(130, 'new'));
  await app.runJob('sweep-song-libraries');
  assert.ok(Number(count('karaoke_songs')) >= 250, 'someone may be reading them');
  app.clock.advance({ minutes: 11 });
  await app.runJob('sweep-song-libraries');
  const tables = ['karaoke_libraries', 'karaoke_songs', 'karaoke_song_places', 'karaoke_songs_text'];
  assert.deepEqual(tables.map(count), [1, 130, 130, 130]);
  assert.equal((await app.anonymous.get(karaokeApi.list, { query: { search: 's' } })).totalSongs, 130);
});

describe('verify finds, and where it is certain repairs', () => {
  const damages: [string, string, RegExp][] = [
    [
      'songs that are not found',
      "DELETE FROM karaoke_songs_text WHERE words LIKE '%Song 7 of%'",
      /words to search for/,
    ],
    [
      'sung songs that are not found',
      'DELETE FROM karaoke_performances_text WHERE rowid = (SELECT min(id) FROM karaoke_performances)',
      /words to search for .* karaoke_performances_text/,
    ],
    [
      'a song that is not known by its id',
      "DELETE FROM karaoke_song_places WHERE position = (SELECT id FROM karaoke_songs WHERE title = 'Song 5 of new')",
      /place by the id of song/,
    ],
    [
      'a song under the wrong letter',
      "UPDATE karaoke_songs SET initial = 'x' WHERE title = 'Song 3 of new'",
      /initial of song/,
    ],
  ];
  for (const [what, damage, name] of damages) test(what, () => assertDriftRepaired(app, damage, name));
});

const realFile = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'karaoke-songs.txt');

/** A simple second implementation of the lists, without word stemming and search operators. */
function findByPlainSearch(lines: readonly Line[], search: string): string[] {
  const fold = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase();
  const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u);
  const isFound = ([artist, title]: Line) =>
    search.length === 1
      ? fold(artist).startsWith(search) || (search === '#' && /^\d/.test(artist))
      : wordsOf(search).every((word) => wordsOf(`${artist} ${title}`).some((other) => other.startsWith(word)));
  const key = ([artist, title]: Line) => `${fold(artist)}\u0000${fold(title)}`;
  const compare = (one: Line, other: Line) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0);
  return lines
    .filter(isFound)
    .toSorted(compare)
    .map(([artist, title]) => `${artist}: ${title}`);
}

test('a real library is listed the same as by a simple second implementation', {
  skip: !existsSync(realFile) && 'no real data here',
}, async () => {
  const text = readFileSync(realFile, 'utf8');
  writeCatalogue(app, text);
  await admin.get(karaokeApi.reload);
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split('\t').filter((cell) => cell.trim() !== ''))
    .filter((cells) => cells.length >= 2)
    .map(([artist = '', title = '']): Line => [artist.trim(), title.trim()]);
  const searches = [
    'a',
    'e',
    'q',
    'z',
    '#',
    'queen',
    'the who',
    'elton john',
    'beyonce',
    'girl in',
    'lov',
    's',
    'm',
    'los lobos',
  ];
  let found = 0;
  for (const search of searches) {
    const expected = findByPlainSearch(lines, search);
    const listed: string[] = [];
    for (;;) {
      const more = await listTitles(app.anonymous, { search, start: listed.length });
      listed.push(...more);
      if (more.length === 0) break;
    }
    assert.deepEqual(listed, expected, search);
    found += listed.length;
  }
  assert.ok(found > 500, 'there is something to compare');
});
