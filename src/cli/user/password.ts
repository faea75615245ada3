import { transact } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { generatePassword, sharedAccounts } from '#core/accounts/index.ts';
import { UserPasswordData } from '#core/accounts/records.ts';
import { updateUser } from '#core/users/index.ts';
import { parse } from '#http/parse-request.ts';
import { CommandFailed, WrongUse } from '../failure.ts';
import { askHidden, readFirstLine } from '../terminal/ask.ts';
import { say } from '../terminal/say.ts';
import { withInstance } from '../with-instance.ts';
import { getAccountByName } from './account.ts';

/** Accounts that stand for a group: what is posted as them has no single author, and nobody logs in to them. */
const withoutLogin: readonly string[] = [sharedAccounts.moderator, sharedAccounts.devteam, sharedAccounts.clips];

/** Sets a new password, made up or entered; the logins of the account stay valid (core rule 39). */
export async function setPassword(config: Config, name: string, { generate }: { generate: boolean }): Promise<void> {
  await withInstance(config, { create: false }, async (context) => {
    const { id, username } = getAccountByName(context, name);
    if (withoutLogin.includes(username))
      throw new CommandFailed(`nobody logs in as ${username}: it is a shared account`);
    const password = generate ? generatePassword() : await enterPassword(username);
    const { newPassword } = parse(UserPasswordData, { currentPassword: '', newPassword: password });
    const passwordHash = await context.passwords.hash(newPassword);
    transact(context, (context) => updateUser(context, id, { passwordHash }));
    say(generate ? `password ${password}` : `${username} has a new password`);
  });
}

async function enterPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const password = await askHidden(`New password of ${username}: `);
  const repeated = await askHidden('The same again: ');
  if (password !== repeated) throw new WrongUse('the two are not the same: nothing was changed');
  return password;
}
