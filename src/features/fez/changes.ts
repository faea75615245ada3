import { randomUUID } from 'node:crypto';
import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import type { FezAccess } from './find-fez.ts';
import { listUsersBehind } from './shared-inboxes.ts';
import { insertEdit, updateFezRow } from './store/fezzes.ts';
import type { FezRow } from './tables.ts';

/** To be called, inside its transaction, by whatever makes something new, or no longer new, for those in a fez. */
export function invalidateUnread(context: Context, { memberIDs }: Pick<FezAccess, 'memberIDs'>): void {
  invalidateSummaries(context, [...listUsersBehind(context, memberIDs)]);
}

type Changes = Partial<Omit<FezRow, 'id' | 'lastModifiedAt'>>;

/** Stores changes of a fez, or only that something happened in it. To be called inside a transaction. */
export function saveChange(
  context: Context,
  found: { fez: Pick<FezRow, 'id'>; memberIDs: readonly string[] },
  changes: Changes = {},
): void {
  updateFezRow(context.db, found.fez.id, { ...changes, lastModifiedAt: context.clock.now() });
  invalidateUnread(context, found);
}

/** Keeps what a fez says for the moderators (moderation rule M11). To be called inside the transaction that changes it. */
export function recordContent(context: Context, editor: Caller, { id: fezID, title, info, location }: FezRow): void {
  insertEdit(context.db, {
    id: randomUUID(),
    fezID,
    editorID: editor.userID,
    title,
    info,
    location,
    createdAt: context.clock.now(),
  });
}
