import type { Context } from '#area/context.ts';
import { createFirstAccounts } from './first-accounts.ts';
import { seedRegistrationCodes } from './seed-codes.ts';

/** Makes the built-in accounts and the first registration codes. Gives the lines that show a made-up password once (decision 40). */
export async function prepareAccounts(context: Context): Promise<readonly string[]> {
  const adminPassword = await createFirstAccounts(context);
  seedRegistrationCodes(context);
  if (adminPassword === undefined) return [];
  return ['The account admin was created. Write this down, it is not shown again:', `password ${adminPassword}`];
}
