import type { Context } from '#area/context.ts';
import type { Unlock } from '#core/commands/index.ts';
import { forgetAllWrongCodes, forgetWrongCodesFrom, forgetWrongCodesOf } from './guessed-codes.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

/** Lets those whom a command names try passwords and registration codes again at once. */
export function forgetWrongTries(context: Context, unlock: Unlock): void {
  if ('address' in unlock) forgetWrongCodesFrom(context, unlock.address);
  else if ('everybody' in unlock) {
    forgetWrongPasswords(context);
    forgetAllWrongCodes(context);
  } else {
    forgetWrongPasswords(context, unlock.userIDs);
    for (const accountID of unlock.userIDs) forgetWrongCodesOf(context, accountID);
  }
}
