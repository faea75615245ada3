import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { shipTimeApi } from '#core/ship-time/api.ts';
import { getShipClock, importTimeZones } from '#core/ship-time/index.ts';
import { startTestApp } from '../support/app.ts';
import {
  forcedOptions,
  newYork,
  newYorkTable,
  pacific,
  pacificTable,
  sampleTable,
  unforcedOptions,
} from '../support/ship-time.ts';

describe('the clock changes', async () => {
  const app = await startTestApp();
  const { context } = app;
  const seedFile = join(context.config.folders.seeds, 'time-zone-changes.txt');

  beforeEach(async () => {
    await rm(seedFile, { force: true });
    importTimeZones(context, sampleTable, forcedOptions);
  });

  test('are open to everyone, earliest first, with the zone in force now', async () => {
    app.clock.set('2025-03-05T12:00:00Z');
    const { body } = await app.anonymous.call(shipTimeApi.timeZoneChanges);
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
    assert.equal((await app.anonymous.get(shipTimeApi.timeZoneChanges)).currentTimeZoneID, newYork);
  });

  test('can be read while the server is closed to everyone but the staff', async () => {
    transact(context, (context) => changeSettings(context, { minAccessLevel: 'admin' }));
    assert.equal((await app.anonymous.call(shipTimeApi.timeZoneChanges)).status, 200);
    transact(context, (context) => changeSettings(context, { minAccessLevel: 'banned' }));
  });

  test('are counted by an import; a dry run changes nothing', () => {
    importTimeZones(context, newYorkTable, forcedOptions);
    const before = getShipClock(context).changes;
    const text = pacificTable.replaceAll(pacific, newYork).replace('20250307T070000Z', '20250308T070000Z');
    const changes = [
      'from 2025-03-01 08:00 UTC: EST (America/New_York) → PST (America/New_York)',
      'from 2025-03-07 07:00 UTC: EST (America/New_York) → none',
      'from 2025-03-08 07:00 UTC: none → PST (America/New_York)',
    ];
    const counts = { added: 1, changed: 1, restored: 0, deleted: 1, unchanged: 1, changes };
    const {
      notes: _notes,
      warnings: _warnings,
      ...dry
    } = importTimeZones(context, text, { force: false, dryRun: true });
    assert.deepEqual(dry, counts);
    assert.deepEqual(getShipClock(context).changes, before);
    const { notes, warnings, ...done } = importTimeZones(context, text, unforcedOptions);
    assert.deepEqual(done, counts);
    assert.match(notes.join(), /port time zone is America\/New_York \(from the earliest clock change\)/);
    assert.deepEqual(warnings, []);
    assert.equal(importTimeZones(context, text, unforcedOptions).unchanged, 3);
  });

  test('don’t change if a file has unreadable lines, unless the import is forced', () => {
    importTimeZones(context, newYorkTable, forcedOptions);
    const text = `${newYorkTable}\n20250310T070000Z EDT America/New_York\nsoon\tEDT\tAmerica/New_York`;
    assert.throws(() => importTimeZones(context, text, unforcedOptions), {
      name: 'UnreadableFile',
      message: /^Line 4 .*three fields.*2 such lines; --force/,
    });
    const { unchanged, warnings } = importTimeZones(context, text, forcedOptions);
    assert.equal(unchanged, 3);
    assert.equal(warnings.length, 2);
    assert.match(warnings[1] ?? '', /^Line 5 .*skipped/);
    assert.throws(() => importTimeZones(context, '', forcedOptions), { name: 'UnreadableFile' });
    assert.throws(() => importTimeZones(context, '20250301T080000Z\tAST\tAST', forcedOptions), {
      name: 'UnreadableFile',
    });
    assert.equal(getShipClock(context).changes.length, 3);
  });

  test('can be reloaded from the seed file by an administrator', async () => {
    const admin = await app.logIn('admin');
    await writeFile(seedFile, newYorkTable);
    const reloaded = await admin.call(shipTimeApi.reloadTimeZones);
    assert.deepEqual([reloaded.status, reloaded.bytes.length], [200, 0]);
    assert.equal((await app.anonymous.get(shipTimeApi.timeZoneChanges)).records[1]?.timeZoneID, 'America/Mazatlan');
    for (const level of ['verified', 'tho'] as const) {
      assert.equal((await (await app.atLevel(level)).call(shipTimeApi.reloadTimeZones)).status, 403);
    }
    assert.equal((await app.anonymous.call(shipTimeApi.reloadTimeZones)).status, 401);
  });

  test('don’t change if the seed file is missing or invalid, and the error says why (schedule rule 14)', async () => {
    const admin = await app.logIn('admin');
    // The sample that the first start imported isn't a file of the crew (decision 66).
    const missing = await admin.call(shipTimeApi.reloadTimeZones);
    assert.equal(missing.status, 400);
    assert.match(missing.reason, /has no time-zone-changes\.txt/);
    await writeFile(seedFile, 'x\ty\tMars/Phobos\n');
    const response = await admin.call(shipTimeApi.reloadTimeZones);
    assert.equal(response.status, 400);
    assert.match(response.reason, /Line 1/);
    await writeFile(seedFile, Buffer.from([0xff, 0xfe]));
    assert.match((await admin.call(shipTimeApi.reloadTimeZones)).reason, /not UTF-8/);
    assert.equal((await app.anonymous.get(shipTimeApi.timeZoneChanges)).records.length, 3);
  });
});
