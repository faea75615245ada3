import assert from 'node:assert/strict';
import { test } from 'node:test';
import { huntsApi } from '#features/hunts/api.ts';
import { startTestApp, type TestUserLevel, type User } from '../../support/app.ts';
import type { Client, Reply } from '../../support/client.ts';
import { callInAnswer, createMaker, makeHunt, readHunt } from '../../support/hunts.ts';
import { openSocket } from '../../support/socket.ts';
import { getResponseText, runEveryGet, sweep } from '../../support/sweep.ts';

/** An attacker tries to find out unpublished puzzles and answers. */
const app = await startTestApp();
const maker = await createMaker(app, 'secret-maker');
const attacker = await app.newcomer('attacker');
const getTimeInHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const unknownID = '00000000-0000-4000-8000-000000000000';

const secrets = {
  title: 'lockedtitlexyzzy',
  body: 'lockedbodyxyzzy',
  answer: 'lockedanswerxyzzy',
  key: 'lockedkeyxyzzy',
  hint: 'lockedhintxyzzy',
  openAnswer: 'openanswerxyzzy',
  openKey: 'openkeyxyzzy',
  openHint: 'openhintxyzzy',
};
const lockedPuzzle = {
  title: secrets.title,
  body: secrets.body,
  answer: secrets.answer,
  hints: { [secrets.key]: secrets.hint },
  unlockTime: getTimeInHours(5),
};
const openPuzzle = {
  title: 'open',
  body: 'open',
  answer: secrets.openAnswer,
  hints: { [secrets.openKey]: secrets.openHint },
};
const { huntID, puzzles } = await makeHunt(maker, 'Secrets', [openPuzzle, lockedPuzzle]);
const [openID, lockedID] = puzzles.map(({ puzzleID }) => puzzleID) as [string, string];

function assertKeepsSecrets(said: string, where: string): void {
  for (const secret of Object.values(secrets)) assert.ok(!said.toLowerCase().includes(secret), `${where}: ${secret}`);
}

/** Returns all of a response that could reveal anything, including its length. */
const listVisibleParts = ({ status, headers, bytes }: Reply<unknown>) => ({
  status,
  text: bytes.toString(),
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
});

test('a locked puzzle responds exactly like an unknown one', async () => {
  const calls: ((client: Client, puzzleID: string) => Promise<Reply<unknown>>)[] = [
    (client, puzzleID) => client.call(huntsApi.readPuzzle, { params: { puzzleID } }),
    (client, puzzleID) => client.send('GET', `/api/v2/hunts/puzzles/${puzzleID}`),
    (client, puzzleID) => client.send('HEAD', `/api/v3/hunts/puzzles/${puzzleID}`),
    (client, puzzleID) => client.send('GET', `/api/v3/hunts/${puzzleID}`),
    (client, puzzleID) => callInAnswer(client, puzzleID, 'a guess'),
    (client, puzzleID) => callInAnswer(client, puzzleID, secrets.answer),
    (client, puzzleID) => callInAnswer(client, puzzleID, secrets.key),
    (client, puzzleID) => callInAnswer(client, puzzleID, ''),
    (client, puzzleID) => client.call(huntsApi.patchPuzzle, { params: { puzzleID }, body: {} }),
    (client, puzzleID) => client.call(huntsApi.readAll, { params: { huntID: puzzleID } }),
  ];
  for (const client of [attacker, app.anonymous, await app.atLevel('moderator'), await app.atLevel('unverified')])
    for (const [index, call] of calls.entries()) {
      const ask = async (puzzleID: string) => {
        // Each call then has the full rate limit, which its headers show.
        app.clock.advance({ seconds: 18 });
        return listVisibleParts(await call(client, puzzleID));
      };
      const [locked, unknown] = [await ask(lockedID), await ask(unknownID)];
      assert.deepEqual(locked, unknown, `call ${index}`);
      assertKeepsSecrets(locked.text, `call ${index}`);
    }
});

test('a guess at a locked puzzle leaves no trace: after it unlocks, nothing was called in', async () => {
  const { puzzles } = await makeHunt(maker, 'Early guesses', [
    { title: 'p', answer: 'x', unlockTime: getTimeInHours(1) },
  ]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  assert.equal((await callInAnswer(attacker, puzzleID, 'x')).status, 404);
  await maker.get(huntsApi.patchPuzzle, { params: { puzzleID }, body: { unlockTime: null } });
  assert.deepEqual((await attacker.get(huntsApi.readPuzzle, { params: { puzzleID } })).callIns, []);
});

test('a hunt looks the same whatever its locked puzzles contain', async () => {
  const unlockTime = getTimeInHours(2);
  const make = (title: string, text: string) =>
    makeHunt(maker, title, [{ title: text, body: text, answer: text, hints: { [text]: text }, unlockTime }]);
  const [short, long] = [await make('Hunt 1', 'x'), await make('Hunt 2', 'y'.repeat(190))];
  const readBytes = async (id: string) => (await attacker.call(huntsApi.read, { params: { huntID: id } })).bytes.length;
  assert.equal(await readBytes(short.huntID), await readBytes(long.huntID));
});

test('no call that passengers can make, with or without a search, reveals anything about it', async () => {
  const known = { huntID: [huntID], puzzleID: [openID, lockedID], userID: [maker.userID] };
  const calls = runEveryGet(known, Object.values(secrets));
  assert.ok(calls.some(({ path }) => path.includes(lockedID)));
  for (const [{ method, path }, said] of await sweep(attacker, calls)) assertKeepsSecrets(said, `${method} ${path}`);
});

test('neither does a wrong answer, a socket, an error or the API description', async () => {
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', attacker.token);
  const wrong = await callInAnswer(attacker, openID, 'wrong');
  assertKeepsSecrets(getResponseText(wrong), 'a wrong answer');
  await maker.get(huntsApi.patchPuzzle, { params: { puzzleID: openID }, body: { body: 'changed' } });
  await maker.get(huntsApi.patch, { params: { huntID }, body: { description: 'changed' } });
  await socket.ping();
  assertKeepsSecrets(JSON.stringify(socket.frames), 'the socket');
  socket.close();
  assertKeepsSecrets(getResponseText(await app.anonymous.send('GET', '/api/v3/openapi.json')), 'the description');
  const client = await app.atLevel('client');
  assertKeepsSecrets(getResponseText(await client.send('GET', '/api/v3/client/metrics')), 'the measurements');
});

test('shows only matched hints, and the answer only to users who solved the puzzle', async () => {
  const solver = await app.newcomer('solver');
  const hinted = getResponseText(await callInAnswer(solver, openID, secrets.openKey));
  assert.ok(hinted.includes(secrets.openHint) && !hinted.includes(secrets.openAnswer));
  await callInAnswer(solver, openID, secrets.openAnswer);
  assert.equal((await readHunt(solver, huntID)).puzzles[0]?.answer, secrets.openAnswer);
  assertKeepsSecrets(
    getResponseText(await attacker.call(huntsApi.read, { params: { huntID } })),
    'the hunt, to others',
  );
});

test('a puzzle that’s locked again disappears, even for users who have solved it', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Locked again', [{ title: 'p', answer: 'relocked' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  await callInAnswer(attacker, puzzleID, 'relocked');
  await maker.get(huntsApi.patchPuzzle, { params: { puzzleID }, body: { unlockTime: getTimeInHours(1) } });
  assert.deepEqual((await readHunt(attacker, huntID)).puzzles, []);
  for (const reply of [
    await callInAnswer(attacker, puzzleID, 'relocked'),
    await attacker.call(huntsApi.readPuzzle, { params: { puzzleID } }),
  ])
    assert.equal(reply.status, 404);
});

test('only makers see all answers', async () => {
  const levels: TestUserLevel[] = ['quarantined', 'unverified', 'verified', 'client', 'moderator'];
  const others: User[] = [...(await Promise.all(levels.map((level) => app.atLevel(level)))), attacker];
  for (const user of others)
    for (const path of [
      `/api/v3/hunts/${huntID}/admin`,
      `/api/v2/hunts/${huntID}/admin`,
      `/api/v3/hunts/${huntID}/statistics`,
    ])
      assert.equal((await user.send('GET', path)).status, 403, `${user.username} ${path}`);
});
