import { setImmediate } from 'node:timers/promises';
import { listAreas } from '#area/area.ts';
import { writeAuditLog } from '#area/audit-log.ts';
import type { Context } from '#area/context.ts';
import { guardedRoles } from '#contract/access.ts';
import { profileTexts } from '#core/profiles/records.ts';
import { findRoles, findUser, listFavoriteUserIDs } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import type { UserSaveRestoreData } from './records.ts';
import { findFamiliesWithCode, findUsersOfFamilies } from './store.ts';

/** Content of the file: its list as text, in pieces, and the existing pictures. */
export interface Export {
  readonly list: readonly string[];
  /** Paths by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly users: number;
}

const familiesPerPage = 50;

/**
 * Collects everyone who goes to the next sailing (admin rule A20), with their password hashes, and records it in the
 * crew's log. Lets other requests run between two pages.
 */
export async function exportPeople(context: Context): Promise<Export> {
  const texts: string[] = [];
  const names = new Set<string>();
  for await (const users of listPages(context)) {
    for (const user of users) {
      texts.push(JSON.stringify(user.record));
      for (const name of user.pictures) names.add(name);
    }
  }
  const lists = listAreas(context).flatMap(({ userFileLists = [] }) => userFileLists);
  const parts = lists.map((list) => {
    const items = list.collect(context);
    // A list's `collect` returns the same type that it reads.
    for (const item of items) for (const name of list.listPictures?.(item as never) ?? []) names.add(name);
    return `,${JSON.stringify(list.key)}:${JSON.stringify(items)}`;
  });
  writeAuditLog(context, 'people were written into a file for the next sailing', { users: texts.length });
  const separated = texts.map((text, index) => (index === 0 ? text : `,${text}`));
  return {
    list: ['{"users":[', ...separated, ']', ...parts, '}'],
    pictures: await locatePictures(context, names),
    users: texts.length,
  };
}

interface ExportedUser {
  readonly record: object;
  readonly pictures: readonly string[];
}

async function* listPages(context: Context): AsyncIterable<ExportedUser[]> {
  let after = '';
  for (;;) {
    const families = findFamiliesWithCode(context.db, after, familiesPerPage);
    const last = families.at(-1);
    if (!last) return;
    after = last.familyID;
    yield describeFamilies(context, new Map(families.map(({ familyID, code }) => [familyID, code])));
    await setImmediate();
  }
}

function describeFamilies(context: Context, codes: ReadonlyMap<string, string>): ExportedUser[] {
  const rows = findUsersOfFamilies(context.db, [...codes.keys()]);
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  const userIDs = rows.map(({ id }) => id);
  const sources = listAreas(context).flatMap(({ userFileFields }) => userFileFields ?? []);
  const collected = sources.map((source) => ({ source, byUser: source.collect(context, userIDs) }));
  return rows.map((row) => {
    const fields = collected.map(({ source, byUser }) => ({ source, fields: byUser.get(row.id) ?? {} }));
    const parent = row.id === row.familyID ? undefined : names.get(row.familyID);
    const own = describeUser(context, row, codes.get(row.familyID) ?? '', parent);
    return {
      record: Object.assign({}, own, ...fields.map((part) => part.fields)),
      pictures: [
        ...(row.userImage === null ? [] : [row.userImage]),
        ...fields.flatMap((part) => part.source.listPictures?.(part.fields) ?? []),
      ],
    };
  });
}

/** Copied as stored, without those that aren't set. */
const profileFields = [...profileTexts, 'userImage'] as const;

function describeUser(
  context: Context,
  row: UserRow,
  verification: string,
  parentUsername: string | undefined,
): UserSaveRestoreData {
  return {
    ...Object.fromEntries(profileFields.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
    username: row.username,
    password: row.passwordHash ?? '',
    recoveryKey: row.recoveryKeyHash ?? '',
    verification,
    accessLevel: row.accessLevel,
    parentUsername,
    roles: [...findRoles(context.db, row.id).difference(guardedRoles)].sort(),
    favoriteUsers: listNames(context, row.id),
  };
}

const listNames = (context: Context, userID: string): string[] =>
  [...listFavoriteUserIDs(context, userID)].flatMap((id) => findUser(context, id)?.username ?? []).sort();

async function locatePictures({ pictures }: Context, names: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    const file = isPictureName(name) ? await pictures.full.describe(name) : undefined;
    if (file) found.set(name, file.path);
  }
  return found;
}
