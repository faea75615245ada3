import type { Context } from '#area/context.ts';
import { mayCreateAccounts } from './account-limit.ts';
import { areCodesAcceptedAgain } from './guessed-codes.ts';
import { listRegistrationBlocks } from './registration-blocks.ts';

/** Ends blocks of addresses from which people can register again. */
export function watchBlocks(context: Context): void {
  for (const { name, kind, address } of listRegistrationBlocks(context)) {
    const isOver =
      kind === 'guessed-codes'
        ? areCodesAcceptedAgain(context, address)
        : address === undefined || mayCreateAccounts(context, address);
    if (isOver) context.conditions.end(name);
  }
}
