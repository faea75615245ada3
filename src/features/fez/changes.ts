import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { summaryChanged } from '#core/notifications/index.ts';
import { everybody } from '#core/users/index.ts';
import type { FoundFez } from './find-fez.ts';
import { asReader, sharedInboxes } from './shared-inboxes.ts';
import { updateFez } from './store/fezzes.ts';
import { storeNothingRead, storeReader, storeReadUpTo } from './store/reading.ts';
import type { FezReaderRow, FezRow } from './tables.ts';

/** Everybody who is in a fez with these members, personally or behind a shared account. */
export function peopleBehind(context: Context, memberIDs: readonly string[]): Set<string> {
  const teams = sharedInboxes(context)
    .filter(({ accountID }) => memberIDs.includes(accountID))
    .flatMap(({ level }) => everybody(context).filter((one) => isAtLeast(one.level, level)));
  return new Set([...memberIDs, ...teams.map(({ userID }) => userID)]);
}

/** To be called, inside its transaction, by whatever makes something new, or no longer new, for those in a fez. */
export function newsChanged(context: Context, { memberIDs }: Pick<FoundFez, 'memberIDs'>): void {
  summaryChanged(context, [...peopleBehind(context, memberIDs)]);
}

type Changes = Partial<Omit<FezRow, 'id' | 'lastModifiedAt'>>;

/** Stores changes of a fez, or only that something happened in it. To be called inside a transaction. */
export function storeChange(
  context: Context,
  found: { fez: Pick<FezRow, 'id'>; memberIDs: readonly string[] },
  changes: Changes = {},
): void {
  updateFez(context.db, found.fez.id, { ...changes, lastModifiedAt: context.clock.now() });
  newsChanged(context, found);
}

/** Stores what somebody has chosen, or that they were put in. To be called inside a transaction. */
export function storeReading(
  context: Context,
  fezID: string,
  userID: string,
  changes: Partial<Omit<FezReaderRow, 'fezID' | 'userID' | 'readUpTo'>>,
): void {
  storeReader(context.db, fezID, userID, changes);
  summaryChanged(context, [userID]);
}

/**
 * Stores that somebody has read all that they see up to a post; what is hidden from them stays unread (fez rules 16 and
 * 17, decision 36). To be called inside a transaction.
 */
export function storeRead(context: Context, fezID: string, caller: Caller, upToPostID: number): void {
  storeReadUpTo(context.db, fezID, asReader(context, caller), upToPostID);
  summaryChanged(context, [caller.userID]);
}

/** Stores that somebody comes in, for the first time or again (fez rule 48). To be called inside a transaction. */
export function storeEntry(context: Context, fezID: string, userID: string, isAdded: boolean): void {
  storeNothingRead(context.db, fezID, userID, isAdded);
  summaryChanged(context, [userID]);
}
