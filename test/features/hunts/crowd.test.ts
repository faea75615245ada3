import assert from 'node:assert/strict';
import { test } from 'node:test';
import { huntsApi } from '#features/hunts/api.ts';
import { startTestApp } from '../../support/app.ts';
import { callInAnswer, createMaker, makeHunt, readPuzzle } from '../../support/hunts.ts';

const app = await startTestApp();
const maker = await createMaker(app, 'crowd-maker');
const crowd = await Promise.all(Array.from({ length: 50 }, (_, index) => app.newcomer(`solver${index}`)));

test('fifty users who solve a puzzle at once each solve it once, and one of them is first', async () => {
  const { huntID, puzzles } = await makeHunt(maker, 'Last puzzle', [{ title: 'last', answer: 'now' }]);
  const [{ puzzleID } = { puzzleID: '' }] = puzzles;
  const twice = await Promise.all([...crowd, ...crowd].map((user) => callInAnswer(user, puzzleID, 'Now!')));
  assert.ok(twice.every(({ body }) => body.correct === 'now'));
  const count = (status: number) => twice.filter((reply) => reply.status === status).length;
  assert.deepEqual([count(201), count(200)], [50, 50]);
  const { puzzles: statistics } = await maker.get(huntsApi.statistics, { params: { huntID } });
  const [{ firstSolver, callInCount, userCount, solverCount } = assert.fail()] = statistics;
  assert.deepEqual([callInCount, userCount, solverCount], [50, 50, 50]);
  const first = crowd.find(({ username }) => username === firstSolver?.username);
  assert.ok(first);
  for (const user of crowd) assert.equal((await readPuzzle(user, puzzleID)).callIns.length, 1);
  const again = await maker.get(huntsApi.statistics, { params: { huntID } });
  assert.equal(again.puzzles[0]?.firstSolver?.username, first.username);
});
