import { readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareWriteText } from '#db/prepared.ts';
import type { Promotion } from './follower/promote.ts';

/** How often the sailing has moved to another machine; the higher one is right. */
export const readGeneration = (db: Database): number => Number(readDatabaseFact(db, 'generation') ?? 1);

/** Makes this machine the one that serves. */
export const writeGeneration = (db: Transaction, generation: number): void =>
  writeDatabaseFact(db, 'generation', String(generation));

/** A table has no row in `sqlite_sequence` before its first number is issued, though the lost machine may have issued one. */
const skipIDsWrite = prepareWriteText<Record<string, never>>(`
  REPLACE INTO sqlite_sequence (rowid, name, seq)
  SELECT sqlite_sequence.rowid, sqlite_schema.name, coalesce(seq, 0) + 100000
  FROM sqlite_schema LEFT JOIN sqlite_sequence USING (name)
  WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'`);

/**
 * Makes this machine the one that serves, in a generation above its own. Skips numbers that the lost machine may have
 * issued: a client that has seen one must neither mistake something else for it nor ask in vain for what came after it
 * (decision 52).
 */
export function raiseGeneration(
  db: Transaction,
  { generation, mayHaveLostData }: Pick<Promotion, 'generation' | 'mayHaveLostData'>,
): void {
  writeGeneration(db, Math.max(generation, readGeneration(db) + 1));
  if (mayHaveLostData) skipIDsWrite.run(db, {});
}
