import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { contentKind } from '#core/reports/index.ts';
import { assertReportable, chatOrEvent, getFezAccess, getReportableFez, getVisibleFez } from '../access.ts';
import { deleteMembers, findFez, findMembers, saveFezChanges } from '../store.ts';
import type { FezRow } from '../tables.ts';

/** Throws not-found for a closed chat that the moderator isn't a member of (moderation rule M1). */
export function assertModeratorSees(context: Context, moderator: Caller, fezID: string, sought: string): void {
  const { kind, relationship } = getFezAccess(context, moderator, fezID);
  if (!kind.isOpenToModerators && relationship !== 'member') throw notFound(sought);
}

/** Chats and appointments as a content kind, with the actions on them. */
export const fezKind = contentKind<FezRow, FezRow, string>({
  type: 'fez',
  nounForAuthor: 'chat or event',
  quote: ({ title }) => title,
  noun: chatOrEvent,
  identify: ({ id, ownerID }) => ({ id, authorID: ownerID }),
  find: findFez,
  get: (context, caller, fezID) => getVisibleFez(context, caller, fezID).fez,
  /** Throws forbidden for a kind that can't be reported (fez rule 52, moderation rule R4). */
  getToReport: (context, caller, fezID) => assertReportable(getReportableFez(context, caller, fezID)).fez,
  assertModeratorSees: (context, moderator, { id }) => assertModeratorSees(context, moderator, id, chatOrEvent),
  saveState: (context, { id }, moderationState) => saveFezChanges(context, { id }, { moderationState }),
  saveDeletion(context, _caller, { id }) {
    deleteMembers(context, id, findMembers(context, [id]).get(id) ?? []);
    saveFezChanges(context, { id }, { deletedAt: context.clock.now() });
  },
});
