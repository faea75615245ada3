import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { findCodeByFamily } from '#core/accounts/index.ts';
import { findRoles, listFamily } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { say } from '../terminal/say.ts';
import { formatTable } from '../terminal/table.ts';
import { withInstance } from '../with-instance.ts';
import { getAccountByName } from './account.ts';

/** Prints what the crew needs to know of an account to help its owner; nothing of the profile. */
export async function showUser(config: Config, name: string): Promise<void> {
  say(
    formatTable(
      await withInstance(config, { create: false }, (context) => factsOf(context, getAccountByName(context, name))),
    ),
  );
}

function factsOf(context: Context, account: UserRow): string[][] {
  const family = listFamily(context.db, account.familyID);
  const [primary] = family;
  const code = findCodeByFamily(context.db, account.familyID)?.code;
  return [
    ['username', account.username],
    ['id', account.id],
    ['level', account.accessLevel],
    ['roles', [...findRoles(context.db, account.id)].join(', ') || 'none'],
    ['quarantined until', account.quarantinedUntil?.toISOString() ?? '-'],
    ['created', account.createdAt.toISOString()],
    ['login', loginOf(account)],
    ['family', family.map(({ username, accessLevel }) => `${username} (${accessLevel})`).join(', ')],
    ['registration code', code ?? 'none'],
    ['recovery by code', code === undefined ? '-' : primary?.recoveryCodeSpent ? 'used up' : 'possible'],
    ['failed recoveries', String(primary?.recoveryFailures ?? 0)],
  ];
}

function loginOf({ passwordHash, hasLoggedIn }: UserRow): string {
  if (passwordHash === null) return 'nobody can log in';
  return hasLoggedIn ? 'has logged in' : 'never logged in';
}
