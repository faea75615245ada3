import type { Context } from '#area/context.ts';
import type { Unlock } from '#core/commands/index.ts';
import { forgetNewAccounts } from './account-limit.ts';
import { forgetAllWrongCodes, forgetWrongCodesFrom, forgetWrongCodesOf } from './guessed-codes.ts';
import { endBlocks } from './registration-blocks.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

/** Lets the people named by a command register and try passwords and registration codes again at once. */
export function resetFailedAttempts(context: Context, unlock: Unlock): void {
  if ('address' in unlock) {
    forgetWrongCodesFrom(context, unlock.address);
    forgetNewAccounts(context, unlock.address);
    endBlocks(context, unlock.address);
  } else if ('everybody' in unlock) {
    forgetWrongPasswords(context);
    forgetAllWrongCodes(context);
    forgetNewAccounts(context);
    endBlocks(context);
  } else {
    forgetWrongPasswords(context, unlock.userIDs);
    for (const accountID of unlock.userIDs) forgetWrongCodesOf(context, accountID);
  }
}
