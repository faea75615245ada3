import type { Context } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';
import { findUserRowByName } from './store/accounts.ts';

/** Throws 409 when somebody has this name in any letter case, other than the account `ownID` (core rules 52, 57, 58). */
export function assertUsernameFree(context: Context, username: string, ownID?: string): void {
  const holder = findUserRowByName(context.db, username);
  if (holder && holder.id !== ownID) throw conflict('this username is taken');
}
