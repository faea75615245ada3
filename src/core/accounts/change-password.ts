import type { Context, Write } from '#area/context.ts';
import { tellCrew } from '#area/tell-crew.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { findUserRow, updateUser } from '#core/users/index.ts';
import { getHashingTurn } from './hashing-turn.ts';
import { checkPassword } from './password-check.ts';

/**
 * Changes the caller's password; it takes the current one, and the login stays (core rule 56). Throws 400 for a wrong
 * one, which counts like a wrong login, and 429 while those are paused.
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  input: { currentPassword: string; newPassword: string },
  address: string,
  write: Write,
): Promise<void> {
  if (caller.level === 'client') throw forbidden('The password of a service account is set by the crew.');
  const credentials = { username: caller.username, password: input.currentPassword };
  const account = findUserRow(context.db, caller.userID);
  if (!(await checkPassword(context, account, credentials, address))) throw malformed('The current password is wrong.');
  const passwordHash = await context.passwords.hash(input.newPassword, getHashingTurn(address, 'known'));
  write((context) => {
    updateUser(context, caller.userID, { passwordHash });
    tellCrew(context, 'a password was changed', { username: caller.username });
  });
}
