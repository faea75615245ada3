import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { browse } from '../../support/browse.ts';
import { createLogBook } from '../../support/log-book.ts';
import { giveRole } from '../../support/roles.ts';
import { runEveryGet, sweep } from '../../support/sweep.ts';

const logBook = createLogBook('debug');
const app = await startTestApp({ log: logBook.log });
const admin = await app.logIn('admin');
const reporter = await app.newcomer('reporter');
const officer = await giveRole(app, await app.newcomer('olga'), 'safetyofficer');
const levels = ['verified', 'moderator', 'devteam', 'admin'] as const;
const others: User[] = await Promise.all(levels.map((level) => app.atLevel(level)));

/** Every field contains this, next to a word that searches look for. */
const searchedWord = 'zanzibar';
const incidentText = `${searchedWord} gyroscope`;
const incidentBody = {
  what: incidentText,
  who: incidentText,
  where: incidentText,
  when: incidentText,
  wish: incidentText,
  mayContact: true,
};

/** Makes every call of safety officers and reporters, over the API and in the browser. */
async function makeEveryIncidentCall(): Promise<string> {
  const { id } = await reporter.get(incidentsApi.file, { body: incidentBody });
  const at = { params: { incidentID: id } };
  await officer.get(incidentsApi.list);
  await officer.get(incidentsApi.read, at);
  await officer.get(incidentsApi.note, { ...at, body: { text: incidentText } });
  await reporter.get(incidentsApi.own);
  await browse(app, reporter).send('/incidents', { action: 'file', ...incidentBody, mayContact: 'on' });
  await browse(app, officer).open('/safety');
  await browse(app, officer).open(`/safety/${id}`);
  await browse(app, officer).send(`/safety/${id}`, { action: 'note', text: incidentText });
  await officer.get(incidentsApi.close, at);
  return id;
}

const readCounts = async () => ({
  rollup: await admin.get(adminApi.rollup),
  reports: await admin.get(moderationApi.reports),
  actions: await admin.get(moderationApi.actionLog),
});

// This is one test, since each part checks the results of the first one.
test('nothing about a report appears anywhere but in its case and with its reporter (moderation rules S2 and S10)', async () => {
  const before = await readCounts();
  logBook.clear();
  const id = await makeEveryIncidentCall();
  const logged = JSON.stringify(logBook.lines());
  assert.doesNotMatch(logged, /incident|safety|zanzibar|reporter|olga/i);
  assert.ok(!logged.includes(id));
  assert.deepEqual(await readCounts(), before);

  const metrics = (await admin.call(clientServicesApi.metrics)).bytes.toString();
  assert.match(metrics, /gangway_http_requests_total/);
  assert.doesNotMatch(metrics, /incident|\/safety/);
  assert.doesNotMatch(JSON.stringify(await admin.get(serverStateApi.box)), /\/incident|\/safety/);

  const known = { incidentID: [id], userID: [reporter.userID, officer.userID], searchString: ['gyroscope'] };
  const calls = runEveryGet(known, ['gyroscope'], 'everybody').filter(({ name }) => !/metrics|readiness/.test(name));
  assert.ok(calls.length > 200);
  for (const user of others) {
    for (const [{ name }, said] of await sweep(user, calls)) {
      assert.ok(!said.includes(searchedWord), `${name} shows ${user.username} a report`);
      assert.ok(!said.includes(id), `${name} names a report to ${user.username}`);
    }
    const pages = ['/incidents', '/safety', `/safety/${id}`, '/more', '/staff', '/desk/reports', '/desk/log'];
    for (const path of pages) {
      const { body: page } = await browse(app, user).open(path);
      assert.ok(!page.includes(searchedWord) && !page.includes(id), `${path} shows ${user.username} a report`);
    }
    assert.ok(!('newIncidentCount' in (await user.get(notificationsApi.summary))));
  }
});

test('a client that exceeds a limit of these calls is not logged (moderation rule S10)', async () => {
  const eager = await app.newcomer('eager');
  logBook.clear();
  let last = 201;
  while (last === 201) last = (await eager.call(incidentsApi.file, { body: incidentBody })).status;
  assert.equal(last, 429);
  assert.deepEqual(logBook.lines(), []);
});
