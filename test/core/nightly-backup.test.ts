import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { proveBackup } from '#app/backup/prove-backup.ts';
import { transact } from '#area/context.ts';
import { readLastBackups, saveBackupOutcome } from '#core/backups/index.ts';
import { findJobRun } from '#core/jobs/index.ts';
import { silentProgress } from '#platform/observing/progress.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';

const makeFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `gangway-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

async function startShip(environment: Record<string, string>): Promise<TestApp> {
  const clock = createTestClock('2025-03-03T03:59:59.000Z');
  return startTestApp({ clock, environment: { NIGHTLY_CRON_HOUR: '3', ...environment } });
}

/** Overwrites the first page of a table, like a failing disk; reading the table fails afterwards. */
function damageTable({ context: { db } }: TestApp, table: string): void {
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const pageSize = Number(db.sqlite.pragma('page_size', { simple: true }));
  const page = db.sqlite
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  const file = openSync(db.file, 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xff), 0, pageSize, ((page ?? 0) - 1) * pageSize);
  closeSync(file);
}

test('backs up and rotates nightly; a damaged database keeps old backups (moderation rule J9)', async () => {
  const folder = makeFolder('backups');
  const ship = await startShip({ BACKUP_DIR: folder, BACKUP_KEEP: '1' });
  const { context, clock } = ship;
  const [info, error] = [mock.method(context.log, 'info', () => {}), mock.method(context.log, 'error', () => {})];
  const nightAt = async (time: string) => {
    clock.set(time);
    await ship.runDueJobs();
  };

  await ship.runDueJobs();
  assert.deepEqual(readdirSync(folder), []);
  for (const day of [3, 4]) await nightAt(`2025-03-0${day}T04:00:00.000Z`);
  const name = 'gangway-backup-20250304T040000Z.tar.gz';
  assert.deepEqual(readdirSync(folder), [name]);
  const { last, lastProved } = readLastBackups(context);
  assert.deepEqual(last, lastProved);
  const file = join(folder, name);
  assert.deepEqual(
    { at: last?.at, state: last?.state, file: last?.file, bytes: last?.bytes, why: last?.why },
    { at: clock.now(), state: 'proved', file, bytes: statSync(file).size, why: undefined },
  );
  assert.match(findJobRun(context.db, 'back-up')?.outcome ?? '', /restored and verified$/);
  const said = info.mock.calls.filter(({ arguments: [, text] }) => /restored and verified/.test(String(text)));
  assert.equal(said.length, 2);
  const { manifest, inconsistencies } = await proveBackup(context.config, file, makeFolder('proof'), silentProgress);
  assert.deepEqual([manifest.createdAt, inconsistencies], [clock.now().toISOString(), []]);

  assert.equal(error.mock.callCount(), 0);
  damageTable(ship, 'registration_codes');
  await nightAt('2025-03-05T04:00:00.000Z');
  assert.deepEqual(readdirSync(folder).sort(), [name, 'gangway-backup-unproved.tar.gz']);
  const damaged = readLastBackups(context);
  assert.deepEqual([damaged.last?.state, damaged.lastProved], ['unproved', lastProved]);
  assert.match(damaged.last?.why ?? '', /unproved\.tar\.gz can't be restored\. Its database\.sqlite is damaged/);
  assert.equal(findJobRun(context.db, 'back-up')?.hasFailed, true);
  assert.ok(error.mock.calls.some(({ arguments: [facts] }) => /is damaged/.test(JSON.stringify(facts))));
});

test('a nightly backup whose folder is gone fails, and reports that', async () => {
  const ship = await startShip({ BACKUP_DIR: join(makeFolder('usb'), 'not-there') });
  await assert.rejects(ship.runJob('back-up'), /BACKUP_DIR .*not-there is not a folder: is its disk connected\?/);
  const { last, lastProved } = readLastBackups(ship.context);
  assert.deepEqual([last?.state, last?.file, lastProved], ['failed', undefined, undefined]);
  assert.match(last?.why ?? '', /is not a folder/);
});

test('a nightly backup warns if the last one is missing from its folder', async () => {
  const folder = join(makeFolder('usb'), 'not-there');
  const { context, clock, runJob } = await startShip({ BACKUP_DIR: folder });
  const warn = mock.method(context.log, 'warn', () => {});
  const file = join(folder, 'gangway-backup-20250302T040000Z.tar.gz');
  transact(context, (context) => saveBackupOutcome(context, { at: clock.now(), state: 'proved', file }));
  await assert.rejects(runJob('back-up'));
  const said = warn.mock.calls.map(({ arguments: [words] }) => String(words));
  assert.deepEqual(said, [`the last backup, ${file}, is missing: is the disk of BACKUP_DIR connected?`]);
  const { last, lastProved } = readLastBackups(context);
  assert.deepEqual([last?.state, lastProved?.file], ['failed', file]);
});

test('without BACKUP_DIR there are no nightly backups', async () => {
  const ship = await startShip({});
  ship.clock.set('2025-03-03T04:00:00.000Z');
  await ship.runDueJobs();
  assert.equal(findJobRun(ship.context.db, 'back-up'), undefined);
  await assert.rejects(ship.runJob('back-up'), /BACKUP_DIR is not set/);
});
