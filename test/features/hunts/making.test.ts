import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importTimeZones } from '#core/ship-time/index.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { startTestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { callInAnswer, createMaker, makeHunt, readForMakers, readHunt, readPuzzle } from '../../support/hunts.ts';
import { forcedOptions } from '../../support/ship-time.ts';

const app = await startTestApp();
const maker = await createMaker(app, 'making-maker');
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const getTimeInHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const patchPuzzle = (puzzleID: string, body: unknown) =>
  maker.call(huntsApi.patchPuzzle, { params: { puzzleID }, body });

test('hunts are made by the team and by users with the role, which permits nothing else', async () => {
  const body = { title: 'Made', description: '', puzzles: [{ title: 'p', body: '', answer: 'a', hints: {} }] };
  for (const user of [james, await app.atLevel('moderator')])
    assert.equal((await user.call(huntsApi.create, { body })).status, 403);
  for (const user of [maker, await app.atLevel('devteam'), await app.atLevel('tho')]) {
    const made = await user.call(huntsApi.create, { body: { ...body, title: `Made by ${user.username}` } });
    assert.deepEqual([made.status, made.bytes.length], [201, 0]);
  }
  assert.equal((await maker.send('GET', '/api/v3/mod/moderationlog')).status, 403);
});

test('makers read all puzzles with answers and hints, whose keys are normalized', async () => {
  const unlockTime = getTimeInHours(3);
  const { huntID } = await makeHunt(maker, 'For makers', [
    { title: 'locked', body: 'b', answer: 'An Answer', hints: { 'close, but': 'h1', 'Close But!': 'h2' }, unlockTime },
    { title: 'open', answer: 'x', unlockTime: null },
  ]);
  const hunt = await readForMakers(maker, huntID);
  assert.equal(hunt.nextUnlockTime, undefined);
  assert.deepEqual(
    hunt.puzzles.map(({ puzzleID: _, ...puzzle }) => puzzle),
    [
      { title: 'open', body: '', answer: 'x', hints: {} },
      { title: 'locked', body: 'b', answer: 'An Answer', hints: { CLOSEBUT: 'h2' }, unlockTime },
    ],
  );
  assert.deepEqual((await maker.send('GET', `/api/v2/hunts/${huntID}/admin`)).body, hunt);
  assert.equal((await james.send('GET', `/api/v2/hunts/${huntID}/admin`)).status, 403);
});

test('a hunt is created completely or not at all, with errors under their paths', async () => {
  const good = { title: 'p', body: '', answer: 'a', hints: {} };
  const send = (change: object) => maker.call(huntsApi.create, { body: { title: 'T', description: '', ...change } });
  const { hunts: before } = await maker.get(huntsApi.list);
  const bad: readonly [object, string][] = [
    [{ puzzles: [] }, 'puzzles'],
    [{ puzzles: Array.from({ length: 201 }, () => good) }, 'puzzles'],
    [{ puzzles: [good], title: 'x'.repeat(201) }, 'title'],
    [{ puzzles: [good], description: 'x'.repeat(2049) }, 'description'],
    [{ puzzles: [good, { ...good, title: 'x'.repeat(201) }] }, 'puzzles.1.title'],
    [{ puzzles: [good, { ...good, body: 'x'.repeat(100_001) }] }, 'puzzles.1.body'],
    [{ puzzles: [good, { ...good, hints: { ' ?! ': 'nothing is left of the key' } }] }, 'puzzles.1.hints'],
    [{ puzzles: [good, { ...good, hints: undefined }] }, 'puzzles.1.hints'],
  ];
  for (const [change, path] of bad) {
    const { status, fieldErrors } = await send(change);
    assert.equal(status, 400, path);
    assert.deepEqual(Object.keys(fieldErrors ?? {}), [path]);
  }
  for (const hints of [[], 'text', { key: 1 }]) {
    const { status, fieldErrors } = await send({ puzzles: [{ ...good, hints }] });
    assert.deepEqual([status, fieldErrors], [400, undefined], JSON.stringify(hints));
  }
  assert.deepEqual((await maker.get(huntsApi.list)).hunts, before);
  const large = { ...good, body: 'x'.repeat(99_999) };
  assert.equal((await send({ title: 'Large', puzzles: Array.from({ length: 60 }, () => large) })).status, 201);
});

test('makers can add puzzles to a hunt, up to two hundred (libraries rule H22)', async () => {
  const few = await makeHunt(maker, 'Growing', [{ title: 'first', answer: 'a' }]);
  const body = { title: 'second', body: 'b\r\nc', answer: 'Rope', hints: { 'A hint!': 'no' }, unlockTime: null };
  const add = (user: Client, huntID: string, more = {}) =>
    user.call(huntsApi.addPuzzle, { params: { huntID }, body: { ...body, ...more } });
  const titles = async () => (await readHunt(james, few.huntID)).puzzles.map(({ title }) => title);
  assert.equal((await add(james, few.huntID)).status, 403);
  assert.equal((await add(await app.atLevel('moderator'), few.huntID)).status, 403);
  assert.ok((await add(maker, few.huntID, { hints: undefined })).fieldErrors?.hints);
  assert.deepEqual(await titles(), ['first']);
  assert.equal((await add(maker, few.huntID)).status, 201);
  assert.equal((await add(maker, few.huntID, { title: 'third' })).status, 201);
  assert.equal((await add(maker, few.huntID, { title: 'locked', unlockTime: getTimeInHours(2) })).status, 201);
  assert.deepEqual(await titles(), ['first', 'second', 'third']);
  const second = (await readForMakers(maker, few.huntID)).puzzles[1];
  assert.deepEqual([second?.body, second?.hints], ['b\nc', { AHINT: 'no' }]);
  assert.equal((await callInAnswer(james, second?.puzzleID ?? '', 'rope')).body.correct, 'Rope');
  assert.equal((await add(maker, '00000000-0000-4000-8000-000000000000')).status, 404);

  const many = Array.from({ length: 199 }, (_, index) => ({ title: `p${index}`, answer: 'a' }));
  const { huntID } = await makeHunt(maker, 'Full', many);
  assert.deepEqual([(await add(maker, huntID)).status, (await add(maker, huntID)).status], [201, 400]);
  assert.equal((await readForMakers(maker, huntID)).puzzles.length, 200);
});

test('hint keys such as __proto__ are ordinary keys', async () => {
  const hints = JSON.parse('{"__proto__":"one","constructor":"two","prototype":"three"}');
  const { huntID, puzzles } = await makeHunt(maker, 'Odd keys', [{ title: 'p', hints }]);
  const read = await readForMakers(maker, huntID);
  assert.deepEqual(read.puzzles[0]?.hints, { CONSTRUCTOR: 'two', PROTO: 'one', PROTOTYPE: 'three' });
  assert.equal((await callInAnswer(james, puzzles[0]?.puzzleID ?? '', '__proto__')).body.hint, 'one');
});

test('patching a hunt changes only the given fields; absent and null both mean unchanged', async () => {
  const { huntID } = await makeHunt(maker, 'Before', [{ title: 'p' }]);
  const params = { huntID };
  for (const [body, title, description] of [
    [{}, 'Before', 'about Before'],
    [{ title: null, description: 'new' }, 'Before', 'new'],
    [{ title: 'After' }, 'After', 'new'],
  ] as const) {
    const reply = await maker.call(huntsApi.patch, { params, body });
    assert.deepEqual([reply.status, reply.bytes.length], [204, 0]);
    const hunt = await readHunt(james, huntID);
    assert.deepEqual([hunt.title, hunt.description], [title, description]);
  }
  assert.equal((await james.call(huntsApi.patch, { params, body: { title: 'Mine' } })).status, 403);
  const unknown = { huntID: '00000000-0000-4000-8000-000000000000' };
  assert.equal((await maker.call(huntsApi.patch, { params: unknown, body: {} })).status, 404);
});

test('in a patch of a puzzle, null removes the unlock time and nothing else', async () => {
  const unlockTime = getTimeInHours(3);
  const { huntID, puzzles } = await makeHunt(maker, 'Patches', [{ title: 'p', body: 'b', answer: 'a', unlockTime }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  const read = async () => (await readForMakers(maker, huntID)).puzzles[0];
  const before = { puzzleID, title: 'p', body: 'b', answer: 'a', hints: {}, unlockTime };
  for (const body of [{}, { title: null, body: null, answer: null, hints: null }]) {
    assert.equal((await patchPuzzle(puzzleID, body)).status, 204);
    assert.deepEqual(await read(), before);
  }
  const later = getTimeInHours(4);
  await patchPuzzle(puzzleID, { unlockTime: later, title: 'new' });
  assert.deepEqual(await read(), { ...before, title: 'new', unlockTime: later });
  assert.equal(
    (await maker.send('PATCH', `/api/v3/hunts/puzzles/${puzzleID}`, { body: { unlockTime: null } })).status,
    204,
  );
  assert.deepEqual(await read(), { puzzleID, title: 'new', body: 'b', answer: 'a', hints: {} });
  assert.equal((await readPuzzle(james, puzzleID)).title, 'new');
  for (const [body, path] of [
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ body: 'x'.repeat(100_001) }, 'body'],
    [{ hints: { '!': 'x' } }, 'hints'],
  ] as const)
    assert.deepEqual(Object.keys((await patchPuzzle(puzzleID, body)).fieldErrors ?? {}), [path]);
  assert.equal((await patchPuzzle('00000000-0000-4000-8000-000000000000', {})).status, 404);
});

test('a new answer makes matching call-ins right, and keeps those right that had the old one', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'New answer', [{ title: 'p', answer: 'old' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  await callInAnswer(james, puzzleID, 'New');
  await callInAnswer(james, puzzleID, 'Old');
  await callInAnswer(heidi, puzzleID, 'new!');
  await patchPuzzle(puzzleID, { answer: 'O L D' });
  assert.equal((await readPuzzle(heidi, puzzleID)).callIns[0]?.correct, undefined);
  await patchPuzzle(puzzleID, { answer: 'new' });
  const correct = async (user: typeof james) => (await readPuzzle(user, puzzleID)).callIns.map((one) => one.correct);
  assert.deepEqual([await correct(james), await correct(heidi)], [['new', 'new'], ['new']]);
  const { puzzles: shown } = await readHunt(james, huntID);
  assert.deepEqual(
    shown.map(({ answer }) => answer),
    ['new'],
  );
  assert.equal((await callInAnswer(heidi, puzzleID, 'third')).status, 409);
});

test('new hints reach users who had called in the key, and a changed hint is shown as changed', async () => {
  const { puzzles } = await makeHunt(maker, 'New hints', [{ title: 'p', answer: 'right', hints: { warm: 'warmer' } }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  for (const answer of ['warm', 'cold', 'right']) await callInAnswer(james, puzzleID, answer);
  await patchPuzzle(puzzleID, { hints: { 'Cold!': 'colder', warm: 'hot', right: 'not for those who solved it' } });
  const { callIns } = await readPuzzle(james, puzzleID);
  assert.deepEqual(
    callIns.map(({ hint, correct }) => hint ?? correct),
    ['hot', 'colder', 'right'],
  );
});

test('deleting a hunt deletes its puzzles and call-ins', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Gone', [{ title: 'p', hints: { h: 'hint' } }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  await callInAnswer(james, puzzleID, 'h');
  const params = { huntID };
  assert.equal((await james.call(huntsApi.delete, { params })).status, 403);
  const deleted = await maker.call(huntsApi.delete, { params });
  assert.deepEqual([deleted.status, deleted.bytes.length], [200, 0]);
  assert.equal((await maker.call(huntsApi.delete, { params })).status, 404);
  assert.equal((await james.call(huntsApi.read, { params })).status, 404);
  assert.equal((await james.call(huntsApi.readPuzzle, { params: { puzzleID } })).status, 404);
  assert.equal((await callInAnswer(james, puzzleID, 'h')).status, 404);
});

test('makers see how many tried and solved each puzzle, who was first, and all wrong answers', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Statistics', [
    { title: 'tried', answer: 'yes', hints: { hm: 'hint' } },
    { title: 'untouched' },
  ]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  for (const answer of ['no', 'hm', 'never']) await callInAnswer(james, puzzleID, answer);
  await callInAnswer(heidi, puzzleID, 'No!');
  await callInAnswer(heidi, puzzleID, 'yes');
  const firstSolvedTime = app.clock.now().toISOString();
  app.clock.advance({ minutes: 1 });
  await callInAnswer(james, puzzleID, 'yes');
  const params = { huntID };
  const { puzzles: statistics, ...rest } = await maker.get(huntsApi.statistics, { params });
  assert.deepEqual(rest, { huntID, title: 'Statistics' });
  const [tried, untouched] = statistics;
  const { firstSolver, ...counts } = tried ?? {};
  assert.equal(firstSolver?.username, 'heidi');
  const wrongAnswers = [
    { answer: 'NO', userCount: 2 },
    { answer: 'NEVER', userCount: 1 },
  ];
  const expected = { puzzleID, title: 'tried', callInCount: 6, userCount: 2, solverCount: 2, firstSolvedTime };
  assert.deepEqual(counts, { ...expected, wrongAnswers });
  assert.deepEqual(untouched, {
    puzzleID: puzzles[1]?.puzzleID,
    title: 'untouched',
    callInCount: 0,
    userCount: 0,
    solverCount: 0,
    wrongAnswers: [],
  });
  assert.equal((await james.call(huntsApi.statistics, { params })).status, 403);
  assert.equal((await maker.call(huntsApi.statistics, { params: { huntID: puzzleID } })).status, 404);
});

test('a puzzle unlocks by the ship’s clock, even if the clock changes are edited', async () => {
  const unlockTime = new Date(app.clock.now().getTime() + 10 * 3_600_000);
  const { huntID } = await makeHunt(maker, 'On board', [{ title: 'p', unlockTime: unlockTime.toISOString() }]);
  const change = [
    `20250101T000000Z\tEST\tAmerica/New_York`,
    `${app.clock
      .now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, '')}\tAST\tAmerica/Puerto_Rico`,
  ];
  importTimeZones(app.context, change.join('\n'), forcedOptions);
  // Clocks went forward by an hour, so the unlock time on the ship's clock comes an hour sooner.
  const sooner = new Date(unlockTime.getTime() - 3_600_000);
  assert.equal((await readHunt(james, huntID)).nextUnlockTime, sooner.toISOString());
  app.clock.set(new Date(sooner.getTime() - 1000));
  assert.equal((await readHunt(james, huntID)).puzzles.length, 0);
  app.clock.set(sooner);
  assert.equal((await readHunt(james, huntID)).puzzles.length, 1);
});
