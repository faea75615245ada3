import type Sqlite from 'better-sqlite3';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Inconsistency, listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { borrowedAvatars } from '#core/profiles/tables.ts';
import { users } from '#core/users/tables.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';

/**
 * Everything that is not as it should be: damage to the database file, references to nothing, derived values that differ
 * from what they are derived from, pictures and clips that are gone (decision 37). Reads only, and only one moment's state.
 */
export async function findInconsistencies(context: Context): Promise<Inconsistency[]> {
  const inDatabase = readOneMoment(context.db.sqlite, () => [
    ...findDatabaseDamage(context.db.sqlite),
    ...findInAreas(context),
  ]);
  return [...inDatabase, ...(await findMissingAvatars(context)), ...(await findInFiles(context))];
}

const findInAreas = (context: Context): Inconsistency[] =>
  listAreas(context).flatMap(({ verify }) => [...(verify?.(context) ?? [])].flat());

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

/** Avatars that an account shows and that are no files; one that was chosen by its name alone may be none (core rule 85). */
async function findMissingAvatars(context: Context): Promise<Inconsistency[]> {
  const rows = context.db.queries
    .select({ id: users.id, username: users.username, userImage: users.userImage })
    .from(users)
    .leftJoin(borrowedAvatars, eq(borrowedAvatars.userID, users.id))
    .where(and(isNotNull(users.userImage), isNull(borrowedAvatars.userID)))
    .all();
  const missing: Inconsistency[] = [];
  for (const { id, username, userImage } of rows) {
    if (userImage === null || (await isStored(context, userImage)) || !showsAvatar(context, id, userImage)) continue;
    missing.push({
      what: `avatar ${userImage} of ${username}`,
      stored: 'no file',
      expected: 'a file in full and thumb',
    });
  }
  return missing;
}

async function isStored({ pictures }: Context, name: string): Promise<boolean> {
  if (!isPictureName(name)) return false;
  const [full, thumb] = await Promise.all([pictures.full.describe(name), pictures.thumb.describe(name)]);
  return full !== undefined && thumb !== undefined;
}

/** Does the account show it still? An avatar that was just replaced is gone rightly. */
function showsAvatar({ db }: Context, userID: string, userImage: string): boolean {
  const row = db.queries.select({ userImage: users.userImage }).from(users).where(eq(users.id, userID)).get();
  return row?.userImage === userImage;
}
