import assert from 'node:assert/strict';
import { test } from 'node:test';
import { huntsApi } from '#features/hunts/api.ts';
import { startTestApp } from '../../support/app.ts';
import { callInAnswer, createMaker, makeHunt, readHunt, readPuzzle } from '../../support/hunts.ts';

const app = await startTestApp();
const maker = await createMaker(app, 'solving-maker');
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const getTimeInHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

test('all hunts are listed for everyone by title, ignoring case and accents, even fully locked ones', async () => {
  await makeHunt(maker, 'Zebra', [{ title: 'open' }]);
  await makeHunt(maker, 'élan', [{ title: 'open' }]);
  await makeHunt(maker, 'Aardvark', [{ title: 'locked', unlockTime: getTimeInHours(5) }]);
  const { hunts } = await app.anonymous.get(huntsApi.list);
  assert.deepEqual(
    hunts.map(({ title, description }) => [title, description]),
    [
      ['Aardvark', 'about Aardvark'],
      ['élan', 'about élan'],
      ['Zebra', 'about Zebra'],
    ],
  );
});

test('puzzles are listed in order of unlocking, those without a time first, with the next time', async () => {
  const { huntID } = await makeHunt(maker, 'In order', [
    { title: 'second hour', unlockTime: getTimeInHours(2) },
    { title: 'first hour', unlockTime: getTimeInHours(1) },
    { title: 'always' },
    { title: 'always too' },
    { title: 'also second hour', unlockTime: getTimeInHours(2) },
  ]);
  const read = async () => {
    const { puzzles, nextUnlockTime } = await readHunt(app.anonymous, huntID);
    return { titles: puzzles.map(({ title }) => title), nextUnlockTime };
  };
  const [first, second] = [getTimeInHours(1), getTimeInHours(2)];
  assert.deepEqual(await read(), { titles: ['always', 'always too'], nextUnlockTime: first });
  app.clock.advance({ minutes: 59, seconds: 59 });
  assert.deepEqual(await read(), { titles: ['always', 'always too'], nextUnlockTime: first });
  app.clock.advance({ seconds: 1 });
  assert.deepEqual(await read(), { titles: ['always', 'always too', 'first hour'], nextUnlockTime: second });
  app.clock.advance({ hours: 1 });
  const titles = ['always', 'always too', 'first hour', 'second hour', 'also second hour'];
  assert.deepEqual(await read(), { titles, nextUnlockTime: undefined });
  const { puzzles } = await readHunt(app.anonymous, huntID);
  assert.deepEqual(
    puzzles.map(({ unlockTime }) => unlockTime),
    [undefined, undefined, first, second, second],
  );
});

test('a call-in is right, gives a hint or is wrong, ignoring case, spaces and punctuation', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Answers', [
    { title: 'p', body: 'What?', answer: 'Straße 42!', hints: { 'nearly, there': 'One more step', 'a+b': 'Symbols' } },
  ]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  const wrong = await callInAnswer(james, puzzleID, 'No idea');
  assert.equal(wrong.status, 201);
  assert.deepEqual(wrong.body, { creationTime: app.clock.now().toISOString(), rawSubmission: 'No idea' });
  const hinted = await callInAnswer(james, puzzleID, '“Nearly” THERE…');
  assert.deepEqual([hinted.status, hinted.body.hint, hinted.body.correct], [201, 'One more step', undefined]);
  assert.equal((await callInAnswer(james, puzzleID, 'ab')).body.hint, undefined);
  assert.equal((await callInAnswer(james, puzzleID, 'A + B')).body.hint, 'Symbols');
  assert.equal((await readHunt(james, huntID)).puzzles[0]?.answer, undefined);
  const right = await callInAnswer(james, puzzleID, ' strasse-42\u0085');
  assert.deepEqual([right.status, right.body.correct, right.body.hint], [201, 'Straße 42!', undefined]);
  assert.equal((await readHunt(james, huntID)).puzzles[0]?.answer, 'Straße 42!');
  for (const other of [heidi, app.anonymous])
    assert.equal((await readHunt(other, huntID)).puzzles[0]?.answer, undefined);
});

test('repeating an answer returns the first result, even after solving; a different one is then 409', async () => {
  const { puzzles } = await makeHunt(maker, 'Repeats', [{ title: 'p', answer: 'sesame' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  const first = await callInAnswer(james, puzzleID, 'barley');
  app.clock.advance({ minutes: 1 });
  const again = await callInAnswer(james, puzzleID, 'Bar, ley!');
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal((await callInAnswer(james, puzzleID, 'sesame')).status, 201);
  for (const answer of ['barley', 'sesame', 'SESAME'])
    assert.equal((await callInAnswer(james, puzzleID, answer)).status, 200);
  assert.equal((await callInAnswer(james, puzzleID, 'something else')).status, 409);
  assert.equal((await callInAnswer(heidi, puzzleID, 'something else')).status, 201);
});

test('a puzzle shows logged-in users their own call-ins, oldest first', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Details', [{ title: 'p', body: '**bold**', answer: 'x' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  await callInAnswer(heidi, puzzleID, 'from heidi');
  for (const answer of ['one', 'two', 'X']) await callInAnswer(james, puzzleID, answer);
  const { callIns, ...detail } = await readPuzzle(james, puzzleID);
  assert.deepEqual(detail, { huntID, huntTitle: 'Details', puzzleID, title: 'p', body: '**bold**' });
  assert.deepEqual(
    callIns.map(({ rawSubmission, correct }) => [rawSubmission, correct]),
    [
      ['one', undefined],
      ['two', undefined],
      ['X', 'x'],
    ],
  );
  assert.deepEqual((await readPuzzle(app.anonymous, puzzleID)).callIns, []);
  const old = await james.send('GET', `/api/v2/hunts/puzzles/${puzzleID}`);
  assert.deepEqual(old.body, await readPuzzle(james, puzzleID));
});

test('a call-in is the raw body: empty or too long is 400; one without letters or digits is wrong', async () => {
  const { puzzles } = await makeHunt(maker, 'Limits', [{ title: 'p', answer: '?!' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  for (const answer of ['', 'x'.repeat(1001)]) {
    const { status, fieldErrors } = await callInAnswer(james, puzzleID, answer);
    assert.deepEqual([status, fieldErrors], [400, undefined], answer.slice(0, 5));
  }
  assert.equal((await callInAnswer(james, puzzleID, 'é'.repeat(1000))).status, 201);
  const nothingLeft = await callInAnswer(james, puzzleID, '...');
  assert.deepEqual([nothingLeft.status, nothingLeft.body.correct, nothingLeft.body.hint], [201, undefined, undefined]);
  assert.equal((await callInAnswer(james, puzzleID, '{"an": "object"}')).body.rawSubmission, '{"an": "object"}');
  const inUnknown = await callInAnswer(james, '00000000-0000-4000-8000-000000000000', '');
  assert.equal(inUnknown.status, 400);
  const unreadable = await james.send('POST', `/api/v3/hunts/puzzles/${puzzleID}/callin`, {
    body: Buffer.from([0xff, 0xfe]),
  });
  assert.equal(unreadable.status, 400);
});

test('all logged-in users can call in, even quarantined ones, and no one else', async () => {
  const { puzzles } = await makeHunt(maker, 'For all', [{ title: 'p', answer: 'x' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  for (const level of ['quarantined', 'unverified'] as const)
    assert.equal((await callInAnswer(await app.atLevel(level), puzzleID, 'x')).body.correct, 'x');
  assert.equal((await callInAnswer(app.anonymous, puzzleID, 'x')).status, 401);
});

test('an accented letter is the same however it was typed', async () => {
  const { puzzles } = await makeHunt(maker, 'Accents', [{ title: 'p', answer: 'cafe\u0301' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  assert.equal((await callInAnswer(james, puzzleID, 'caf\u00e9')).body.correct, 'cafe\u0301');
});

test('call-ins are counted per family, and limited per puzzle', async () => {
  const sam = await app.logIn('sam');
  const { puzzles } = await makeHunt(maker, 'Guessing', [{ title: 'p', answer: 'x' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  let guesses = 0;
  const guess = () => callInAnswer(sam, puzzleID, `guess ${guesses++}`);
  const guessUntil = async (status: number) => {
    for (let tries = 0; tries < 1000; tries += 1) {
      const reply = await guess();
      if (reply.status !== 201) return assert.equal(reply.status, status, reply.reason);
    }
    assert.fail('guesses have no end');
  };
  await guessUntil(429);
  assert.equal(guesses, 201);
  for (let hours = 0; hours < 2; hours += 1) {
    app.clock.advance({ hours: 1 });
    await guessUntil(hours === 0 ? 429 : 400);
  }
  assert.equal((await readPuzzle(sam, puzzleID)).callIns.length, 500);
});
