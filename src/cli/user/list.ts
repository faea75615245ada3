import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import type { AccessLevel } from '#contract/access.ts';
import { users } from '#core/users/tables.ts';
import { say } from '../terminal/say.ts';
import { formatTable } from '../terminal/table.ts';
import { withInstance } from '../with-instance.ts';

interface Wanted {
  readonly level?: AccessLevel;
  readonly search?: string;
}

/** Prints the accounts of a level, and with a text in their names. */
export async function listUsers(config: Config, wanted: Wanted): Promise<void> {
  const accounts = await withInstance(config, { create: false }, (context) => findAccounts(context, wanted));
  const rows = accounts.map(({ username, level, primary, createdAt }) => [
    username,
    level,
    primary === username ? '' : primary,
    createdAt.toISOString().slice(0, 10),
  ]);
  if (rows.length > 0) say(formatTable([['username', 'level', 'alternate of', 'created'], ...rows]));
  say(`${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`);
}

const primaries = alias(users, 'primaries');

function findAccounts({ db }: Context, { level, search }: Wanted) {
  return db.queries
    .select({
      username: users.username,
      level: users.accessLevel,
      primary: primaries.username,
      createdAt: users.createdAt,
    })
    .from(users)
    .innerJoin(primaries, eq(primaries.id, users.familyID))
    .where(and(level && eq(users.accessLevel, level), search === undefined ? undefined : holds(search)))
    .orderBy(users.usernameKey)
    .all();
}

const holds = (text: string): SQL => sql`instr(lower(${users.userSearch}), lower(${text})) > 0`;
