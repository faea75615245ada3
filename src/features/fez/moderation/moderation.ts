import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { countReports, type ModeratedContent, type Reportable } from '#core/reports/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { anyFez, type FezAccess, getFezAccess } from '../access.ts';
import type { FezType } from '../kinds.ts';
import { describeFez, describePost } from '../lifecycle/content.ts';
import { findPost, updatePost } from '../posts/store.ts';
import { presentFez, presentPersonalEvent, presentTruePost } from '../present.ts';
import type { FezData, FezPostData, PersonalEventData } from '../records.ts';
import { findEdits, findFez, updateFezRow } from '../store.ts';
import type { FezEditRow } from '../tables.ts';

/** Fezzes of every kind, as moderators set their state. */
export const reportableFez: Reportable<string> = {
  find({ db }, id) {
    const row = findFez(db, id);
    return row && row.deletedAt === null ? describeFez(row) : undefined;
  },
  setState({ db, clock }, id, moderationState) {
    updateFezRow(db, id, { moderationState, lastModifiedAt: clock.now() });
  },
};

/** Posts in fezzes, as moderators set their state. */
export const reportableFezPost: Reportable<number> = {
  find({ db }, id) {
    const row = findPost(db, id);
    return row && row.deletedAt === null ? describePost(row) : undefined;
  },
  setState({ db }, id, moderationState) {
    updatePost(db, id, { moderationState });
  },
};

/** What moderators are shown beside the thing itself, deleted or not (moderation rule M1). */
interface Moderated {
  readonly isDeleted: boolean;
  readonly state: ModerationState;
}

type Reported = Pick<ModeratedContent, 'type' | 'id'>;

/** A fez for moderators; of a closed chat they are not in only what was reported (decision 43). Throws not-found. */
function getFezToModerate(
  context: Context,
  moderator: Caller,
  fezID: string,
  sought: 'fez' | 'post',
  reported: readonly Reported[],
): FezAccess {
  const found = getFezAccess(context, moderator, fezID);
  const isOpen = found.kind.isOpenToModerators || found.relationship === 'member';
  if (!isOpen && !reported.some((one) => countReports(context.db, one) > 0))
    throw notFound(sought === 'fez' ? anyFez : sought);
  return found;
}

const listReportTargets = (fezID: string): Reported[] => [
  { type: 'fez', id: fezID },
  { type: 'personalEvent', id: fezID },
];

/** A fez as everybody sees it, with what it said before (moderation rule M5). Throws not-found. */
export function getModeratedFez(
  context: Context,
  moderator: Caller,
  fezID: string,
): Moderated & { fez: FezData; edits: FezEditRow[] } {
  const found = getFezToModerate(context, moderator, fezID, 'fez', listReportTargets(fezID));
  const { deletedAt, moderationState } = found.fez;
  return {
    fez: presentFez(context, moderator, found),
    edits: findEdits(context.db, fezID),
    isDeleted: deletedAt !== null,
    state: moderationState,
  };
}

/** A post as it was written. Throws not-found. */
export function getModeratedFezPost(
  context: Context,
  moderator: Caller,
  postID: number,
): Moderated & { fezPost: FezPostData; fezID: string; fezType: FezType } {
  const row = findPost(context.db, postID);
  if (!row) throw notFound('post');
  const { fez } = getFezToModerate(context, moderator, row.fezID, 'post', [{ type: 'fezPost', id: String(postID) }]);
  return {
    fezPost: presentTruePost(context, row),
    fezID: fez.id,
    fezType: fez.type,
    isDeleted: row.deletedAt !== null,
    state: row.moderationState,
  };
}

/** Any fez in the form of an event, as it was written, with everybody in it (moderation rule M12). Throws not-found. */
export function getModeratedPersonalEvent(
  context: Context,
  moderator: Caller,
  fezID: string,
): Moderated & { personalEvent: PersonalEventData } {
  const found = getFezToModerate(context, moderator, fezID, 'fez', listReportTargets(fezID));
  const { deletedAt, moderationState } = found.fez;
  return {
    personalEvent: presentPersonalEvent(context, moderator, found, { participants: 'everybody', asWritten: true }),
    isDeleted: deletedAt !== null,
    state: moderationState,
  };
}
