import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, mock, test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { startTestApp } from '../../support/app.ts';
import { buildCalendarOf, forcedOptions } from './support.ts';

/** Tests of updating the schedule from an address, hourly and on request. */
const app = await startTestApp({ mayReach: () => true });
const [admin, devteam, james] = [await app.logIn('admin'), await app.atLevel('devteam'), await app.logIn('james')];

const oneEvent = { start: '20250303T170000Z', end: '20250303T180000Z' };
const buildCalendar = (letters: string) =>
  buildCalendarOf(Object.fromEntries([...letters].map((letter) => [letter, oneEvent])));

/** The response of the other machine, and the requests that it got. */
let respond: RequestListener = () => {};
const receivedRequests: { path: string | undefined; agent: string | undefined }[] = [];
const sourceServer = createServer((request, response) => {
  receivedRequests.push({ path: request.url, agent: request.headers['user-agent'] });
  respond(request, response);
}).listen(0, '127.0.0.1');
await once(sourceServer, 'listening');
after(() => {
  sourceServer.closeAllConnections();
  sourceServer.close();
});
const sourceAddress = `127.0.0.1:${(sourceServer.address() as AddressInfo).port}/plan.ics`;

const setAddress = (scheduleUpdateURL: string) =>
  admin.send('POST', '/api/v3/admin/serversettings/update', { body: { scheduleUpdateURL } });
const serveCalendar = (body: string | Uint8Array, mediaType = 'text/calendar; charset=utf-8'): void => {
  respond = (_request, response) => response.setHeader('content-type', mediaType).end(body);
};
const readScheduleLog = () => devteam.get(deskApi.scheduleLog);
const listUIDs = async () => (await app.anonymous.get(scheduleApi.list)).map(({ uid }) => uid).join('');

/** Runs the job at this time of day. */
async function runAt(time: string): Promise<void> {
  app.clock.set(`2025-03-03T${time}:10.000Z`);
  await app.context.jobs.runDue();
}

let dayNumber = 1;
/** Runs the job at the next full hour; each call uses another hour. */
async function runHourly(): Promise<void> {
  dayNumber += 1;
  app.clock.set(`2025-04-${String(dayNumber).padStart(2, '0')}T10:05:00.000Z`);
  await app.runJob('update-schedule');
}

const readNewestError = async () => (await readScheduleLog())[0]?.error ?? '';

beforeEach(async () => {
  importSchedule(app.context, buildCalendar('abc'), forcedOptions);
  await setAddress(`http://${sourceAddress}`);
  receivedRequests.length = 0;
});

describe('the update of the schedule from its address', () => {
  test('runs five minutes past each hour, once (schedule rule 58)', async () => {
    serveCalendar(buildCalendar('abc'));
    for (const time of ['15:04', '15:05', '15:05', '15:06', '16:04', '16:05']) await runAt(time);
    assert.equal(receivedRequests.length, 2);
    assert.match(receivedRequests[0]?.agent ?? '', /^Mozilla\/5\.0 .*Safari/);
  });

  test('does nothing and logs nothing without an address (schedule rule 59)', async () => {
    await setAddress('');
    const before = await readScheduleLog();
    await runHourly();
    assert.deepEqual([receivedRequests.length, await readScheduleLog()], [0, before]);
  });

  test('applies changes with deletions and notices, as admin, and logs them (schedule rule 62)', async () => {
    serveCalendar(buildCalendar('abn'));
    await runHourly();
    assert.equal(await listUIDs(), 'abn');
    const [entry] = await readScheduleLog();
    assert.deepEqual([entry?.automaticUpdate, entry?.changeCount, entry?.error], [true, 2, undefined]);
    const { eventID } = await app.anonymous.get(scheduleApi.event, { params: { event_id: 'n' } });
    const { posts } = await james.get(forumsApi.readOfEvent, { params: { eventID }, query: { start: 0 } });
    assert.deepEqual(
      posts.map(({ author, text }) => [author.username, text.split('\n')[0]]),
      [
        ['admin', 'Event n'],
        ['admin', 'This event was added to the schedule.'],
      ],
    );
    await runHourly();
    assert.deepEqual(
      [(await readScheduleLog())[0]?.changeCount, (await readScheduleLog())[0]?.automaticUpdate],
      [0, true],
    );
  });

  test('runs in the background on request, by GET and POST, even if the hourly one is off (decision 70)', async () => {
    const other = await startTestApp({ mayReach: () => true, environment: { ENABLE_UPDATE_SCHEDULE_JOB: 'false' } });
    const otherAdmin = await other.logIn('admin');
    await otherAdmin.send('POST', '/api/v3/admin/serversettings/update', {
      body: { scheduleUpdateURL: `http://${sourceAddress}` },
    });
    serveCalendar(buildCalendar('abc'));
    other.clock.set('2025-03-03T16:05:00.000Z');
    await other.context.jobs.runDue();
    assert.equal(receivedRequests.length, 0);
    for (const method of ['GET', 'POST']) {
      const { status, bytes } = await otherAdmin.send(method, '/api/v3/admin/schedule/reload');
      assert.deepEqual([status, bytes.length], [200, 0]);
      await other.runJob('update-schedule');
    }
    assert.equal(receivedRequests.length, 2);
    await other.close();
  });

  test('changes nothing and logs the reason if no schedule can be fetched (schedule rule 60)', async () => {
    const bad: [RegExp, RequestListener][] = [
      [/answered with status 404\.$/, (_request, response) => response.writeHead(404).end()],
      [
        /redirected more than 5 times\.$/,
        (request, response) => response.writeHead(302, { location: request.url }).end(),
      ],
      [/is larger than 10485760 bytes\.$/, (_request, response) => response.setHeader('content-length', 2 ** 30).end()],
      [/The calendar has no events\.$/, (_request, response) => response.end(buildCalendar(''))],
      [/The calendar has no events\.$/, (_request, response) => response.end('')],
      [/^Line 1 of the calendar/, (_request, response) => response.end('<!DOCTYPE html>')],
      [/is never closed/, (_request, response) => response.end(buildCalendar('ab').slice(0, -14))],
      [/isn't text in utf-8 encoding/, (_request, response) => response.end(Buffer.from(buildCalendar('é'), 'latin1'))],
      [
        /isn't text in klingon encoding/,
        (_, response) => response.setHeader('content-type', 'text/calendar; charset=klingon').end('x'),
      ],
      [/could not be reached/, (_request, response) => response.destroy()],
    ];
    for (const [reason, listener] of bad) {
      respond = listener;
      await runHourly();
      const [entry] = await readScheduleLog();
      assert.match(entry?.error ?? '', reason);
      assert.deepEqual([entry?.automaticUpdate, entry?.changeCount], [true, 0]);
      const difference = await devteam.get(deskApi.scheduleLogEntry, {
        params: { schedule_log_id: entry?.entryID ?? 0 },
      });
      assert.deepEqual(Object.values(difference).flat(), []);
    }
    assert.equal(await listUIDs(), 'abc');
  });

  test('reads text in the encoding that the other server declares', async () => {
    serveCalendar(Buffer.from(buildCalendar('é'), 'latin1'), 'text/calendar; charset=ISO-8859-1');
    await runHourly();
    assert.equal(await listUIDs(), 'é');
    serveCalendar(Buffer.from(`\uFEFF${buildCalendar('ü')}`, 'utf16le'), 'text/calendar; charset="utf-16le"');
    await runHourly();
    assert.equal(await listUIDs(), 'ü');
  });

  test('doesn’t apply more than 50 deletions automatically (schedule rule 61)', async () => {
    const many = (count: number) =>
      buildCalendarOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`many-${index}`, oneEvent])));
    importSchedule(app.context, many(60), forcedOptions);
    serveCalendar(many(9));
    await runHourly();
    assert.match(await readNewestError(), /would delete 51 events, and more than 50 can only be deleted manually\.$/);
    serveCalendar(many(10));
    await runHourly();
    assert.equal(await readNewestError(), '');
    assert.equal((await app.anonymous.get(scheduleApi.list)).length, 10);
  });

  test('fetches webcal addresses by https, then by http (decision 88)', async () => {
    await setAddress(`webcal://${sourceAddress}`);
    serveCalendar(buildCalendar('abcw'));
    await runHourly();
    assert.equal(await listUIDs(), 'abcw');
  });

  test('logs one line per outage, however long it lasts (decision 79)', async () => {
    serveCalendar(buildCalendar('abc'));
    await runHourly();
    const [warn, info] = [mock.method(app.context.log, 'warn'), mock.method(app.context.log, 'info')];
    respond = (_request, response) => response.destroy();
    for (let hour = 0; hour < 3; hour += 1) await runHourly();
    assert.equal(warn.mock.callCount(), 1);
    serveCalendar(buildCalendar('abc'));
    for (let hour = 0; hour < 2; hour += 1) await runHourly();
    assert.deepEqual([warn.mock.callCount(), info.mock.callCount()], [1, 1]);
    mock.restoreAll();
  });
});

test('never fetches an address of this machine, neither directly nor after a redirect', async () => {
  const guarded = await startTestApp();
  const [itsAdmin, desk] = [await guarded.logIn('admin'), await guarded.atLevel('devteam')];
  for (const target of [
    guarded.url,
    `http://${sourceAddress}`,
    `http://[::1]:1/`,
    'http://0.0.0.0/',
    'http://[::ffff:127.0.0.1]/',
  ]) {
    await itsAdmin.send('POST', '/api/v3/admin/serversettings/update', { body: { scheduleUpdateURL: target } });
    await desk.send('POST', '/api/v3/admin/schedule/reload');
    await guarded.runJob('update-schedule');
    const [entry] = await desk.get(deskApi.scheduleLog);
    assert.match(entry?.error ?? '', /points to this machine/);
  }
  assert.equal(receivedRequests.length, 0);
  await guarded.close();
});

test('the address is empty, http, https or webcal (decision 70)', async () => {
  for (const bad of ['ftp://ship/plan.ics', 'file:///etc/passwd', 'plan.ics', 'http://', 'javascript:alert(1)']) {
    const { status, fieldErrors } = await setAddress(bad);
    assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['scheduleUpdateURL']], bad);
  }
});
