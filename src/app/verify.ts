import type Sqlite from 'better-sqlite3';
import { type Inconsistency, listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findPictureFaults } from './verify-pictures.ts';

/** What to leave out. */
export interface VerifyOptions {
  readonly withoutClips?: boolean;
  readonly withoutFiles?: boolean;
}

/**
 * Finds all inconsistencies: damage to the database file, dangling references, derived values that differ from their
 * sources, pictures and clips without files, and files without pictures or clips (decision 37). Only reads, and sees a
 * single moment of the database. Skips clip files for a backup without clips, and all files for a database by itself.
 */
export async function findInconsistencies(
  context: Context,
  { withoutClips = false, withoutFiles = false }: VerifyOptions = {},
): Promise<Inconsistency[]> {
  const inDatabase = readSnapshot(context.db.sqlite, () => [
    ...findDatabaseDamage(context.db.sqlite),
    ...findInAreas(context),
  ]);
  if (withoutFiles) return inDatabase;
  return [...inDatabase, ...(await findPictureFaults(context)), ...(withoutClips ? [] : await findInFiles(context))];
}

const findInAreas = (context: Context): Inconsistency[] =>
  listAreas(context).flatMap(({ verify }) => [...(verify?.(context) ?? [])].flat());

/** Only clips have files managed by their area. */
async function findInFiles(context: Context): Promise<Inconsistency[]> {
  const found: Inconsistency[] = [];
  for (const { verifyFiles } of listAreas(context)) found.push(...((await verifyFiles?.(context)) ?? []));
  return found;
}

/** Others may be writing; this transaction doesn't see their changes and doesn't block them. */
function readSnapshot<Result>(sqlite: Sqlite.Database, read: () => Result): Result {
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

/** Finds damage to the file, its indexes and its full text, and rows that refer to missing rows. */
export function findDatabaseDamage(sqlite: Sqlite.Database): Inconsistency[] {
  // This covers full text: SQLite compares each full-text index with its content.
  const complaints = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  const broken = sqlite.prepare<[], BrokenReference>('PRAGMA foreign_key_check').all();
  return [
    ...complaints
      .filter((complaint) => complaint !== 'ok')
      .map((complaint) => ({ what: 'database file', stored: complaint, expected: 'ok' })),
    ...broken.map(({ table, rowid, parent }) => ({
      what: `row ${rowid ?? ''} of ${table}`,
      stored: `a reference to a missing row of ${parent}`,
      expected: 'an existing row',
    })),
  ];
}
