import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { startTestApp } from '../../support/app.ts';
import { findGame, listNames, reload } from './support.ts';

const app = await startTestApp();
const [james, admin] = [await app.logIn('james'), await app.logIn('admin')];
const gameParams = (gameID: string) => ({ params: { boardgameID: gameID } });

const libraryEntries = [
  { gameName: 'zebra', bggGameName: 'Écarté' },
  { gameName: 'eel race', numCopies: 3, yearPublished: '1899', avgRating: 7, complexity: 2 },
  { gameName: 'The Who of Cards' },
  { gameName: 'Chess', gameDescription: 'Kings &amp; queens.\nTwo sides.', mechanisms: ['Grid Movement'] },
  { gameName: 'Chess, large', expands: 'Chess' },
  { gameName: 'bughouse', expands: 'Chess' },
  { gameName: 'Lost pieces', expands: 'A game that is not aboard' },
];
await reload(app, admin, libraryEntries);

describe('the list (libraries rules B1 and G6)', () => {
  test('is sorted by the displayed name, ignoring case and accents', async () => {
    assert.deepEqual(await listNames(app.anonymous), [
      'bughouse',
      'Chess',
      'Chess, large',
      'Écarté',
      'eel race',
      'Lost pieces',
      'The Who of Cards',
    ]);
  });

  test('is paged, with the total number of games', async () => {
    const { gameArray, paginator } = await app.anonymous.get(boardgamesApi.list, { query: { start: 2, limit: 3 } });
    assert.deepEqual(
      gameArray.map(({ gameName }) => gameName),
      ['Chess, large', 'Écarté', 'eel race'],
    );
    assert.deepEqual(paginator, { total: 7, start: 2, limit: 3 });
    const { paginator: usual } = await app.anonymous.get(boardgamesApi.list);
    assert.deepEqual(usual, { total: 7, start: 0, limit: 50 });
  });

  test('is searched by the catalogue’s own names, with no stop words', async () => {
    const searches: [search: string, names: string[]][] = [
      ['zeb', ['Écarté']],
      ['ecarte', []],
      ['the who', ['The Who of Cards']],
      ['chess -large', ['Chess']],
      ['kings', []],
      ['racing', ['eel race']],
      ['zebra or bughouse', ['bughouse', 'Écarté']],
      [' ', await listNames(app.anonymous)],
    ];
    for (const [search, names] of searches) assert.deepEqual(await listNames(app.anonymous, { search }), names, search);
    const { paginator } = await app.anonymous.get(boardgamesApi.list, { query: { search: 'chess', limit: 1 } });
    assert.deepEqual(paginator, { total: 2, start: 0, limit: 1 });
  });

  test('has exactly the facts that the catalogue has about a game', async () => {
    const { gameID, ...others } = await findGame(app.anonymous, 'eel race');
    assert.equal(
      (await app.anonymous.get(boardgamesApi.read, { params: { boardgameID: gameID } })).gameName,
      'eel race',
    );
    assert.deepEqual(others, {
      ...{ gameName: 'eel race', numCopies: 3 },
      ...{ yearPublished: '1899', gameTypes: [], categories: [], mechanics: [], avgRating: 7, complexity: 2 },
      ...{ isExpansion: false, hasExpansions: false, isFavorite: false },
    });
    const { gameDescription, mechanics } = await findGame(app.anonymous, 'Chess');
    assert.deepEqual([gameDescription, mechanics], ['Kings &amp; queens.\nTwo sides.', ['Grid Movement']]);
  });
});

describe('expansions (libraries rules B4 and B12)', () => {
  test('are listed after their base game, whichever of them is requested', async () => {
    for (const name of ['Chess', 'bughouse', 'Chess, large']) {
      const { gameID } = await findGame(app.anonymous, name);
      const query = { start: 2, limit: 1 };
      const { gameArray, paginator } = await app.anonymous.get(boardgamesApi.expansions, {
        ...gameParams(gameID),
        query,
      });
      assert.deepEqual(
        gameArray.map(({ gameName, isExpansion, hasExpansions }) => [gameName, isExpansion, hasExpansions]),
        [
          ['Chess', false, true],
          ['bughouse', true, false],
          ['Chess, large', true, false],
        ],
      );
      assert.deepEqual(paginator, { total: 3, start: 0, limit: 50 });
    }
  });

  test('are just the game itself if it has none or its base game isn’t aboard', async () => {
    const lost = await findGame(app.anonymous, 'Lost pieces');
    assert.equal(lost.isExpansion, false);
    const { gameArray } = await app.anonymous.get(boardgamesApi.expansions, gameParams(lost.gameID));
    assert.deepEqual(gameArray, [lost]);
  });
});

describe('favorites (libraries rules B2, B3 and B6)', () => {
  test('are the caller’s own, in every list', async () => {
    const heidi = await app.logIn('heidi');
    const { gameID } = await findGame(james, 'Chess');
    const statuses = async (endpoint: typeof boardgamesApi.addFavorite | typeof boardgamesApi.removeFavorite) =>
      (await james.call(endpoint, gameParams(gameID))).status;
    assert.deepEqual(
      [await statuses(boardgamesApi.addFavorite), await statuses(boardgamesApi.addFavorite)],
      [201, 200],
    );
    assert.deepEqual(await listNames(james, { favorite: true }), ['Chess']);
    assert.deepEqual(await listNames(james, { favorite: true, search: 'bug' }), []);
    assert.deepEqual(await listNames(heidi, { favorite: true }), []);
    assert.equal((await listNames(app.anonymous, { favorite: true })).length, 7);
    for (const [client, isFavorite] of [
      [james, true],
      [heidi, false],
      [app.anonymous, false],
    ] as const) {
      assert.equal((await findGame(client, 'Chess')).isFavorite, isFavorite);
      assert.equal((await client.get(boardgamesApi.read, gameParams(gameID))).isFavorite, isFavorite);
      const [base] = (await client.get(boardgamesApi.expansions, gameParams(gameID))).gameArray;
      assert.equal(base?.isFavorite, isFavorite);
    }
    const removed = [await statuses(boardgamesApi.removeFavorite), await statuses(boardgamesApi.removeFavorite)];
    assert.deepEqual(removed, [204, 200]);
    assert.deepEqual(await listNames(james, { favorite: true }), []);
    assert.equal((await findGame(james, 'Chess')).isFavorite, false);
  });

  test('can be filtered with true or false', async () => {
    assert.equal((await james.call(boardgamesApi.list, { query: { favorite: 'maybe' } })).status, 400);
  });
});

test('an unknown game is 404 in every call, a malformed id 400 (libraries rule B5)', async () => {
  const calls = ['read', 'expansions', 'addFavorite', 'removeFavorite'] as const;
  for (const name of calls) {
    assert.equal((await james.call(boardgamesApi[name], gameParams(unknownID))).status, 404, name);
    assert.equal((await james.call(boardgamesApi[name], gameParams('chess'))).status, 400, name);
  }
});
