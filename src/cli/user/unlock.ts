import { transact } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { unlockCode } from '#staff/admin/index.ts';
import { say } from '../terminal/say.ts';
import { withInstance } from '../with-instance.ts';
import { getAccountByName } from './account.ts';

/** Lets a family recover its accounts again (admin rule A11). */
export async function unlockUser(config: Config, name: string): Promise<void> {
  await withInstance(config, { create: false }, (context) => {
    const { id } = getAccountByName(context, name);
    const { users } = transact(context, (context) => unlockCode(context, id));
    say(`unlocked: ${users.map(({ username }) => username).join(', ')}`);
  });
}
