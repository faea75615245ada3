import type Sqlite from 'better-sqlite3';
import { eq, isNotNull } from 'drizzle-orm';
import type { Context } from '#context';
import type { Area, Drift } from '#contract/area.ts';
import { users } from '#core/users/tables.ts';

/**
 * Everything that is not as it should be: damage to the database file, references to nothing, derived values that differ
 * from what they are derived from, pictures that are gone (decision 37). Reads only, and only one moment's state.
 */
export async function findDrift(context: Context, areas: readonly Area<Context>[]): Promise<Drift[]> {
  const inDatabase = atOneMoment(context.db.sqlite, () => [
    ...databaseDamage(context.db.sqlite),
    ...recompute(context, areas),
  ]);
  return [...inDatabase, ...(await missingAvatars(context))];
}

const recompute = (context: Context, areas: readonly Area<Context>[]): Drift[] =>
  areas.flatMap((area) => [...(area.verify?.(context) ?? [])]);

/** Others may write meanwhile; this transaction does not see it, and does not hold them up. */
function atOneMoment<Result>(sqlite: Sqlite.Database, read: () => Result): Result {
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
export function databaseDamage(sqlite: Sqlite.Database): Drift[] {
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

/** Avatars that an account shows and that are no files. */
async function missingAvatars(context: Context): Promise<Drift[]> {
  const rows = context.db.queries
    .select({ id: users.id, username: users.username, userImage: users.userImage })
    .from(users)
    .where(isNotNull(users.userImage))
    .all();
  const missing: Drift[] = [];
  for (const { id, username, userImage } of rows) {
    if (userImage === null || (await isStored(context, userImage)) || !shows(context, id, userImage)) continue;
    missing.push({
      what: `avatar ${userImage} of ${username}`,
      stored: 'no file',
      expected: 'a file in full and thumb',
    });
  }
  return missing;
}

async function isStored({ pictures }: Context, name: string): Promise<boolean> {
  const [full, thumb] = await Promise.all([pictures.full.describe(name), pictures.thumb.describe(name)]);
  return full !== undefined && thumb !== undefined;
}

/** Does the account show it still? An avatar that was just replaced is gone rightly. */
function shows({ db }: Context, userID: string, userImage: string): boolean {
  const row = db.queries.select({ userImage: users.userImage }).from(users).where(eq(users.id, userID)).get();
  return row?.userImage === userImage;
}
