import type { Context } from '#context';
import { isAtLeast } from '#contract/access.ts';
import { summaryChanged } from '#core/notifications/index.ts';
import { everybody } from '#core/users/index.ts';
import type { FoundFez } from './find-fez.ts';
import { sharedInboxes } from './shared-inboxes.ts';
import { updateFez } from './store/fezzes.ts';
import { storeReader } from './store/readers.ts';
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

/** Stores what somebody has read or chosen. To be called inside a transaction. */
export function storeReading(
  context: Context,
  fezID: string,
  userID: string,
  changes: Partial<Omit<FezReaderRow, 'fezID' | 'userID'>>,
): void {
  storeReader(context.db, fezID, userID, changes);
  summaryChanged(context, [userID]);
}
