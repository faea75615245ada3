import type { Context } from '#area/context.ts';
import type { Unlock } from '#core/commands/index.ts';
import { resetNewAccountCounts } from './account-limit.ts';
import { resetAllWrongCodes, resetWrongCodesOfAccount, resetWrongCodesOfAddress } from './guessed-codes.ts';
import { endBlocks } from './registration-blocks.ts';
import { resetWrongPasswords } from './wrong-passwords.ts';

/** Lets the people named by a command register and try passwords and registration codes again at once. */
export function resetFailedAttempts(context: Context, unlock: Unlock): void {
  if ('address' in unlock) {
    resetWrongCodesOfAddress(context, unlock.address);
    resetNewAccountCounts(context, unlock.address);
    endBlocks(context, unlock.address);
  } else if ('everybody' in unlock) {
    resetWrongPasswords(context);
    resetAllWrongCodes(context);
    resetNewAccountCounts(context);
    endBlocks(context);
  } else {
    resetWrongPasswords(context, unlock.userIDs);
    for (const accountID of unlock.userIDs) resetWrongCodesOfAccount(context, accountID);
  }
}
