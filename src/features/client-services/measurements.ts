import { statSync } from 'node:fs';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { isSpareComplete } from '#area/spare.ts';
import { isStepRefused, lowDiskLevels } from '#contract/low-disk.ts';
import type { Content } from '#contract/response.ts';
import { listPresentUserIDs } from '#core/accounts/index.ts';
import { readLastBackups } from '#core/backups/index.ts';
import { listJobs } from '#core/jobs/index.ts';
import { findWriteProblem, getLowDiskLevel, getPictureBytes, readOwnDisks } from '#core/machine/index.ts';
import { countOpenReports } from '#core/reports/index.ts';
import { version } from '#platform/machine/version.ts';

const getFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const toSeconds = (moment: Date | undefined): number | undefined => moment && moment.getTime() / 1000;

/** Gauges read on every call: help text and reader by name; undefined values are left out. */
type UnlabelledGauges = Readonly<Record<string, readonly [help: string, read: () => number | undefined]>>;

const listUnlabelledGauges = (context: Context): UnlabelledGauges => {
  const { db, live, passwords, startedAt } = context;
  return {
    gangway_database_bytes: ['Size of the database file.', () => getFileSize(db.file)],
    gangway_database_log_bytes: ['Size of the write-ahead log of the database.', () => getFileSize(`${db.file}-wal`)],
    gangway_picture_bytes: ['Size of all stored pictures, measured periodically.', () => getPictureBytes(context)],
    gangway_sockets: ['Open sockets.', () => live.counts().connections],
    gangway_socket_users: ['Users with an open socket.', () => live.counts().users],
    gangway_people_present: [
      'Users who called within five minutes or have an open socket.',
      () => listPresentUserIDs(context).size,
    ],
    gangway_password_checks_waiting: ['Password checks in the queue.', () => passwords.waiting()],
    gangway_reports_open: ['Reports no moderator handles yet.', () => countOpenReports(db)],
    gangway_backup_last_proved_timestamp_seconds: [
      'Time of the last verified backup.',
      () => toSeconds(readLastBackups(context).lastProved?.at),
    ],
    gangway_backup_last_timestamp_seconds: [
      'Time of the last backup attempt with verification, whatever the result.',
      () => toSeconds(readLastBackups(context).last?.at),
    ],
    gangway_backup_bytes: ['Size of the last verified backup.', () => readLastBackups(context).lastProved?.bytes],
    ...listSpareGauges(context),
    gangway_started_timestamp_seconds: ['When the service opened its data.', () => startedAt.getTime() / 1000],
  };
};

const toNumber = (is: boolean | undefined): number | undefined => (is === undefined ? undefined : Number(is));

/** Gauges of a paired spare. */
const listSpareGauges = ({ spare }: Context): UnlabelledGauges => ({
  gangway_spare_attached: ['1 while the spare is connected.', () => toNumber(spare.read()?.isAttached)],
  gangway_spare_complete: [
    '1 while the spare has everything it needs to take over.',
    () => {
      const state = spare.read();
      return state && toNumber(isSpareComplete(state));
    },
  ],
  gangway_spare_lag_seconds: [
    "Age of the oldest change not yet on the spare's disk.",
    () => {
      const { lag } = spare.read() ?? {};
      return lag && lag.milliseconds / 1000;
    },
  ],
  gangway_spare_lag_bytes: ["Bytes of changes not yet on the spare's disk.", () => spare.read()?.lag?.bytes],
  gangway_spare_awaited: [
    'If SPARE_WAIT is set: 1 while responses wait for the spare, 0 while the server continues without it.',
    () => spareWaitValues[spare.read()?.waiting ?? 'off'],
  ],
});

const spareWaitValues = { on: 1, 'given-up': 0, off: undefined };

function addUnlabelledGauges(context: Context, registers: Registry[]): void {
  for (const [name, [help, read]] of Object.entries(listUnlabelledGauges(context))) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

type LabelledValues = Iterable<readonly [string, number]>;

/** A gauge with one value for each of several things, all read on every call. */
function addLabelledGauge(
  registers: Registry[],
  [name, help, label]: readonly [name: string, help: string, label: string],
  read: () => LabelledValues | Promise<LabelledValues>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    async collect() {
      const all = await read();
      this.reset();
      for (const [value, number] of all) this.set({ [label]: value }, number);
    },
  });
}

function addLabelledGauges(context: Context, registers: Registry[]): void {
  addLabelledGauge(registers, ['gangway_trouble', 'Current problems by name; 1 while they last.', 'name'], () =>
    context.conditions.list().map(({ name }) => [name, 1] as const),
  );
  const refused = "What passengers can't do because the disk is nearly full; 1 while paused.";
  addLabelledGauge(registers, ['gangway_refused', refused, 'what'], () =>
    lowDiskLevels.map((step) => [step, isStepRefused(step, getLowDiskLevel(context)) ? 1 : 0] as const),
  );
  const jobEnds = 'Time a job last ended, whatever the result.';
  addLabelledGauge(registers, ['gangway_job_last_end_timestamp_seconds', jobEnds, 'job'], () =>
    listJobs(context).flatMap(({ name, run }) =>
      run?.finishedAt ? [[name, run.finishedAt.getTime() / 1000] as const] : [],
    ),
  );
  addLabelledGauge(registers, ['gangway_job_failed', '1 when the last run of a job failed.', 'job'], () =>
    listJobs(context).flatMap(({ name, run }) => (run?.finishedAt ? [[name, run.hasFailed ? 1 : 0] as const] : [])),
  );
  addLabelledGauge(registers, ['gangway_info', 'Always 1; labelled with the version.', 'version'], () => [
    [version, 1],
  ]);
}

function addDiskGauges(context: Context, registers: Registry[]): void {
  const readDisks = async (key: 'freeBytes' | 'totalBytes') =>
    (await readOwnDisks(context)).map((disk) => [disk.places.join(','), disk[key]] as const);
  const free = 'Free bytes on a disk, by what it stores.';
  addLabelledGauge(registers, ['gangway_disk_free_bytes', free, 'places'], () => readDisks('freeBytes'));
  const total = 'Size of a disk in bytes, by what it stores.';
  addLabelledGauge(registers, ['gangway_disk_total_bytes', total, 'places'], () => readDisks('totalBytes'));
  new Gauge({
    name: 'gangway_writable',
    help: '1 while data can be written, 0 while it can’t.',
    registers,
    async collect() {
      this.set((await findWriteProblem(context)) === undefined ? 1 : 0);
    },
  });
}

/** Adds the gauges that are read on every call to the request counters (core rule 104). */
const metricsRegistry = createOncePerInstance((context: Context) => {
  const registers = [context.metrics.registry];
  addUnlabelledGauges(context, registers);
  addLabelledGauges(context, registers);
  addDiskGauges(context, registers);
  new Counter({
    name: 'gangway_sockets_dropped_total',
    help: 'Sockets closed because their client was too slow.',
    registers,
    collect() {
      this.reset();
      this.inc(context.live.counts().disconnectedSlow);
    },
  });
  return context.metrics.registry;
});

/** Returns all measurements in the Prometheus text format. */
export async function readMeasurements(context: Context): Promise<Content> {
  const registry = metricsRegistry(context);
  return { mediaType: registry.contentType, body: new TextEncoder().encode(await registry.metrics()) };
}
