import type { Context } from '#area/context.ts';
import type { ReportTarget } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { moderatedKind, presentEdit, settableKind } from '#core/reports/index.ts';
import { anyFez, type FezAccess, getFezAccess } from '../access.ts';
import { describeFez, describePost } from '../lifecycle/content.ts';
import { findPost, savePostState } from '../posts/store.ts';
import { presentFez, presentPersonalEvent, presentTruePost } from '../present.ts';
import { findEdits, saveChange } from '../store.ts';
import type { FezEditRow, FezPostRow, FezRow } from '../tables.ts';
import { fezModeration, fezPostModeration, personalEventModeration } from './api.ts';
import type { FezEditLogData } from './records.ts';

/** What is not found: the thing a moderator asks for. */
type Sought = typeof anyFez | 'post';

/** A fez for moderators; a closed chat only for those who are in it (moderation rule M1). Throws not-found. */
function getFezToModerate(context: Context, moderator: Caller, fezID: string, sought: Sought): FezAccess {
  const access = getFezAccess(context, moderator, fezID);
  if (!access.kind.isOpenToModerators && access.relationship !== 'member') throw notFound(sought);
  return access;
}

/** A post for moderators, as `getFezToModerate` gives its fez. */
function getPostToModerate(context: Context, moderator: Caller, postID: number): { row: FezPostRow; fez: FezRow } {
  const row = findPost(context.db, postID);
  if (!row) throw notFound('post');
  return { row, fez: getFezToModerate(context, moderator, row.fezID, 'post').fez };
}

/** Reports on a private event may be of either type (decision 28). */
const listReportTargets = (fezID: string): ReportTarget[] => [
  { type: 'fez', id: fezID },
  { type: 'personalEvent', id: fezID },
];

const presentFezEdit = (context: Context, edit: FezEditRow): FezEditLogData => ({
  fezID: edit.fezID,
  ...presentEdit(context, edit),
  title: edit.title,
  info: edit.info,
  location: edit.location ?? '',
});

/** Fezzes of every kind, as everybody sees them (moderation rule M5). */
export const moderatedFez = settableKind(fezModeration, {
  listReportTargets: ({ fezID }) => [{ type: 'fez', id: fezID }],
  read(context, moderator, { fezID }) {
    const access = getFezToModerate(context, moderator, fezID, anyFez);
    return {
      fez: presentFez(context, moderator, access),
      isDeleted: access.fez.deletedAt !== null,
      moderationStatus: access.fez.moderationState,
      edits: findEdits(context.db, fezID).map((edit) => presentFezEdit(context, edit)),
    };
  },
  settable: {
    getContent(context, moderator, { fezID }) {
      const { fez } = getFezToModerate(context, moderator, fezID, anyFez);
      if (fez.deletedAt !== null) throw notFound(anyFez);
      return describeFez(fez);
    },
    setState(context, { fezID }, moderationState) {
      saveChange(context, { id: fezID }, { moderationState });
    },
  },
});

/** Posts in fezzes, as they were written. */
export const moderatedFezPost = settableKind(fezPostModeration, {
  listReportTargets: ({ postID }) => [{ type: 'fezPost', id: String(postID) }],
  read(context, moderator, { postID }) {
    const { row, fez } = getPostToModerate(context, moderator, postID);
    return {
      fezPost: presentTruePost(context, row),
      fezID: fez.id,
      fezType: fez.type,
      isDeleted: row.deletedAt !== null,
      moderationStatus: row.moderationState,
    };
  },
  settable: {
    getContent(context, moderator, { postID }) {
      const { row } = getPostToModerate(context, moderator, postID);
      if (row.deletedAt !== null) throw notFound('post');
      return describePost(row);
    },
    setState(context, { postID }, moderationState) {
      savePostState(context, postID, moderationState);
    },
  },
});

/** Any fez in the form of an event, as it was written, with everybody in it (moderation rule M12). */
export const moderatedPersonalEvent = moderatedKind(personalEventModeration, {
  listReportTargets: ({ fezID }) => listReportTargets(fezID),
  read(context, moderator, { fezID }) {
    const access = getFezToModerate(context, moderator, fezID, anyFez);
    return {
      personalEvent: presentPersonalEvent(context, moderator, access, { participants: 'everybody', asWritten: true }),
      isDeleted: access.fez.deletedAt !== null,
      moderationStatus: access.fez.moderationState,
    };
  },
});
