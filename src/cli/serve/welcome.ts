import { isNotNull } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import { users } from '#core/users/tables.ts';

/** What somebody at a terminal wants to know after the first start. */
export function formatWelcome({ config, db }: Pick<Context, 'config' | 'db'>, url: string): string {
  const rows = db.queries.select({ username: users.username }).from(users).where(isNotNull(users.passwordHash)).all();
  const names = rows.map(({ username }) => username).join(', ');
  const passwords = config.isDevelopment ? ' (their password is "password" where no variable gives another)' : '';
  return [
    '',
    `Gangway serves ${config.environment} at ${url}`,
    `  data      ${config.folders.data}`,
    `  accounts  ${names}${passwords}`,
    '  to stop   Ctrl+C',
    '',
  ].join('\n');
}
