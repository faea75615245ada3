import type { Context, Write, WriteContext } from '#area/context.ts';
import { type Caller, type Credentials, isAtLeast } from '#contract/access.ts';
import { conflict, forbidden } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { updateUser } from '#core/users/index.ts';
import { recordAddress } from './known-addresses.ts';
import { getAccountByPassword } from './password-check.ts';
import type { TokenStringData } from './records.ts';
import { endOwnSession, openSession } from './sessions.ts';

/** Returns the account's token for its name and password (core rules 37 to 40). */
export async function logIn(
  context: Context,
  credentials: Credentials,
  address: string,
  write: Write,
): Promise<TokenStringData> {
  const account = await getAccountByPassword(context, credentials, address);
  const { minAccessLevel, enablePreregistration } = getServerSettings(context);
  if (!isAtLeast(account.accessLevel, minAccessLevel) && !enablePreregistration) {
    throw forbidden('serverClosed', "The server isn't open to your account right now.");
  }
  return write((context) => {
    if (!account.hasLoggedIn) updateUser(context, account.id, { hasLoggedIn: true });
    recordAddress(context, account.id, address);
    context.db.afterCommit(() => context.minuteLog.count('logins'));
    return { userID: account.id, accessLevel: account.accessLevel, token: openSession(context, account.id) };
  });
}

/** Logs the account out on all its devices and closes its sockets (core rule 41). */
export function logOut(context: WriteContext, caller: Caller): void {
  if (!endOwnSession(context, caller.userID)) throw conflict('notLoggedIn', 'You are not logged in.');
}
