import * as v from 'valibot';
import type { WriteContext } from '#area/context.ts';
import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import type { Database } from '#db/open.ts';

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);

const BackupOutcome = v.object({
  /** When it was begun. */
  at: moment,
  /** `proved`: it was restored and verified. `unproved`: it was made, and that failed. `failed`: there is no file. */
  state: v.picklist(['proved', 'unproved', 'failed']),
  /** Where it lies. */
  file: v.optional(v.string()),
  bytes: v.optional(v.number()),
  milliseconds: v.optional(v.number()),
  /** A sentence: why it is not proved, or what is not as it should be in the data themselves. */
  why: v.optional(v.string()),
});
/** What became of one backup. */
export type BackupOutcome = v.InferOutput<typeof BackupOutcome>;

/** What became of the last backup with a proof, and of the last one that was proved; undefined for never. */
export interface LastBackups {
  readonly last: BackupOutcome | undefined;
  readonly lastProved: BackupOutcome | undefined;
}

/** Facts of the database. */
const facts = { last: 'lastBackup', lastProved: 'lastProvedBackup' } as const;

/** What is known of the backups of this instance, for all who show it. */
export const readLastBackups = ({ db }: { readonly db: Database }): LastBackups => ({
  last: readOutcome(db, facts.last),
  lastProved: readOutcome(db, facts.lastProved),
});

function readOutcome(db: Database, fact: string): BackupOutcome | undefined {
  const stored = readInstallation(db, fact);
  return stored === undefined ? undefined : v.parse(BackupOutcome, JSON.parse(stored));
}

/** Stores what became of a backup. */
export function saveBackupOutcome({ db }: WriteContext, outcome: BackupOutcome): void {
  const text = JSON.stringify(outcome);
  writeInstallation(db, facts.last, text);
  if (outcome.state === 'proved') writeInstallation(db, facts.lastProved, text);
}
