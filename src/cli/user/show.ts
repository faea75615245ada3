import type { Config } from '#config/config.ts';
import type { Context } from '#context';
import { findCodeOfFamily } from '#core/accounts/index.ts';
import { findFamily, findRoles } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { say } from '../terminal/say.ts';
import { table } from '../terminal/table.ts';
import { withBox } from '../with-box.ts';
import { accountNamed } from './account.ts';

/** Prints what the crew needs to know of an account to help its owner; nothing of the profile. */
export async function showUser(config: Config, name: string): Promise<void> {
  say(table(await withBox(config, { create: false }, (context) => factsOf(context, accountNamed(context, name)))));
}

function factsOf(context: Context, account: UserRow): string[][] {
  const family = findFamily(context.db, account.familyID);
  const [primary] = family;
  const code = findCodeOfFamily(context.db, account.familyID)?.code;
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
