import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { createEdit } from '#core/reports/index.ts';
import type { FezAccess } from './access.ts';
import { listUsersBehind } from './shared-inboxes.ts';
import { insertEdit, updateFezRow } from './store.ts';
import type { FezRow } from './tables.ts';

/** To be called, inside its transaction, by whatever makes something new, or no longer new, for those in a fez. */
export function invalidateUnread(context: WriteContext, { memberIDs }: Pick<FezAccess, 'memberIDs'>): void {
  invalidateSummaries(context, [...listUsersBehind(context, memberIDs)]);
}

type Changes = Partial<Omit<FezRow, 'id' | 'lastModifiedAt'>>;

/** Stores changes of a fez, or only that something happened in it. */
export function saveChange(
  context: WriteContext,
  found: { fez: Pick<FezRow, 'id'>; memberIDs: readonly string[] },
  changes: Changes = {},
): void {
  updateFezRow(context.db, found.fez.id, { ...changes, lastModifiedAt: context.clock.now() });
  invalidateUnread(context, found);
}

/** Keeps what a fez says for the moderators (moderation rule M11). To be called inside the transaction that changes it. */
export function recordContent(
  context: WriteContext,
  editor: Caller,
  { id: fezID, title, info, location }: FezRow,
): void {
  insertEdit(context.db, { ...createEdit(context, editor), fezID, title, info, location });
}
