import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readDatabaseFact } from '#core/settings/index.ts';
import { getCruise, getPortZone, importTimeZones, readWallClock, resolveWallClock } from '#core/ship-time/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { type ImportOptions, SuspiciousFile } from '#platform/import/import-outcome.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { buildCalendarOf, forcedOptions, unforcedOptions } from './support.ts';

/** Returns a calendar of events named by letters, on 3 March 2025 from noon in New York, some with further lines. */
const buildCalendar = (letters: string, further: Partial<Record<string, string>> = {}): string =>
  buildCalendarOf(
    Object.fromEntries(
      [...letters].map((letter) => {
        const hour = 17 + (letter.charCodeAt(0) % 6);
        const lines = further[letter] ? [further[letter]] : [];
        return [letter, { start: `20250303T${hour}0000Z`, end: `20250303T${hour}3000Z`, lines }];
      }),
    ),
  );

const listOf = (app: TestApp) => app.anonymous.get(scheduleApi.list);
const getUids = async (app: TestApp) => (await listOf(app)).map(({ uid }) => uid).sort();

/** Returns the counts of an import: added, changed, restored, deleted, unchanged. */
function countChanges(app: TestApp, text: string, options = unforcedOptions): number[] {
  const { added, changed, restored, deleted, unchanged } = importSchedule(app.context, text, options);
  return [added, changed, restored, deleted, unchanged];
}

/** Starts a service whose schedule has these events. */
async function startWith(letters: string): Promise<TestApp> {
  const app = await startTestApp();
  countChanges(app, buildCalendar(letters));
  return app;
}

async function createFolderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'seeds'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'seeds', name), text);
  return folder;
}

const tenLetters = 'abcdefghij';

describe('importing a schedule', () => {
  test('replaces the built-in sample without force, reports it, and fixes the port zone', async () => {
    const app = await startTestApp();
    assert.equal(readDatabaseFact(app.context.db, 'portTimeZone'), undefined);
    const { notes, warnings, changes, ...outcome } = importSchedule(
      app.context,
      buildCalendar(tenLetters),
      unforcedOptions,
    );
    assert.equal(changes.length, 51);
    assert.deepEqual(outcome, { added: 10, changed: 0, restored: 0, deleted: 41, unchanged: 0 });
    assert.match(notes[0] ?? '', /^41 events of the built-in sample/);
    assert.match(notes.join(' '), /port time zone is America\/New_York \(fixed/);
    assert.match(
      notes.join(' '),
      /sailing starts on 2025-03-03 and lasts 1 day \(from the events; START_DATE and CRUISE_LENGTH_DAYS override them\)/,
    );
    assert.deepEqual(warnings, []);
    assert.deepEqual(await getUids(app), [...tenLetters]);
    assert.equal(readDatabaseFact(app.context.db, 'portTimeZone'), 'America/New_York');
    assert.deepEqual(getCruise(app.context).lengthDays, 1);
  });

  test('changes nothing if the file is the same', async () => {
    const app = await startWith(tenLetters);
    const before = await listOf(app);
    app.clock.advance({ hours: 1 });
    assert.deepEqual(countChanges(app, buildCalendar(tenLetters)), [0, 0, 0, 0, 10]);
    assert.deepEqual(await listOf(app), before);
  });

  test('counts what a dry run would change, and changes nothing', async () => {
    const app = await startWith(tenLetters);
    const before = await listOf(app);
    const text = buildCalendar('abcdefghkl', { a: 'LOCATION:Elsewhere' });
    assert.deepEqual(countChanges(app, text, { force: false, dryRun: true }), [2, 1, 0, 2, 7]);
    assert.deepEqual(await listOf(app), before);
  });

  test('writes only what changed', async () => {
    const app = await startWith(tenLetters);
    app.clock.advance({ hours: 1 });
    const before = await listOf(app);
    const changed = { a: 'LOCATION:Elsewhere', b: 'DESCRIPTION:More', c: 'CATEGORIES:PARTY' };
    assert.deepEqual(countChanges(app, buildCalendar(tenLetters, changed)), [0, 3, 0, 0, 7]);
    const now = app.clock.now().toISOString();
    for (const event of await listOf(app)) {
      const old = before.find(({ uid }) => uid === event.uid);
      assert.equal(event.eventID, old?.eventID);
      assert.equal(event.lastUpdateTime, event.uid in changed ? now : old?.lastUpdateTime, event.uid);
    }
    assert.equal((await listOf(app)).find(({ uid }) => uid === 'c')?.eventType, 'Party');
    assert.deepEqual(countChanges(app, buildCalendar(tenLetters)), [0, 3, 0, 0, 7]);
  });

  test('keeps favorites and photographers of deleted events, and restores them with the event', async () => {
    const app = await startWith(tenLetters);
    const james = await app.logIn('james');
    const heidi = await giveRole(app, await app.logIn('heidi'), 'shutternaut');
    const manager = await giveRole(app, await app.logIn('sam'), 'shutternautmanager');
    const event = (await listOf(app)).find(({ uid }) => uid === 'a');
    const at = { params: { event_id: event?.eventID ?? '' } };
    await james.get(scheduleApi.addFavorite, at);
    await heidi.get(scheduleApi.addPhotographer, at);
    await manager.get(scheduleApi.needPhotographer, at);

    assert.deepEqual(countChanges(app, buildCalendar('bcdefghij')), [0, 0, 0, 1, 9]);
    assert.deepEqual(await james.get(scheduleApi.favorites), []);
    assert.equal((await james.call(scheduleApi.event, at)).status, 404);
    assert.equal((await james.call(scheduleApi.addFavorite, at)).status, 404);
    assert.equal((await app.anonymous.call(scheduleApi.event, { params: { event_id: 'a' } })).status, 404);
    assert.deepEqual((await manager.get(scheduleApi.photographerReport)).items, []);
    assert.deepEqual(await app.anonymous.get(scheduleApi.list, { query: { search: '"event a"' } }), []);

    assert.deepEqual(countChanges(app, buildCalendar(tenLetters)), [0, 0, 1, 0, 9]);
    const favorites = await james.get(scheduleApi.favorites);
    assert.deepEqual(
      favorites.map(({ uid, eventID }) => [uid, eventID]),
      [['a', event?.eventID]],
    );
    const { shutternautData } = await manager.get(scheduleApi.event, at);
    assert.equal(shutternautData?.needsPhotographer, true);
    assert.deepEqual(
      shutternautData?.photographers.map(({ username }) => username),
      ['heidi'],
    );
  });

  test('lists every added, changed or deleted event, also in a dry run (schedule rule 40)', async () => {
    const app = await startWith(tenLetters);
    const text = buildCalendar(tenLetters.slice(1), { b: 'LOCATION:Gym', c: 'CATEGORIES:PARTY' })
      .replace('SUMMARY:Event c', 'SUMMARY:Tea')
      .replace(/DTSTART:20250303T17(.*\s+)DTEND:20250303T17/, 'DTSTART:20250303T19$1DTEND:20250304T19');
    const listed = (options: ImportOptions) => importSchedule(app.context, text, options).changes;
    const dry = listed({ force: false, dryRun: true });
    assert.deepEqual(listed(unforcedOptions), dry);
    assert.equal(dry[0], 'deleted "Event a", 2025-03-03 13:00 to 13:30 EST');
    assert.ok(dry.includes('changed "Event b", 2025-03-03 14:00 to 14:30 EST: location none → Gym'), dry.join('\n'));
    assert.match(
      dry.join('\n'),
      /^changed "Event c", 2025-03-03 15:00 to 15:30 EST: title "Event c" → "Tea"; type Official → Party$/m,
    );
    const moved = 'changed "Event f", 2025-03-03 12:00 to 12:30 EST: time now 2025-03-03 14:00 to 2025-03-04 14:30 EST';
    assert.ok(dry.includes(moved), dry.join('\n'));
    assert.deepEqual(listed(unforcedOptions), []);
  });

  test('reports events that repeat a uid (schedule rule 38)', async () => {
    const app = await startWith('a');
    const [event = ''] = /BEGIN:VEVENT[\s\S]*END:VEVENT\r?\n/.exec(buildCalendar('a')) ?? [];
    const text = buildCalendar('a').replace(event, event + event.replace('SUMMARY:Event a', 'SUMMARY:Another'));
    const { warnings, unchanged } = importSchedule(app.context, text, unforcedOptions);
    assert.equal(unchanged, 1);
    assert.deepEqual(
      warnings.filter((warning) => warning.includes('UID')),
      ['The UID a occurs again in the file, for "Another", which was skipped.'],
    );
  });

  test('rejects a file that shifts or changes over 30 percent unless forced (schedule rule 40)', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const app = await startWith(letters);
    const doubt = (text: string) => {
      let found = '';
      assert.throws(
        () => importSchedule(app.context, text, unforcedOptions),
        (error: unknown) => {
          assert.ok(error instanceof SuspiciousFile);
          found = error.message;
          return true;
        },
      );
      return found;
    };
    const moved = buildCalendar(letters).replaceAll('20250303', '20250310');
    assert.match(
      doubt(moved),
      /whole schedule would move: 26 of 26 events are more than a day later, by 7 days at the median/,
    );
    const places = (count: number) =>
      Object.fromEntries([...letters.slice(0, count)].map((letter) => [letter, 'LOCATION:Elsewhere']));
    assert.match(
      doubt(buildCalendar(letters, places(10))),
      /changes 10 of the 26 events stored, .*30 percent.*--force/,
    );
    assert.deepEqual(countChanges(app, buildCalendar(letters, places(7))), [0, 7, 0, 0, 19]);
    assert.deepEqual(countChanges(app, moved, forcedOptions), [0, 26, 0, 0, 0]);
    assert.match(doubt(buildCalendar(letters)), /more than a day earlier/);
  });

  test('rejects a file that lacks over 30 percent of the events unless forced', async () => {
    const app = await startWith(tenLetters);
    const rejection = {
      name: 'UnreadableFile',
      message: /is missing 4 of the 10 stored events.*more than 30 percent.*--force/,
    };
    assert.throws(() => importSchedule(app.context, buildCalendar('abcdef'), unforcedOptions), rejection);
    assert.throws(
      () => importSchedule(app.context, buildCalendar('abcdefxyz'), { force: false, dryRun: true }),
      rejection,
    );
    assert.equal((await listOf(app)).length, 10);
    assert.deepEqual(countChanges(app, buildCalendar('abcdefg')), [0, 0, 0, 3, 7]);
    assert.deepEqual(countChanges(app, buildCalendar('a'), forcedOptions), [0, 0, 0, 6, 1]);
    assert.deepEqual(countChanges(app, buildCalendar(tenLetters)), [0, 0, 9, 0, 1]);
  });

  test('rejects a file that is empty, damaged or cut off, forced or not, and changes nothing', async () => {
    const app = await startWith(tenLetters);
    const whole = buildCalendar('abcdefghijkl');
    const bad = [
      '',
      buildCalendar(''),
      'not a calendar',
      whole.slice(0, -20),
      whole.slice(0, whole.indexOf('END:VEVENT', 600) + 10),
      whole.replace('DTEND:20250303T', 'X-END:20250303T'),
      whole.replace('DTSTART:20250303T', 'DTSTART:20250333T'),
    ];
    const before = await listOf(app);
    for (const text of bad) {
      for (const force of [false, true]) {
        const rejection = { name: 'UnreadableFile', message: /\.$/ };
        assert.throws(() => importSchedule(app.context, text, { force, dryRun: false }), rejection, text.slice(-60));
      }
    }
    assert.deepEqual(await listOf(app), before);
  });

  test('warns about events that end before they begin', async () => {
    const app = await startWith(tenLetters);
    const text = buildCalendar(tenLetters).replace('DTEND:20250303T183000Z', 'DTEND:20250303T110000Z');
    const { warnings } = importSchedule(app.context, text, { force: false, dryRun: true });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /ends before it starts/);
  });

  test('immediately invalidates lists that clients have cached', async () => {
    const app = await startWith(tenLetters);
    const tag = (await app.anonymous.call(scheduleApi.list)).headers.get('etag') ?? '';
    importSchedule(app.context, buildCalendar('abcdefghijk'), unforcedOptions);
    const again = await app.anonymous.call(scheduleApi.list, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 200);
    assert.equal(again.body.length, 11);
  });
});

describe('the first start', () => {
  test('imports the schedule of the seeds folder once, and never replaces it by the sample', async () => {
    const dataFolder = await createFolderWith({ 'schedule.ics': buildCalendar('abc') });
    const first = await startTestApp({ dataFolder });
    assert.deepEqual(await getUids(first), ['a', 'b', 'c']);
    countChanges(first, buildCalendar('abcd'));
    await first.close();
    assert.deepEqual(await getUids(await startTestApp({ dataFolder })), ['a', 'b', 'c', 'd']);
  });

  test('in testing prefers the file for tests to the usual one (schedule rule 40)', async () => {
    const dataFolder = await createFolderWith({
      'schedule.ics': buildCalendar('abc'),
      'test-schedule.ics': buildCalendar('xy'),
    });
    assert.deepEqual(await getUids(await startTestApp({ dataFolder })), ['x', 'y']);
  });

  test('continues without a schedule if the seed file is damaged', async () => {
    const app = await startTestApp({ dataFolder: await createFolderWith({ 'schedule.ics': 'not a calendar' }) });
    assert.deepEqual(await listOf(app), []);
    assert.equal(countChanges(app, buildCalendar('abc'))[0], 3);
  });

  test('continues without a schedule if the seed file is a folder or not text', async () => {
    const damaged = Buffer.from(buildCalendar('abc').replace('SUMMARY:', 'SUMMARY:Caf\u00e9 '), 'latin1');
    assert.deepEqual(
      await listOf(await startTestApp({ dataFolder: await createFolderWith({ 'schedule.ics': damaged }) })),
      [],
    );
    const dataFolder = await createFolderWith({});
    await mkdir(join(dataFolder, 'seeds', 'schedule.ics'));
    assert.deepEqual(await listOf(await startTestApp({ dataFolder })), []);
  });

  test('doesn’t fix the port zone by the sample', async () => {
    const app = await startTestApp();
    importSchedule(app.context, readFileSync(sampleFile, 'utf8'), unforcedOptions);
    assert.equal(readDatabaseFact(app.context.db, 'portTimeZone'), undefined);
    assert.equal(getPortZone(app.context).origin, 'table');
  });
  const sampleFile = new URL('../../../assets/samples/schedule.ics', import.meta.url);
});

describe('an import for a sailing with fixed dates', () => {
  test('warns about events outside the sailing', async () => {
    const app = await startTestApp({ environment: { START_DATE: '2025-03-04', CRUISE_LENGTH_DAYS: '5' } });
    const { warnings } = importSchedule(app.context, buildCalendar('abc'), unforcedOptions);
    assert.match(warnings.join(), /^3 events are outside the sailing, for example "Event a" at 2025-03-03T18:00/);
  });

  test('doesn’t warn about the night after the last day', async () => {
    const app = await startTestApp({ environment: { START_DATE: '2025-03-03', CRUISE_LENGTH_DAYS: '1' } });
    const text = buildCalendar('abc').replace('DTSTART:20250303T180000Z', 'DTSTART:20250304T060000Z');
    assert.deepEqual(
      importSchedule(app.context, text.replace('20250303T183000Z', '20250304T070000Z'), unforcedOptions).warnings,
      [],
    );
  });

  test('is rejected if PORT_TIMEZONE isn’t the fixed zone', async () => {
    const dataFolder = await createFolderWith({});
    const first = await startTestApp({ dataFolder });
    countChanges(first, buildCalendar('abc'));
    const { config } = first.context;
    const elsewhere = { ...first.context, config: { ...config, portTimeZone: 'America/Denver' } };
    assert.throws(() => importSchedule(elsewhere, buildCalendar('abc'), unforcedOptions), {
      name: 'UnreadableFile',
      message: /^PORT_TIMEZONE is America\/Denver, but .*fixed as America\/New_York/,
    });
  });
});

const dataFolder = new URL('../../../../shared/data/', import.meta.url);
const realData = { skip: existsSync(dataFolder) ? false : 'the folder with real data is absent' };

describe('a real schedule', realData, () => {
  const pacific = 'America/Los_Angeles';
  const mazatlan = 'America/Mazatlan';
  const read = (name: string) => readFileSync(new URL(name, dataFolder), 'utf8');
  const secondChange = '2026-03-23T09:00:00.000Z';
  const wallText = (zoneID: string, time: string) => new Date(readWallClock(zoneID, new Date(time))).toISOString();

  async function startWithRealSchedule(): Promise<TestApp> {
    const app = await startTestApp();
    importTimeZones(app.context, read('time-zone-changes.txt'), unforcedOptions);
    countChanges(app, read('schedule.ics'));
    return app;
  }

  test('is imported completely, after its clock changes', async () => {
    const app = await startTestApp();
    assert.match(
      importTimeZones(app.context, read('time-zone-changes.txt'), unforcedOptions).notes.join(),
      /America\/Los_Angeles/,
    );
    assert.deepEqual(countChanges(app, read('schedule.ics')), [392, 0, 0, 41, 0]);
    const events = await listOf(app);
    assert.equal(events.length, 392);
    const before = events.filter(({ startTime }) => startTime < secondChange);
    const afterwards = events.filter(({ startTime }) => startTime >= secondChange);
    assert.deepEqual([before.length, afterwards.length], [133, 259]);
    assert.ok(before.every(({ timeZone, timeZoneID }) => timeZone === 'PDT' && timeZoneID === pacific));
    assert.ok(afterwards.every(({ timeZone, timeZoneID }) => timeZone === 'MST' && timeZoneID === mazatlan));
    const starts = [...read('schedule.ics').matchAll(/^DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/gm)]
      .map(([, year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
      .sort();
    assert.deepEqual(
      events.map(({ startTime }) => startTime),
      starts,
    );
    assert.deepEqual(getCruise(app.context), { startDate: '2026-03-21', lengthDays: 7, portZone: pacific });
  });

  test('changes nothing when it is imported again', async () => {
    const app = await startWithRealSchedule();
    const before = await listOf(app);
    app.clock.advance({ hours: 1 });
    assert.deepEqual(countChanges(app, read('schedule.ics')), [0, 0, 0, 0, 392]);
    assert.deepEqual(await listOf(app), before);
  });

  test('has each event on exactly one day', async () => {
    const app = await startWithRealSchedule();
    const days = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((cruiseday) => app.anonymous.get(scheduleApi.list, { query: { cruiseday } })),
    );
    assert.equal(days.flat().length, 392);
    for (const event of days[2] ?? []) {
      const clock = wallText(pacific, event.startTime);
      assert.ok(clock >= '2026-03-23T03:00' && clock < '2026-03-24T03:00', clock);
    }
  });

  test('keeps its wall-clock times and moves its instants when the clock moves twice', async () => {
    const app = await startWithRealSchedule();
    const before = new Map((await listOf(app)).map((event) => [event.uid, event]));
    const table = [
      '20260321T090000Z\tPST\tAmerica/Los_Angeles',
      '20260323T090000Z\tCST\tAmerica/Costa_Rica',
      '20260325T080000Z\tEST\tAmerica/Bogota',
      '20260328T090000Z\tPST\tAmerica/Los_Angeles',
    ].join('\n');
    importTimeZones(app.context, table, unforcedOptions);
    const moved = await listOf(app);
    assert.equal(moved.length, 392);
    for (const event of moved) {
      const old = before.get(event.uid);
      assert.ok(old);
      assert.equal(wallText(event.timeZoneID, event.startTime), wallText(pacific, old.startTime), event.title);
      assert.equal(event.lastUpdateTime, old.lastUpdateTime);
    }
    const differing = moved.filter(({ uid, startTime }) => startTime !== before.get(uid)?.startTime);
    assert.equal(differing.length, 259);
    assert.deepEqual(new Set(differing.map(({ timeZone }) => timeZone)), new Set(['CST', 'EST']));
    importTimeZones(app.context, read('time-zone-changes.txt'), unforcedOptions);
    assert.deepEqual(await listOf(app), [...before.values()]);
  });

  test('is rejected if it’s cut off anywhere', async () => {
    const app = await startWithRealSchedule();
    const text = read('schedule.ics');
    for (const share of [0.05, 0.3, 0.5, 0.8, 0.999]) {
      const cut = text.slice(0, Math.floor(text.length * share));
      assert.throws(() => importSchedule(app.context, cut, forcedOptions), { name: 'UnreadableFile' });
    }
    const halfOfIt = `${text.slice(0, text.indexOf('BEGIN:VEVENT', text.length / 2))}END:VCALENDAR\n`;
    assert.throws(() => importSchedule(app.context, halfOfIt, unforcedOptions), /more than 30 percent/);
    assert.equal((await listOf(app)).length, 392);
  });

  test('finds events in progress at a time on board', async () => {
    const app = await startWithRealSchedule();
    const noon = resolveWallClock(mazatlan, Date.UTC(2026, 2, 24, 12)).toISOString();
    for (const event of await app.anonymous.get(scheduleApi.list, { query: { time: noon } })) {
      assert.ok(event.startTime <= noon && noon < event.endTime, event.title);
    }
  });
});
