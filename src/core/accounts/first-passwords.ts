import * as v from 'valibot';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { InvalidSetting } from '#config/env.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { turnWithoutSender } from '#platform/secrets/passwords.ts';
import { UserPasswordData } from './records.ts';
import { sharedAccounts } from './shared-accounts.ts';

interface FirstPassword {
  readonly variable: string;
  readonly username: string;
  readonly password: string | undefined;
}

const listFirstPasswords = ({ firstPasswords }: Config): FirstPassword[] => [
  { variable: 'ADMIN_PASSWORD', username: sharedAccounts.admin, password: firstPasswords.admin },
  { variable: 'THO_PASSWORD', username: sharedAccounts.office, password: firstPasswords.managementOffice },
  { variable: 'PROMETHEUS_PASSWORD', username: sharedAccounts.metrics, password: firstPasswords.metrics },
];

/** Throws InvalidSetting if a variable holds an unusable password for an account that is about to be created. */
export function assertUsablePasswords(config: Config, accounts: readonly { readonly username: string }[]): void {
  const made = new Set(accounts.map(({ username }) => username));
  for (const { variable, username, password } of listFirstPasswords(config)) {
    if (password === undefined || !made.has(username) || v.is(UserPasswordData.entries.newPassword, password)) continue;
    throw new InvalidSetting(variable, 'must have 6 to 50 characters, like every password');
  }
}

/**
 * Logs each variable that differs from the account's password: it only applies when the account is created. Development
 * and testing don't set these.
 */
export async function warnAboutOtherPasswords({ config, db, log, passwords }: Context): Promise<void> {
  if (config.isDevelopment) return;
  for (const { variable, username, password } of listFirstPasswords(config)) {
    const account = findUserRowByName(db, username);
    if (!account || password === undefined) continue;
    if (account.passwordHash !== null && (await passwords.matches(account.passwordHash, password, turnWithoutSender)))
      continue;
    log.warn(
      `${variable} is not the password of ${username}: it only applies at the first start. ` +
        `To change the password, run \`gangway user password ${username}\`; else remove the variable.`,
    );
  }
}
