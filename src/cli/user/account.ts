import type { Context } from '#area/context.ts';
import { findUserRowByName } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { CommandFailed } from '../failure.ts';

/** The account of this name in any letter case. Throws CommandFailed when there is none. */
export function getAccountByName({ db }: Context, name: string): UserRow {
  const account = findUserRowByName(db, name);
  if (account) return account;
  throw new CommandFailed(`there is no account ${name}: find it with \`gangway user list --search\``);
}
