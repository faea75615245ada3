import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createRandom } from '#crowd/random.ts';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { startTestApp } from '../../support/app.ts';
import { type Entry, reload, writeCatalogue } from './support.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');

interface Wish {
  readonly numPlayers: number;
  readonly timeToPlay: number;
  readonly maxAge: number;
  readonly minAge: number;
  readonly complexity: number;
}
const defaultWish: Wish = { numPlayers: 4, timeToPlay: 60, maxAge: 0, minAge: 0, complexity: 0 };

/** Returns all recommendations, page by page. */
async function recommend(body: Wish): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const query = { start: names.length, limit: 150 };
    const { gameArray, paginator } = await app.anonymous.get(boardgamesApi.recommend, { body, query });
    names.push(...gameArray.map(({ gameName }) => gameName));
    if (gameArray.length === 0 || names.length >= paginator.total) return names;
  }
}

const fittingGame: Entry = {
  ...{ gameName: 'fits', minPlayers: 2, maxPlayers: 5, suggestedPlayers: 4, minPlayingTime: 30, maxPlayingTime: 90 },
  ...{ avgPlayingTime: 60, minAge: 8, avgRating: 6, complexity: 2.5 },
};
const omitFields = (...keys: string[]): Entry => ({
  ...(Object.fromEntries(Object.entries(fittingGame).filter(([key]) => !keys.includes(key))) as Entry),
});

describe('what is recommended (libraries rules B7 and B8)', () => {
  const others: [what: string, game: Entry, body: Wish, isRecommended: boolean][] = [
    ['a game that fits', fittingGame, defaultWish, true],
    ['one for more players', { ...fittingGame, minPlayers: 5 }, defaultWish, false],
    ['one for fewer players', { ...fittingGame, maxPlayers: 3 }, defaultWish, false],
    ['one that takes longer', { ...fittingGame, avgPlayingTime: 61 }, defaultWish, false],
    ['one of which the players are not known', omitFields('minPlayers'), defaultWish, false],
    ['one of which the time is not known', omitFields('avgPlayingTime'), defaultWish, false],
    ['one whose time is zero, when the span is known', { ...fittingGame, avgPlayingTime: 0 }, defaultWish, true],
    [
      'one whose time is zero, without a span',
      { ...omitFields('minPlayingTime'), avgPlayingTime: 0 },
      defaultWish,
      false,
    ],
    ['one for older people than asked for', fittingGame, { ...defaultWish, maxAge: 7 }, false],
    ['one for exactly that age', fittingGame, { ...defaultWish, maxAge: 8, minAge: 8 }, true],
    ['one for younger people than asked for', fittingGame, { ...defaultWish, minAge: 9 }, false],
    ['one of no known age, when age counts', omitFields('minAge'), { ...defaultWish, maxAge: 12 }, false],
    ['one of no known age, when it does not', omitFields('minAge'), defaultWish, true],
    ['one too simple', fittingGame, { ...defaultWish, complexity: 3 }, false],
    [
      'one of no known complexity, when that counts',
      omitFields('complexity'),
      { ...defaultWish, complexity: 1 },
      false,
    ],
    ['one with one fact missing', omitFields('avgRating'), defaultWish, true],
    ['one with two facts missing', omitFields('avgRating', 'complexity'), defaultWish, false],
    ['one with a fact missing and one zero', { ...omitFields('avgRating'), suggestedPlayers: 0 }, defaultWish, false],
    ['one without suggested players, when the span is known', omitFields('suggestedPlayers'), defaultWish, true],
    [
      'one without suggested players, of zero least players',
      { ...omitFields('suggestedPlayers'), minPlayers: 0 },
      defaultWish,
      false,
    ],
  ];
  for (const [what, game, body, isRecommended] of others) {
    test(`${what}: ${isRecommended ? 'yes' : 'no'}`, async () => {
      await reload(app, admin, [game]);
      assert.deepEqual(await recommend(body), isRecommended ? ['fits'] : []);
    });
  }
});

describe('the order (libraries rules B9 and B10)', () => {
  test('is by score, then by name', async () => {
    await reload(app, admin, [
      { ...fittingGame, gameName: 'worse rated', avgRating: 5 },
      { ...fittingGame, gameName: 'better with three', suggestedPlayers: 3 },
      { ...fittingGame, gameName: 'equal, B' },
      { ...fittingGame, gameName: 'Equal, a' },
      { ...fittingGame, gameName: 'much shorter', avgPlayingTime: 15 },
    ]);
    // Each game differs from the best one by 1, 2 and 3.
    const order = ['Equal, a', 'equal, B', 'worse rated', 'better with three', 'much shorter'];
    assert.deepEqual(await recommend(defaultWish), order);
    const { gameArray, paginator } = await app.anonymous.get(boardgamesApi.recommend, {
      body: defaultWish,
      query: { start: 1, limit: 2 },
    });
    assert.deepEqual(
      gameArray.map(({ gameName }) => gameName),
      order.slice(1, 3),
    );
    assert.deepEqual(paginator, { total: 5, start: 1, limit: 2 });
  });

  test('isn’t available by GET, needs all five numbers, and has no pages (libraries rule B14)', async () => {
    assert.equal((await app.anonymous.send('GET', '/api/v3/boardgames/recommend')).status, 405);
    assert.deepEqual((await app.anonymous.get(boardgamesApi.recommend, { body: defaultWish })).paginator.limit, 50);
    for (const key of Object.keys(defaultWish)) {
      const body = { ...defaultWish, [key]: undefined };
      const response = await app.anonymous.call(boardgamesApi.recommend, { body });
      assert.deepEqual([response.status, Object.keys(response.fieldErrors ?? {})], [400, [key]]);
    }
  });

  test('shows the caller’s favorites', async () => {
    await reload(app, admin, [fittingGame]);
    const james = await app.logIn('james');
    const [game] = (await james.get(boardgamesApi.recommend, { body: defaultWish })).gameArray;
    await james.get(boardgamesApi.addFavorite, { params: { boardgameID: game?.gameID ?? '' } });
    const [again] = (await james.get(boardgamesApi.recommend, { body: defaultWish })).gameArray;
    assert.deepEqual([game?.isFavorite, again?.isFavorite], [false, true]);
  });
});

const realFile = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'boardgames.json');

type RealEntry = Readonly<Record<string, number | string>>;
/** Returns NaN for a missing number, so that no comparison with it is true. */
const readNumber = (entry: RealEntry, key: string): number => Number(entry[key] ?? Number.NaN);
const isMissingOrZero = (entry: RealEntry, key: string): boolean => entry[key] === undefined || entry[key] === 0;

/** The first step of recommending again, as simply as possible: whether the game matches the wish. */
function matchesWish(entry: RealEntry, wish: Wish): boolean {
  if (!(readNumber(entry, 'minPlayers') <= wish.numPlayers)) return false;
  if (!(readNumber(entry, 'maxPlayers') >= wish.numPlayers)) return false;
  if (!(readNumber(entry, 'avgPlayingTime') <= wish.timeToPlay)) return false;
  if (wish.maxAge !== 0 && !(readNumber(entry, 'minAge') <= wish.maxAge)) return false;
  if (wish.minAge !== 0 && !(readNumber(entry, 'minAge') >= wish.minAge)) return false;
  return wish.complexity === 0 || readNumber(entry, 'complexity') >= wish.complexity;
}

/** The second step: whether enough is known about the game. */
function isUsable(entry: RealEntry): boolean {
  const isAbsent = (key: string) => isMissingOrZero(entry, key);
  const missing = ['suggestedPlayers', 'avgPlayingTime', 'avgRating', 'complexity'].filter(isAbsent);
  if (missing.length > 1) return false;
  if (missing[0] === 'suggestedPlayers') return !isAbsent('minPlayers') && !isAbsent('maxPlayers');
  if (missing[0] === 'avgPlayingTime') return !isAbsent('minPlayingTime') && !isAbsent('maxPlayingTime');
  return true;
}

/** The third step: how well the game fits the wish. */
function computeScore(entry: RealEntry, wish: Wish): number {
  const or = (key: string, fallback: number) => (isMissingOrZero(entry, key) ? fallback : readNumber(entry, key));
  const half = (one: string, other: string, plus: number) =>
    Math.floor((readNumber(entry, one) + readNumber(entry, other) + plus) / 2);
  let points = 100 + or('avgRating', 4.5);
  points -= 2 * Math.abs(wish.numPlayers - or('suggestedPlayers', half('minPlayers', 'maxPlayers', 1)));
  points -= Math.abs(wish.timeToPlay - or('avgPlayingTime', half('minPlayingTime', 'maxPlayingTime', 0))) / 15;
  const wanted = [1, wish.complexity, 5].toSorted((one, other) => one - other)[1] ?? 0;
  return wish.complexity === 0 ? points : points - 1.5 * Math.abs(wanted - or('complexity', 3));
}

const rankEntries = (entries: readonly RealEntry[], wish: Wish): [score: number, name: string][] =>
  entries
    .filter((entry) => matchesWish(entry, wish) && isUsable(entry))
    .map((entry) => [computeScore(entry, wish), String(entry.bggGameName ?? entry.gameName)]);

test('a real library is ranked the same as by a simple second implementation', {
  skip: !existsSync(realFile) && 'no real data here',
}, async () => {
  const text = readFileSync(realFile, 'utf8');
  writeCatalogue(app, text);
  await admin.get(boardgamesApi.reload);
  const entries = JSON.parse(text);
  const random = createRandom(12);
  const oneOf = (...numbers: number[]): number => numbers[random.below(numbers.length)] ?? 0;
  const lengths: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const body = {
      numPlayers: 1 + random.below(9),
      timeToPlay: oneOf(15, 30, 45, 60, 90, 120, 200),
      maxAge: oneOf(0, 0, 8, 10, 14),
      minAge: oneOf(0, 0, 6, 12),
      complexity: oneOf(0, 0, 1, 2, 3, 5, 7, -1),
    };
    const expected = rankEntries(entries, body);
    const ranked = await recommend(body);
    lengths.push(ranked.length);
    assert.deepEqual(ranked.toSorted(), expected.map(([, name]) => name).toSorted());
    // Names may occur twice, so this compares the scores in the response's order with the sorted ones.
    const byName = Map.groupBy(expected, ([, name]) => name);
    const scores = ranked.map(
      (name) =>
        byName
          .get(name)
          ?.toSorted(([one], [other]) => other - one)
          .shift()?.[0] ?? 0,
    );
    const unique = ranked.every((name) => (byName.get(name)?.length ?? 0) === 1);
    if (unique)
      assert.deepEqual(
        scores,
        scores.toSorted((one, other) => other - one),
        JSON.stringify(body),
      );
  }
  assert.ok(Math.max(...lengths) > 100, 'some wishes are met by many games');
  assert.ok(Math.min(...lengths) < 5, 'some by few');
});
