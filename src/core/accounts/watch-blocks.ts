import type { Context } from '#area/context.ts';
import { hasRoomForAccounts } from './account-limit.ts';
import { isGuessingOver } from './guessed-codes.ts';
import { listRegistrationBlocks } from './registration-blocks.ts';

/** Ends blocks of addresses from which people can register again. */
export function watchBlocks(context: Context): void {
  for (const { name, kind, address } of listRegistrationBlocks(context)) {
    const isOver =
      kind === 'guessed-codes'
        ? isGuessingOver(context, address)
        : address === undefined || hasRoomForAccounts(context, address);
    if (isOver) context.conditions.end(name);
  }
}
