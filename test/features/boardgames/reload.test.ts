import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { startTestApp } from '../../support/app.ts';
import { assertDriftRepaired } from '../../support/drift.ts';
import { assertCachesFollow } from '../../support/follows-changes.ts';
import { skipWithout } from '../../support/platform.ts';
import { type Entry, findGame, listNames, reload, writeCatalogue } from './support.ts';

const app = await startTestApp();
const [james, admin] = [await app.logIn('james'), await app.logIn('admin')];

/** Returns the ids of games by their notes. */
async function readIDsByNotes(): Promise<Record<string, string>> {
  const { gameArray } = await app.anonymous.get(boardgamesApi.list, { query: { limit: 200 } });
  return Object.fromEntries(gameArray.map(({ notes = '', gameID }) => [notes, gameID]));
}

const createChess = (notes: string, more: object = {}): Entry => ({ gameName: 'Chess', notes, ...more });

test('the sample exists from the first start, and is replaced by the first real file (libraries rule B13)', async () => {
  assert.ok((await listNames(app.anonymous)).includes('Mancala'));
  await reload(app, admin, [{ gameName: 'Our own game' }]);
  assert.deepEqual(await listNames(app.anonymous), ['Our own game']);
});

describe('a game keeps its id and its favorites through reloads (libraries rule B11)', () => {
  test('even if everything else changes; others are added or removed', async () => {
    await reload(app, admin, [{ gameName: 'Go' }, { gameName: 'Draughts' }]);
    const { gameID } = await findGame(james, 'Go');
    await james.get(boardgamesApi.addFavorite, { params: { boardgameID: gameID } });
    const gone = await findGame(james, 'Draughts');
    await reload(app, admin, [{ gameName: 'Hex' }, { gameName: 'Go', numCopies: 4 }]);
    const kept = await findGame(james, 'Go');
    assert.deepEqual([kept.gameID, kept.numCopies, kept.isFavorite], [gameID, 4, true]);
    const read = await james.call(boardgamesApi.read, { params: { boardgameID: gone.gameID } });
    assert.equal(read.status, 404);
  });

  test('when its name changes but its outside name doesn’t', async () => {
    await reload(app, admin, [{ gameName: 'Checkers, red', bggGameName: 'Checkers' }]);
    const before = await findGame(james, 'Checkers');
    await reload(app, admin, [{ gameName: 'Draughts', bggGameName: 'Checkers' }, { gameName: 'Checkers, blue' }]);
    assert.equal((await findGame(james, 'Checkers')).gameID, before.gameID);
  });

  test('when it leaves the library and comes back', async () => {
    await reload(app, admin, [{ gameName: 'Go' }, { gameName: 'Hex' }]);
    const { gameID } = await findGame(james, 'Go');
    await james.get(boardgamesApi.addFavorite, { params: { boardgameID: gameID } });
    await reload(app, admin, [{ gameName: 'Hex' }]);
    assert.deepEqual(await listNames(james, { favorite: true }), []);
    await reload(app, admin, [{ gameName: 'Hex' }, { gameName: 'Go' }]);
    const back = await findGame(james, 'Go');
    assert.deepEqual([back.gameID, back.isFavorite], [gameID, true]);
  });

  test('as the n-th game with its name', async () => {
    await reload(app, admin, [createChess('first'), createChess('second')]);
    const { first, second } = await readIDsByNotes();
    await reload(app, admin, [{ gameName: 'Go' }, createChess('small'), createChess('large'), createChess('third')]);
    const { small, large, third } = await readIDsByNotes();
    assert.deepEqual([small, large], [first, second]);
    assert.ok(third && third !== first && third !== second);
    await reload(app, admin, [createChess('alone')]);
    assert.equal((await readIDsByNotes()).alone, first);
    await reload(app, admin, [createChess('one'), createChess('two')]);
    const { one, two } = await readIDsByNotes();
    assert.deepEqual([one, two], [first, second]);
  });
});

describe('an invalid file gets 400 with the reason, and the old library stays (libraries rule B11)', () => {
  const unusable: [name: string, content: Entry[] | string | undefined, reason: RegExp][] = [
    ['none at all', undefined, /has no test-GamesCatalog\.json/],
    ['an empty one', '', /isn't JSON, or is incomplete/],
    ['one without games', '[]', /has no games/],
    ['one that is no list', '{"gameName": "Go"}', /is not a JSON array/],
    ['one that is cut off', '[{"gameName": "Go", "numCopies": 1}, {"gameName": "He', /isn't JSON, or is incomplete/],
    ['a game without a name', '[{"numCopies": 1}]', /Entry 1 cannot be read: gameName/],
    ['a game without copies', '[{"gameName": "Go"}]', /Entry 1 \("Go"\) cannot be read: numCopies/],
    ['a wrong type', [{ gameName: 'Hex' }, { gameName: 'Go', maxPlayers: '2' }], /Entry 2 \("Go"\).*maxPlayers/],
    ['a fraction of a player', [{ gameName: 'Go', minPlayers: 1.5 }], /Entry 1 \("Go"\).*minPlayers/],
    ['a wrong word in a list', [{ gameName: 'Go', categories: ['Dice', 7] }], /Entry 1 \("Go"\).*categories/],
    ['an entry that is no game', '[7]', /Entry 1 cannot be read/],
  ];
  for (const [name, content, reason] of unusable) {
    test(name, async () => {
      await reload(app, admin, [{ gameName: 'Go' }, { gameName: 'Hex' }]);
      writeCatalogue(app, content);
      const response = await admin.call(boardgamesApi.reload);
      assert.equal(response.status, 400);
      assert.match(response.reason, reason);
      assert.deepEqual(await listNames(app.anonymous), ['Go', 'Hex']);
    });
  }

  // Root can read any file, so this simulates an unreadable one with a disk error.
  test('an unreadable file', { skip: skipWithout('/proc') }, async () => {
    await reload(app, admin, [{ gameName: 'Go' }]);
    writeCatalogue(app, undefined);
    symlinkSync('/proc/self/mem', join(app.context.config.folders.seeds, 'test-GamesCatalog.json'));
    const { status, reason } = await admin.call(boardgamesApi.reload);
    assert.deepEqual([status, /cannot be read: EIO/.test(reason)], [400, true]);
    writeCatalogue(app, undefined);
    assert.deepEqual(await listNames(app.anonymous), ['Go']);
  });

  test('but a byte-order mark, unknown keys, nulls and integers for fractions are accepted', async () => {
    writeCatalogue(
      app,
      `\ufeff[{"gameName": "Senet", "numCopies": 1, "avgRating": 6, "notes": null, "shelf": 4, "categories": null}]`,
    );
    await admin.get(boardgamesApi.reload);
    const { avgRating, notes, categories } = await findGame(james, 'Senet');
    assert.deepEqual([avgRating, notes, categories], [6, undefined, []]);
  });
});

test('only administrators can reload', async () => {
  assert.equal((await james.call(boardgamesApi.reload)).status, 403);
});

test('rendered responses reflect a reload', async () => {
  await reload(app, admin, [{ gameName: 'Go' }]);
  await assertCachesFollow(app, { setScene: async () => {}, look: () => app.anonymous.get(boardgamesApi.list) }, () =>
    reload(app, admin, [{ gameName: 'Go' }, { gameName: 'Hex' }]),
  );
});

test('verify finds games that can’t be searched for, and repairs them', async () => {
  await reload(app, admin, [{ gameName: 'Go' }, { gameName: 'Hex' }]);
  const damage = "DELETE FROM board_games_text WHERE game_name = 'Hex'";
  await assertDriftRepaired(app, damage, /words to search for .* board_games_text none/);
  assert.deepEqual(await listNames(app.anonymous, { search: 'hex' }), ['Hex']);
});
