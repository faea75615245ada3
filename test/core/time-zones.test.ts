import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pino } from 'pino';
import { transact } from '#area/context.ts';
import { createConfig } from '#config/config.ts';
import { changeSettings, readInstallation } from '#core/settings/index.ts';
import { shipTimeApi } from '#core/ship-time/api.ts';
import {
  buildSailing,
  fixPortZone,
  getCruise,
  getPortZone,
  getShipClock,
  importTimeZones,
} from '#core/ship-time/index.ts';
import { createPasswords } from '#platform/passwords.ts';
import { areas } from '../../src/app/areas.ts';
import { openInstance, prepareInstance } from '../../src/app/instance.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const newYork = 'America/New_York';
const pacific = 'America/Los_Angeles';
const pacificTable = [
  '20250301T080000Z\tPST\tAmerica/Los_Angeles',
  '20250304T080000Z\tMST\tAmerica/Mazatlan',
  '20250307T070000Z\tPST\tAmerica/Los_Angeles',
].join('\n');
const newYorkTable = pacificTable.replaceAll(pacific, newYork).replaceAll('PST', 'EST');

const plainly = { force: false, dryRun: false };
const withForce = { force: true, dryRun: false };
const fix = ({ context }: TestApp) => transact(context, (context) => fixPortZone(context));
const zoneOf = ({ context }: TestApp) => getPortZone(context).zoneID;

async function seedFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'seeds'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'seeds', name), text);
  return folder;
}

describe('the clock changes', async () => {
  const app = await startTestApp();
  const { context } = app;
  const restore = () => importTimeZones(context, newYorkTable, withForce);

  test('are open to everybody, ascending, with the zone in force now', async () => {
    app.clock.set('2025-03-05T12:00:00Z');
    const { body } = await app.nobody.call(shipTimeApi.timeZoneChanges);
    assert.deepEqual(body, {
      records: [
        { activeDate: '2025-03-01T05:00:00.000Z', timeZoneAbbrev: 'EST', timeZoneID: newYork },
        { activeDate: '2025-03-04T07:00:00.000Z', timeZoneAbbrev: 'AST', timeZoneID: 'America/Puerto_Rico' },
        { activeDate: '2025-03-07T06:00:00.000Z', timeZoneAbbrev: 'EST', timeZoneID: newYork },
      ],
      currentTimeZoneAbbrev: 'AST',
      currentTimeZoneID: 'America/Puerto_Rico',
      currentOffsetSeconds: -4 * 3600,
    });
    app.clock.set('2025-02-01T12:00:00Z');
    assert.equal((await app.nobody.get(shipTimeApi.timeZoneChanges)).currentTimeZoneID, newYork);
  });

  test('can be read while the server is closed to everybody but the staff', async () => {
    transact(context, (context) => changeSettings(context, { minAccessLevel: 'admin' }));
    assert.equal((await app.nobody.call(shipTimeApi.timeZoneChanges)).status, 200);
    transact(context, (context) => changeSettings(context, { minAccessLevel: 'banned' }));
  });

  test('are counted by an import, which a dry run leaves undone', () => {
    restore();
    const before = getShipClock(context).changes;
    const text = pacificTable.replaceAll(pacific, newYork).replace('20250307T070000Z', '20250308T070000Z');
    const counts = { added: 1, changed: 1, restored: 0, deleted: 1, unchanged: 1 };
    const {
      notes: _notes,
      warnings: _warnings,
      ...dry
    } = importTimeZones(context, text, { force: false, dryRun: true });
    assert.deepEqual(dry, counts);
    assert.deepEqual(getShipClock(context).changes, before);
    const { notes, warnings, ...done } = importTimeZones(context, text, plainly);
    assert.deepEqual(done, counts);
    assert.match(notes.join(), /port time zone is America\/New_York \(from the earliest clock change\)/);
    assert.deepEqual(warnings, []);
    assert.equal(importTimeZones(context, text, plainly).unchanged, 3);
  });

  test('are kept when a file names unreadable lines, unless it is forced', () => {
    restore();
    const text = `${newYorkTable}\n20250310T070000Z EDT America/New_York\nsoon\tEDT\tAmerica/New_York`;
    assert.throws(() => importTimeZones(context, text, plainly), {
      name: 'UnreadableFile',
      message: /^Line 4 .*three fields.*2 such lines; --force/,
    });
    const { unchanged, warnings } = importTimeZones(context, text, withForce);
    assert.equal(unchanged, 3);
    assert.equal(warnings.length, 2);
    assert.match(warnings[1] ?? '', /^Line 5 .*passed over/);
    assert.throws(() => importTimeZones(context, '', withForce), { name: 'UnreadableFile' });
    assert.throws(() => importTimeZones(context, '20250301T080000Z\tAST\tAST', withForce), { name: 'UnreadableFile' });
    assert.equal(getShipClock(context).changes.length, 3);
  });

  test('are read again from their seed file by an administrator', async () => {
    const admin = await app.logIn('admin');
    importTimeZones(context, newYorkTable, plainly);
    assert.equal((await admin.call(shipTimeApi.reloadTimeZones)).status, 200);
    assert.equal(getShipClock(context).changes[1]?.zoneID, 'America/Puerto_Rico');
    await writeFile(join(context.config.folders.seeds, 'time-zone-changes.txt'), newYorkTable);
    await admin.get(shipTimeApi.reloadTimeZones);
    assert.equal((await app.nobody.get(shipTimeApi.timeZoneChanges)).records[1]?.timeZoneID, 'America/Mazatlan');
    for (const level of ['verified', 'tho'] as const) {
      assert.equal((await (await app.atLevel(level)).call(shipTimeApi.reloadTimeZones)).status, 403);
    }
    assert.equal((await app.nobody.call(shipTimeApi.reloadTimeZones)).status, 401);
  });

  test('stay as they are, with the reason, when the seed file cannot be used', async () => {
    const admin = await app.logIn('admin');
    await writeFile(join(context.config.folders.seeds, 'time-zone-changes.txt'), 'x\ty\tMars/Phobos\n');
    const response = await admin.call(shipTimeApi.reloadTimeZones);
    assert.equal(response.status, 400);
    assert.match(response.reason, /Line 1/);
    await writeFile(join(context.config.folders.seeds, 'time-zone-changes.txt'), Buffer.from([0xff, 0xfe]));
    assert.match((await admin.call(shipTimeApi.reloadTimeZones)).reason, /not UTF-8/);
    assert.equal((await app.nobody.get(shipTimeApi.timeZoneChanges)).records.length, 3);
  });
});

describe('the port time zone', () => {
  test('is that of the earliest clock change, and moves with it while no time is stored', async () => {
    const app = await startTestApp();
    assert.equal(zoneOf(app), newYork);
    const { notes } = importTimeZones(app.context, pacificTable, plainly);
    assert.match(notes.join(), /port time zone is America\/Los_Angeles/);
    assert.equal(zoneOf(app), pacific);
    assert.equal(getCruise(app.context).portZone, pacific);
  });

  test('is PORT_TIMEZONE before that, with a warning when the two differ', async () => {
    const app = await startTestApp({ environment: { PORT_TIMEZONE: 'US/Eastern' } });
    assert.equal(zoneOf(app), 'US/Eastern');
    assert.deepEqual(importTimeZones(app.context, newYorkTable, plainly).warnings, []);
    const { warnings } = importTimeZones(app.context, pacificTable, plainly);
    assert.match(
      warnings.join(),
      /PORT_TIMEZONE is US\/Eastern, but the clock changes begin with America\/Los_Angeles/,
    );
    assert.equal(zoneOf(app), 'US/Eastern');
  });

  test('is fixed by the first time stored; only force changes it then', async () => {
    const app = await startTestApp();
    const { context } = app;
    fix(app);
    assert.equal(readInstallation(context.db, 'portTimeZone'), newYork);
    assert.throws(() => importTimeZones(context, pacificTable, plainly), {
      name: 'UnreadableFile',
      message: /fixed as America\/New_York.*would make it America\/Los_Angeles.*PORT_TIMEZONE.*--force/,
    });
    assert.equal(getShipClock(context).changes[1]?.zoneID, 'America/Puerto_Rico');
    assert.equal(importTimeZones(context, newYorkTable, plainly).changed, 0);
    const { warnings } = importTimeZones(context, pacificTable, withForce);
    assert.match(warnings.join(), /changes from America\/New_York to America\/Los_Angeles.*import the schedule again/);
    assert.equal(zoneOf(app), pacific);
    fix(app);
    assert.equal(readInstallation(context.db, 'portTimeZone'), pacific);
  });

  test('is not fixed by an import whose transaction fails', async () => {
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
    const dataFolder = await seedFolder({});
    const first = await startTestApp({ dataFolder });
    fix(first);
    await first.close();
    await assert.rejects(startTestApp({ dataFolder, environment: { PORT_TIMEZONE: pacific } }), {
      name: 'InvalidSetting',
      message: /^PORT_TIMEZONE is America\/Los_Angeles, but .* fixed as America\/New_York.*--force/,
    });
    const again = await startTestApp({ dataFolder, environment: { PORT_TIMEZONE: 'US/Eastern' } });
    assert.equal(zoneOf(again), newYork);
  });

  test('is New York when nothing says another', async () => {
    const app = await startTestApp({ dataFolder: await seedFolder({ 'time-zone-changes.txt': 'nothing in it' }) });
    assert.deepEqual(getPortZone(app.context), { zoneID: newYork, origin: 'default' });
    const body = await app.nobody.get(shipTimeApi.timeZoneChanges);
    assert.deepEqual(body.records, []);
    assert.equal(body.currentTimeZoneID, newYork);
  });
});

describe('the log of a start', () => {
  async function logOf(environment: Record<string, string>): Promise<string> {
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
    const config = createConfig('testing', { DATA_DIR: await seedFolder({}), PORT: '0', ...environment });
    const context = openInstance(config, areas, {
      log,
      passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    });
    after(() => context.db.close());
    await prepareInstance(context);
    return lines.join('');
  }

  test('says which port zone is in force, where the dates come from, and what does not fit', async () => {
    const plain = await logOf({});
    assert.match(plain, /The port time zone is America\/New_York \(from the earliest clock change\)/);
    assert.match(plain, /The sailing begins on 2025-03-02 and has 8 days \(.*taken from the events\)/);
    assert.doesNotMatch(plain, /PORT_TIMEZONE/);
    const odd = await logOf({ PORT_TIMEZONE: pacific, START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' });
    assert.match(odd, /The port time zone is America\/Los_Angeles \(from PORT_TIMEZONE\)/);
    assert.match(odd, /"level":40,"msg":"PORT_TIMEZONE is America\/Los_Angeles, but the clock changes begin with/);
    assert.match(odd, /8 days \(from START_DATE and CRUISE_LENGTH_DAYS\)/);
  });
});

describe('the sailing', () => {
  test('has the dates configured', async () => {
    const app = await startTestApp({ environment: { START_DATE: '2025-03-01', CRUISE_LENGTH_DAYS: '10' } });
    assert.deepEqual(getCruise(app.context), { startDate: '2025-03-01', lengthDays: 10, portZone: newYork });
  });

  test('is taken from the events otherwise, by their dates in the port zone', async () => {
    const app = await startTestApp();
    assert.deepEqual(getCruise(app.context), { startDate: '2025-03-02', lengthDays: 8, portZone: newYork });
    const span = { first: new Date('2026-03-21T06:59:00Z'), last: new Date('2026-03-28T06:30:00Z') };
    assert.deepEqual(buildSailing({ startDate: undefined, cruiseLengthDays: undefined }, pacific, span), {
      cruise: { startDate: '2026-03-20', lengthDays: 8, portZone: pacific },
      origin: 'events',
    });
    const onlyStart = buildSailing({ startDate: '2026-03-25', cruiseLengthDays: undefined }, pacific, span);
    assert.equal(onlyStart.cruise.lengthDays, 3);
    const tooLate = buildSailing({ startDate: '2027-01-01', cruiseLengthDays: undefined }, pacific, span);
    assert.equal(tooLate.cruise.lengthDays, 1);
    const ages = { first: new Date('0000-01-01T00:00:00Z'), last: new Date('9999-12-31T23:59:59Z') };
    const endless = buildSailing({ startDate: undefined, cruiseLengthDays: undefined }, 'Asia/Tokyo', ages);
    assert.match(endless.cruise.startDate, /^\d{4}-\d{2}-\d{2}$/);
  });
});
