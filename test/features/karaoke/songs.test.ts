import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { karaokeApi } from '#features/karaoke/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { startTestApp } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { findSong, listTitles, reload, songParams } from './support.ts';

const app = await startTestApp();
const [james, heidi, admin] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('admin')];
const sam = await giveRole(app, await app.logIn('sam'), 'karaokemanager');

await reload(app, admin, [
  ['Zither Club', 'Waltzing', 'M'],
  ['échappée', 'Dawn'],
  ['Eels', 'dusk', 'VR'],
  ['Eels', 'Dawn', 'XX'],
  ['eels', 'Able'],
  ['The Who Knows', 'Who Are They'],
  ['Beatless', 'The Long Road'],
  ['4 Corners', 'Round'],
  ['１ Fullwidth', 'Wide'],
  ['"Odd" Quotes', 'Strange'],
  ['Ørsted', 'North'],
]);
const songsStartingWithE = ['échappée: Dawn', 'eels: Able', 'Eels: Dawn', 'Eels: dusk'];

describe('the list (libraries rules K1 to K4)', () => {
  test('by a letter has the artists that start with it, ignoring accents and case, in order', async () => {
    for (const search of ['e', 'E', 'é', 'e\u0301', ' e '])
      assert.deepEqual(await listTitles(app.anonymous, { search }), songsStartingWithE);
    assert.deepEqual(await listTitles(app.anonymous, { search: 'ø' }), ['Ørsted: North']);
    assert.deepEqual(await listTitles(app.anonymous, { search: 'x' }), []);
  });

  test('by # has the artists that start with a digit', async () => {
    assert.deepEqual(await listTitles(app.anonymous, { search: '#' }), ['１ Fullwidth: Wide', '4 Corners: Round']);
  });

  test('by words searches artist and title together, without stop words', async () => {
    const searches: [search: string, titles: string[]][] = [
      ['eels dawn', ['Eels: Dawn']],
      ['echappee', ['échappée: Dawn']],
      ['the who', ['The Who Knows: Who Are They']],
      ['the', ['Beatless: The Long Road', 'The Who Knows: Who Are They']],
      ['waltz', ['Zither Club: Waltzing']],
      ['waltzed', ['Zither Club: Waltzing']],
      ['"road the"', []],
      ['"beatless the long"', ['Beatless: The Long Road']],
      ['dawn -eels', ['échappée: Dawn']],
      ['dusk or able', ['eels: Able', 'Eels: dusk']],
      ['!!!', []],
      ['100%', []],
    ];
    for (const [search, titles] of searches)
      assert.deepEqual(await listTitles(app.anonymous, { search }), titles, search);
  });

  test('finds incomplete words from the third letter on', async () => {
    for (const search of ['bea', 'beat', 'beatl', 'beatles', 'beatless'])
      assert.deepEqual(await listTitles(app.anonymous, { search }), ['Beatless: The Long Road'], search);
  });

  test('rejects any other search with 400', async () => {
    const queries: Record<string, string | boolean>[] = [
      {},
      { search: '' },
      { search: 'ab' },
      { search: '5' },
      { search: '%' },
      { favorite: false },
    ];
    for (const query of queries)
      assert.equal((await james.call(karaokeApi.list, { query })).status, 400, JSON.stringify(query));
    assert.equal((await james.call(karaokeApi.list, { query: { favorite: 'maybe' } })).status, 400);
    assert.equal(
      (await app.anonymous.call(karaokeApi.list, { query: { favorite: true, search: 'eels' } })).status,
      400,
    );
  });

  test('is paged flat', async () => {
    const first = await app.anonymous.get(karaokeApi.list, { query: { search: 'e', start: 1, limit: 2 } });
    assert.deepEqual([first.totalSongs, first.start, first.limit], [4, 1, 2]);
    assert.deepEqual(
      first.songs.map(({ artist, songName }) => `${artist}: ${songName}`),
      songsStartingWithE.slice(1, 3),
    );
    const words = await app.anonymous.get(karaokeApi.list, { query: { search: 'eels', start: 2, limit: 1 } });
    assert.deepEqual([words.totalSongs, words.songs.length], [3, 1]);
  });

  test('has a song’s tags, except unknown ones', async () => {
    const tags = async (search: string) => {
      const { isMidi, isVoiceReduced } = await findSong(app.anonymous, search);
      return [isMidi, isVoiceReduced];
    };
    assert.deepEqual(await tags('waltzing'), [true, false]);
    assert.deepEqual(await tags('eels dusk'), [false, true]);
    assert.deepEqual(await tags('eels dawn'), [false, false]);
  });
});

describe('favorites (libraries rules K1 and K9)', () => {
  test('are set and removed once, and are the caller’s own', async () => {
    const song = await findSong(james, 'eels dusk');
    const statuses: number[] = [];
    const call = async (name: 'addFavorite' | 'removeFavorite') =>
      statuses.push((await james.call(karaokeApi[name], songParams(song))).status);
    await call('addFavorite');
    await call('addFavorite');
    assert.equal((await james.get(karaokeApi.read, songParams(song))).isFavorite, true);
    assert.equal((await heidi.get(karaokeApi.read, songParams(song))).isFavorite, false);
    assert.equal((await app.anonymous.get(karaokeApi.read, songParams(song))).isFavorite, false);
    await call('removeFavorite');
    await call('removeFavorite');
    assert.deepEqual(statuses, [201, 200, 204, 200]);
  });

  test('are listed with a search of any length', async () => {
    for (const search of ['echappee', 'eels dusk', 'waltzing', 'corners', 'odd quotes'])
      await heidi.get(karaokeApi.addFavorite, songParams(await findSong(heidi, search)));
    const all = ['"Odd" Quotes: Strange', '4 Corners: Round', 'échappée: Dawn', 'Eels: dusk', 'Zither Club: Waltzing'];
    const listed = async (search?: string) =>
      listTitles(heidi, { favorite: true, ...(search !== undefined && { search }) });
    assert.deepEqual(await listed(), all);
    assert.deepEqual(await listed(''), all);
    assert.deepEqual(await listed('e'), all.slice(2, 4));
    assert.deepEqual(await listed('#'), all.slice(1, 2));
    assert.deepEqual(await listed('du'), all.slice(3, 4));
    assert.deepEqual(await listed('dawn'), all.slice(2, 3));
    assert.deepEqual(await listed('5'), all);
    assert.deepEqual(await listed('%'), all);
    assert.deepEqual(await listed('!!!'), []);
    const page = await heidi.get(karaokeApi.list, { query: { favorite: true, start: 4, limit: 3 } });
    assert.deepEqual([page.totalSongs, page.songs.map(({ isFavorite }) => isFavorite)], [5, [true]]);
  });
});

describe('the log (libraries rules K5 to K8, K12 and K13)', () => {
  test('can be written by managers only, whatever the user’s level', async () => {
    const song = await findSong(james, 'long road');
    const log = (user: typeof james) =>
      user.call(karaokeApi.logPerformance, { ...songParams(song), body: { note: 'x' } });
    for (const [user, isManager] of [
      [james, false],
      [admin, false],
      [sam, true],
    ] as const) {
      assert.deepEqual(await user.get(karaokeApi.isManager), { isAuthorized: isManager });
      for (const [method, word] of [
        ['GET', 'userIsManager'],
        ['GET', 'userismanager'],
        ['POST', 'userismanager'],
      ] as const) {
        const { body } = await user.send(method, `/api/v3/karaoke/${word}`);
        assert.deepEqual(body, { isAuthorized: isManager });
      }
      if (!isManager) assert.equal((await log(user)).status, 403);
    }
    const unknown = await sam.call(karaokeApi.logPerformance, {
      ...songParams({ songID: unknownID }),
      body: { note: 'x' },
    });
    assert.equal(unknown.status, 404);
  });

  test('accepts performers of 1 to 999 characters and up to 25 lines', async () => {
    const song = await findSong(james, 'long road');
    for (const note of ['', 'x'.repeat(1000), 'x\n'.repeat(26)]) {
      const response = await sam.call(karaokeApi.logPerformance, { ...songParams(song), body: { note } });
      assert.deepEqual([response.status, Object.keys(response.fieldErrors ?? {})], [400, ['note']]);
    }
  });

  test('is listed with its song, oldest first, and on its own, newest first', async () => {
    const [dusk, north] = [await findSong(james, 'eels dusk'), await findSong(james, 'north')];
    const sing = async (song: typeof dusk, note: string) => {
      app.clock.advance({ minutes: 5 });
      const { status } = await sam.call(karaokeApi.logPerformance, { ...songParams(song), body: { note } });
      assert.equal(status, 201);
      return app.clock.now().toISOString();
    };
    const times = [await sing(dusk, 'James & @heidi'), await sing(north, 'Mörder Trio'), await sing(dusk, 'Sam alone')];
    await james.get(karaokeApi.addFavorite, songParams(dusk));
    const entry = (song: typeof dusk, performers: string, time = '', isFavorite = false) => ({
      ...{ songID: song.songID, artist: song.artist, songName: song.songName, performers, time, isFavorite },
    });
    const ofDusk = [entry(dusk, 'James & @heidi', times[0], true), entry(dusk, 'Sam alone', times[2], true)];
    assert.deepEqual((await james.get(karaokeApi.read, songParams(dusk))).performances, ofDusk);
    assert.deepEqual((await findSong(james, 'eels dusk')).performances, ofDusk);
    const log = await app.anonymous.get(karaokeApi.performances);
    assert.deepEqual(log, {
      songs: [
        entry(dusk, 'Sam alone', times[2]),
        entry(north, 'Mörder Trio', times[1]),
        entry(dusk, 'James & @heidi', times[0]),
      ],
      paginator: { total: 3, start: 0, limit: 50 },
    });
    assert.deepEqual((await app.anonymous.send('GET', '/api/v3/karaoke/latest')).body, log);
    const favorites = (await james.get(karaokeApi.performances)).songs.map(({ isFavorite }) => isFavorite);
    assert.deepEqual(favorites, [true, false, true]);
    const second = await james.get(karaokeApi.performances, { query: { start: 1, limit: 1 } });
    assert.deepEqual(second.paginator, { total: 3, start: 1, limit: 1 });
    assert.deepEqual(second.songs, [entry(north, 'Mörder Trio', times[1])]);
  });

  test('can be searched by words of the song or part of the performers', async () => {
    const searches: [search: string, performers: string[]][] = [
      ['eels', ['Sam alone', 'James & @heidi']],
      ['MÖRD', ['Mörder Trio']],
      ['@heidi', ['James & @heidi']],
      ['am', ['Sam alone', 'James & @heidi']],
      ['orsted or eels', ['Sam alone', 'James & @heidi']],
      ['&', ['James & @heidi']],
      ['anonymous', []],
    ];
    for (const [search, performers] of searches) {
      const { songs, paginator } = await james.get(karaokeApi.performances, { query: { search } });
      assert.deepEqual(
        songs.map((song) => song.performers),
        performers,
        search,
      );
      assert.equal(paginator.total, performers.length);
    }
  });
});

test('a missing song is 404 in every call, a malformed id 400 (libraries rule K9)', async () => {
  for (const name of ['read', 'addFavorite', 'removeFavorite'] as const) {
    assert.equal((await james.call(karaokeApi[name], songParams({ songID: unknownID }))).status, 404, name);
    assert.equal((await james.call(karaokeApi[name], songParams({ songID: 'song' }))).status, 400, name);
  }
});
