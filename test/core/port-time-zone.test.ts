import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pino } from 'pino';
import { transact } from '#area/context.ts';
import { createConfig } from '#config/config.ts';
import { readDatabaseFact } from '#core/settings/index.ts';
import { shipTimeApi } from '#core/ship-time/api.ts';
import {
  buildSailing,
  fixPortZone,
  getCruise,
  getPortZone,
  getShipClock,
  importTimeZones,
} from '#core/ship-time/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { createPasswords } from '#platform/secrets/passwords.ts';
import { areas } from '../../src/app/areas.ts';
import { openInstance, prepareInstance } from '../../src/app/instance.ts';
import { buildCalendarOf } from '../features/schedule/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { forcedOptions, newYork, newYorkTable, pacific, pacificTable, unforcedOptions } from '../support/ship-time.ts';

const fixZone = ({ context }: TestApp) => transact(context, (context) => fixPortZone(context));
const getZone = ({ context }: TestApp) => getPortZone(context).zoneID;

/** Creates a data folder with these seed files. */
async function createDataFolder(seeds: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'seeds'));
  for (const [name, text] of Object.entries(seeds)) await writeFile(join(folder, 'seeds', name), text);
  return folder;
}

test('a first start leaves a seed of clock changes with unreadable lines, and reports that', async () => {
  const book = createLogBook();
  const dataFolder = await createDataFolder({ 'time-zone-changes.txt': `${newYorkTable}\nno clock change\n` });
  const { context } = await startTestApp({ dataFolder, log: book.log });
  assert.equal(book.find(/^time-zone-changes\.txt was not imported: /).length, 1);
  assert.deepEqual(getShipClock(context).changes, []);
});

describe('the port time zone', () => {
  test('is that of the earliest clock change, and follows it while no time is stored', async () => {
    const app = await startTestApp();
    assert.equal(getZone(app), newYork);
    const { notes } = importTimeZones(app.context, pacificTable, unforcedOptions);
    assert.match(notes.join(), /port time zone is America\/Los_Angeles/);
    assert.equal(getZone(app), pacific);
    assert.equal(getCruise(app.context).portZone, pacific);
  });

  test('is PORT_TIMEZONE if set, with a warning if the two differ', async () => {
    const app = await startTestApp({ environment: { PORT_TIMEZONE: 'US/Eastern' } });
    assert.equal(getZone(app), 'US/Eastern');
    assert.deepEqual(importTimeZones(app.context, newYorkTable, unforcedOptions).warnings, []);
    const { warnings } = importTimeZones(app.context, pacificTable, unforcedOptions);
    assert.match(
      warnings.join(),
      /PORT_TIMEZONE is US\/Eastern, but the clock changes start with America\/Los_Angeles/,
    );
    assert.equal(getZone(app), 'US/Eastern');
  });

  test('is fixed by the first stored time; then only a forced import changes it', async () => {
    const app = await startTestApp();
    const { context } = app;
    fixZone(app);
    assert.equal(readDatabaseFact(context.db, 'portTimeZone'), newYork);
    assert.throws(() => importTimeZones(context, pacificTable, unforcedOptions), {
      name: 'UnreadableFile',
      message: /fixed as America\/New_York.*would make it America\/Los_Angeles.*PORT_TIMEZONE.*--force/,
    });
    assert.equal(getShipClock(context).changes[1]?.zoneID, 'America/Puerto_Rico');
    assert.equal(importTimeZones(context, newYorkTable, unforcedOptions).changed, 0);
    const { warnings } = importTimeZones(context, pacificTable, forcedOptions);
    assert.match(warnings.join(), /changes from America\/New_York to America\/Los_Angeles.*import the schedule again/);
    assert.equal(getZone(app), pacific);
    fixZone(app);
    assert.equal(readDatabaseFact(context.db, 'portTimeZone'), pacific);
  });

  test('isn’t fixed by an import whose transaction fails', async () => {
    const app = await startTestApp();
    const { context } = app;
    const failing = () =>
      transact(context, (context) => {
        fixPortZone(context);
        assert.equal(getPortZone(context).origin, 'fixed');
        throw new Error('no');
      });
    assert.throws(failing, /no/);
    assert.equal(getPortZone(context).origin, 'table');
  });

  test('rejects a start with another PORT_TIMEZONE once it is fixed, naming the variable', async () => {
    const dataFolder = await createDataFolder();
    const first = await startTestApp({ dataFolder });
    fixZone(first);
    await first.close();
    await assert.rejects(startTestApp({ dataFolder, environment: { PORT_TIMEZONE: pacific } }), {
      name: 'InvalidSetting',
      message: /^PORT_TIMEZONE is America\/Los_Angeles, but .* fixed as America\/New_York.*--force/,
    });
    const again = await startTestApp({ dataFolder, environment: { PORT_TIMEZONE: 'US/Eastern' } });
    assert.equal(getZone(again), newYork);
  });

  test('is New York by default', async () => {
    const app = await startTestApp({
      dataFolder: await createDataFolder({ 'time-zone-changes.txt': 'nothing in it' }),
    });
    assert.deepEqual(getPortZone(app.context), { zoneID: newYork, origin: 'default' });
    const body = await app.anonymous.get(shipTimeApi.timeZoneChanges);
    assert.deepEqual(body.records, []);
    assert.equal(body.currentTimeZoneID, newYork);
  });
});

describe('the log of a start', () => {
  async function logOf(environment: Record<string, string>): Promise<string> {
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
    const config = createConfig('testing', { DATA_DIR: await createDataFolder(), PORT: '0', ...environment });
    const context = openInstance(config, areas, {
      log,
      passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    });
    after(() => context.db.close());
    await prepareInstance(context);
    return lines.join('');
  }

  test('names the port zone, the source of the dates, and zones that don’t match', async () => {
    const plain = await logOf({});
    assert.match(plain, /The port time zone is America\/New_York \(from the earliest clock change\)/);
    assert.match(plain, /The sailing starts on 2025-03-02 and lasts 8 days \(from the events; START_DATE and/);
    assert.doesNotMatch(plain, /PORT_TIMEZONE/);
    const configured = await logOf({ PORT_TIMEZONE: pacific, START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' });
    assert.match(configured, /The port time zone is America\/Los_Angeles \(from PORT_TIMEZONE\)/);
    assert.match(
      configured,
      /"level":40,"msg":"PORT_TIMEZONE is America\/Los_Angeles, but the clock changes start with/,
    );
    assert.match(configured, /8 days \(from START_DATE and CRUISE_LENGTH_DAYS\)/);
  });
});

describe('the dates of the sailing', () => {
  test('are the configured ones', async () => {
    const app = await startTestApp({ environment: { START_DATE: '2025-03-01', CRUISE_LENGTH_DAYS: '10' } });
    assert.deepEqual(getCruise(app.context), { startDate: '2025-03-01', lengthDays: 10, portZone: newYork });
  });

  test('are otherwise the cruise days of the events, from 03:00 in the port zone', async () => {
    const app = await startTestApp();
    assert.deepEqual(getCruise(app.context), { startDate: '2025-03-02', lengthDays: 8, portZone: newYork });
    const span = { first: new Date('2026-03-21T06:59:00Z'), last: new Date('2026-03-28T06:30:00Z') };
    assert.deepEqual(buildSailing({ startDate: undefined, cruiseLengthDays: undefined }, pacific, span), {
      cruise: { startDate: '2026-03-20', lengthDays: 8, portZone: pacific },
      origin: 'events',
    });
    // These are 02:59 and 03:00 in port: the party after midnight belongs to the day before.
    const edges = { first: new Date('2026-03-21T09:59:00Z'), last: new Date('2026-03-28T10:00:00Z') };
    const atEdges = buildSailing({ startDate: undefined, cruiseLengthDays: undefined }, pacific, edges);
    assert.deepEqual([atEdges.cruise.startDate, atEdges.cruise.lengthDays], ['2026-03-20', 9]);
    const beforeEdge = { ...edges, last: new Date('2026-03-28T09:59:00Z') };
    const shorter = buildSailing({ startDate: '2026-03-20', cruiseLengthDays: undefined }, pacific, beforeEdge);
    assert.equal(shorter.cruise.lengthDays, 8);
    const late = { first: { start: '20260321T053000Z' }, last: { start: '20260328T065900Z' } };
    const { warnings } = importSchedule(app.context, buildCalendarOf(late), forcedOptions);
    assert.deepEqual(warnings, []);
    const { cruiseStartDate, cruiseLengthInDays } = await app.anonymous.get(clientServicesApi.settings);
    assert.deepEqual([cruiseStartDate, cruiseLengthInDays], ['2026-03-20T04:00:00.000Z', 8]);
    const onlyStart = buildSailing({ startDate: '2026-03-25', cruiseLengthDays: undefined }, pacific, span);
    assert.equal(onlyStart.cruise.lengthDays, 3);
    const tooLate = buildSailing({ startDate: '2027-01-01', cruiseLengthDays: undefined }, pacific, span);
    assert.equal(tooLate.cruise.lengthDays, 1);
    const ages = { first: new Date('0000-01-01T00:00:00Z'), last: new Date('9999-12-31T23:59:59Z') };
    const endless = buildSailing({ startDate: undefined, cruiseLengthDays: undefined }, 'Asia/Tokyo', ages);
    assert.match(endless.cruise.startDate, /^\d{4}-\d{2}-\d{2}$/);
  });
});
