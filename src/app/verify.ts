import type Sqlite from 'better-sqlite3';
import { type Inconsistency, listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findPictureFaults } from './verify-pictures.ts';

/** What is left out. */
export interface VerifyOptions {
  readonly withoutClips?: boolean;
  readonly withoutFiles?: boolean;
}

/**
 * Everything that is not as it should be: damage to the database file, references to nothing, derived values that differ
 * from what they are derived from, pictures and clips without files and files without pictures or clips (decision 37).
 * Reads only, of the database only one moment's state. Of a backup without clips their files are not asked for, of a
 * database by itself no files.
 */
export async function findInconsistencies(
  context: Context,
  { withoutClips = false, withoutFiles = false }: VerifyOptions = {},
): Promise<Inconsistency[]> {
  const inDatabase = readOneMoment(context.db.sqlite, () => [
    ...findDatabaseDamage(context.db.sqlite),
    ...findInAreas(context),
  ]);
  if (withoutFiles) return inDatabase;
  return [...inDatabase, ...(await findPictureFaults(context)), ...(withoutClips ? [] : await findInFiles(context))];
}

const findInAreas = (context: Context): Inconsistency[] =>
  listAreas(context).flatMap(({ verify }) => [...(verify?.(context) ?? [])].flat());

/** Only clips have files that an area looks after by itself. */
async function findInFiles(context: Context): Promise<Inconsistency[]> {
  const found: Inconsistency[] = [];
  for (const { verifyFiles } of listAreas(context)) found.push(...((await verifyFiles?.(context)) ?? []));
  return found;
}

/** Others may write meanwhile; this transaction does not see it, and does not hold them up. */
function readOneMoment<Result>(sqlite: Sqlite.Database, read: () => Result): Result {
  sqlite.exec('BEGIN');
  try {
    return read();
  } finally {
    sqlite.exec('COMMIT');
  }
}

interface BrokenReference {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** Damage to the file, its indexes and its full text, and rows that refer to rows that are not there. */
export function findDatabaseDamage(sqlite: Sqlite.Database): Inconsistency[] {
  // Full text is part of it: the engine compares each such index with its content.
  const complaints = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  const broken = sqlite.prepare<[], BrokenReference>('PRAGMA foreign_key_check').all();
  return [
    ...complaints
      .filter((complaint) => complaint !== 'ok')
      .map((complaint) => ({ what: 'database file', stored: complaint, expected: 'ok' })),
    ...broken.map(({ table, rowid, parent }) => ({
      what: `row ${rowid ?? ''} of ${table}`,
      stored: `a reference to a row of ${parent} that is not there`,
      expected: 'a row that is there',
    })),
  ];
}
