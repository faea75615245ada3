import type { Context, Write } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { findUserRow, updateUser } from '#core/users/index.ts';

/** Changes the caller's password; it takes the current one, and the login stays (core rule 56). */
export async function changePassword(
  context: Context,
  caller: Caller,
  input: { currentPassword: string; newPassword: string },
  write: Write,
): Promise<void> {
  if (caller.level === 'client') throw forbidden('The password of a service account is set by the crew.');
  const stored = findUserRow(context.db, caller.userID)?.passwordHash ?? '';
  if (!(await context.passwords.matches(stored, input.currentPassword)))
    throw malformed('The current password is wrong.');
  const passwordHash = await context.passwords.hash(input.newPassword);
  write((context) => updateUser(context, caller.userID, { passwordHash }));
}
