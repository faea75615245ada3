import * as v from 'valibot';
import type { WriteContext } from '#area/context.ts';
import { readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import type { Database } from '#db/open.ts';

const timestamp = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);

const BackupOutcome = v.object({
  /** When it began. */
  at: timestamp,
  /** `proved`: restored and verified. `unproved`: made, but not proved. `failed`: there is no file. */
  state: v.picklist(['proved', 'unproved', 'failed']),
  /** Path of the file. */
  file: v.optional(v.string()),
  bytes: v.optional(v.number()),
  milliseconds: v.optional(v.number()),
  /** A sentence: why it isn't proved, or what is wrong with the data itself. */
  why: v.optional(v.string()),
});
/** The outcome of one backup. */
export type BackupOutcome = v.InferOutput<typeof BackupOutcome>;

/** The outcomes of the last nightly backup and of the last proved one; undefined if there was none. */
export interface LastBackups {
  readonly last: BackupOutcome | undefined;
  readonly lastProved: BackupOutcome | undefined;
}

/** The database's facts that store them. */
const factNames = { last: 'lastBackup', lastProved: 'lastProvedBackup' } as const;

/** Returns the outcomes of this instance's backups, for every place that shows them. */
export const readLastBackups = ({ db }: { readonly db: Database }): LastBackups => ({
  last: readOutcome(db, factNames.last),
  lastProved: readOutcome(db, factNames.lastProved),
});

function readOutcome(db: Database, fact: string): BackupOutcome | undefined {
  const stored = readDatabaseFact(db, fact);
  return stored === undefined ? undefined : v.parse(BackupOutcome, JSON.parse(stored));
}

/** Stores the outcome of a backup. */
export function saveBackupOutcome({ db }: WriteContext, outcome: BackupOutcome): void {
  const text = JSON.stringify(outcome);
  writeDatabaseFact(db, factNames.last, text);
  if (outcome.state === 'proved') writeDatabaseFact(db, factNames.lastProved, text);
}
