import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { area } from '#area/area.ts';
import { transact } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { integerInPath } from '#contract/fields.ts';
import {
  declareModeratedCalls,
  declareModeratedRead,
  fileReport,
  moderatedKind,
  settableKind,
} from '#core/reports/index.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { createModerationArea } from '#staff/moderation/area.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';
import { readNewestAction } from './support.ts';

/** Content that exists only in memory: number 1 exists, number 2 is deleted. */
const shells = new Map([
  [1, { state: 'normal', isDeleted: false, authorID: '' }],
  [2, { state: 'normal', isDeleted: true, authorID: '' }],
]);

function getShell(shellID: number) {
  const shell = shells.get(shellID);
  if (!shell) throw notFound('shell');
  return shell;
}

const shellRecord = { shell: v.number(), isDeleted: v.boolean(), moderationStatus: v.string() };
const shellParams = { shellID: integerInPath };
const sharedCalls = declareModeratedCalls({
  word: 'beachShell',
  aliases: ['seashell'],
  params: shellParams,
  recordName: 'ShellModerationData',
  record: shellRecord,
  summary: 'A shell',
  stateSummary: 'Set the state of a shell',
});
const shellKind = settableKind(sharedCalls, {
  listReportTargets: ({ shellID }) => [{ type: 'streamPhoto', id: String(shellID) }],
  read(_context, _moderator, { shellID }) {
    const { isDeleted, state } = getShell(shellID);
    return { shell: shellID, isDeleted, moderationStatus: state };
  },
  settable: {
    getContent(_context, _moderator, { shellID }) {
      const { isDeleted, authorID } = getShell(shellID);
      if (isDeleted) throw notFound('shell');
      return { type: 'streamPhoto', id: String(shellID), authorID };
    },
    setState(_context, { shellID }, state) {
      getShell(shellID).state = state;
    },
  },
});
const pearlCalls = declareModeratedRead({
  word: 'pearl',
  params: shellParams,
  recordName: 'PearlModerationData',
  record: shellRecord,
  summary: 'A shell by another name, whose state is set as that of a shell',
});
const pearlKind = moderatedKind(pearlCalls, {
  listReportTargets: shellKind.listReportTargets,
  read: shellKind.read,
});
const testArea = area({ name: 'beach', api: {}, handlers: () => ({}), moderated: [shellKind, pearlKind] });

const app = await startTestApp({
  areas: [...areas.filter(({ name }) => name !== 'moderation'), testArea, createModerationArea([testArea])],
});
const moderator = await app.atLevel('moderator');
const james = await app.logIn('james');
for (const one of shells.values()) one.authorID = james.userID;

test('content of a declared kind can be read with its reports, even deleted and by an alias', async () => {
  const reporter = toCaller(getUser(app.context, moderator.userID));
  const content = { type: 'streamPhoto', id: '2', authorID: james.userID } as const;
  transact(app.context, (context) => fileReport(context, reporter, content, 'chipped'));
  const judged = await moderator.get(sharedCalls.readEndpoint, { params: { shellID: 2 } });
  assert.deepEqual([judged.shell, judged.isDeleted, judged.moderationStatus], [2, true, 'normal']);
  assert.deepEqual(
    judged.reports.map(({ submitterMessage, reportedUser }) => [submitterMessage, reportedUser.username]),
    [['chipped', 'james']],
  );
  for (const word of ['beachshell', 'seashell', 'pearl']) {
    assert.deepEqual((await moderator.send('GET', `/api/v3/mod/${word}/2`)).body, judged, word);
  }
});

test('the state of a declared kind can be set and is recorded, by an alias too, unless it’s deleted', async () => {
  const setState = (word: string, shellID: number) =>
    moderator.send('POST', `/api/v3/mod/${word}/${shellID}/setstate/reviewed`);
  for (const word of ['beachshell', 'seashell']) {
    shells.set(1, { ...getShell(1), state: 'locked' });
    assert.equal((await setState(word, 1)).status, 200);
    assert.equal(getShell(1).state, 'modReviewed');
  }
  const action = await readNewestAction(moderator);
  assert.deepEqual([action?.actionType, action?.contentID], ['markReviewed', '1']);
  assert.deepEqual([(await setState('beachshell', 2)).reason, getShell(2).state], ['Shell not found.', 'normal']);
  assert.equal((await setState('pearl', 1)).status, 404, 'a kind that is only read');
});

test('calls of a declared kind are for moderators, and validate the id in the path', async () => {
  assert.equal((await james.call(sharedCalls.readEndpoint, { params: { shellID: 1 } })).status, 403);
  assert.equal((await james.send('POST', '/api/v3/mod/beachshell/1/setstate/normal')).status, 403);
  assert.equal((await moderator.call(sharedCalls.readEndpoint, { params: { shellID: 'x' } })).status, 400);
  assert.equal((await moderator.call(sharedCalls.readEndpoint, { params: { shellID: 3 } })).status, 404);
});
