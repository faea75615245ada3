import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { type EndpointResponse, respondWith } from '#contract/response.ts';
import { findUserRow, updateUser } from '#core/users/index.ts';
import { getHashingTurn } from './hashing-turn.ts';
import { checkPassword } from './password-check.ts';
import type { TokenStringData, UserPasswordData } from './records.ts';
import { endSessions, openSession } from './sessions.ts';

/**
 * Changes the caller's password, given the current one (core rule 56). With `endOtherSessions`, ends every session of
 * the account and returns a new token; otherwise sessions stay. Throws 400 for a wrong password, which counts as a
 * failed login, and 429 while logins are paused.
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  { currentPassword, newPassword, endOtherSessions = false }: UserPasswordData,
  address: string,
  write: Write,
): Promise<EndpointResponse<TokenStringData> | undefined> {
  if (caller.level === 'client')
    throw forbidden('serviceAccount', 'Only the crew can change the password of a service account.');
  const credentials = { username: caller.username, password: currentPassword };
  const account = findUserRow(context.db, caller.userID);
  if (!(await checkPassword(context, account, credentials, address)))
    throw malformed('The current password is wrong.', 'wrongPassword');
  const passwordHash = await context.passwords.hash(newPassword, getHashingTurn(address, 'known'));
  return write((context) => {
    updateUser(context, caller.userID, { passwordHash });
    writeAuditLog(context, 'a password was changed', {
      username: caller.username,
      endedSessions: endOtherSessions || undefined,
    });
    return endOtherSessions ? replaceSessions(context, caller) : undefined;
  });
}

/** Ends all sessions of the account and starts a new one. The token itself is never stored. */
function replaceSessions(context: WriteContext, { userID, level }: Caller): EndpointResponse<TokenStringData> {
  endSessions(context, [userID], 'your password was changed');
  return respondWith({ userID, accessLevel: level, token: openSession(context, userID) }, { isSecret: true });
}
