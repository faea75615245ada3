import type { Context } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { moderatedKind, presentEdit } from '#core/reports/index.ts';
import { chatOrEvent, getFezAccess } from '../access.ts';
import { assertModeratorSees, fezKind } from '../lifecycle/fez-kind.ts';
import { fezPostKind } from '../posts/post-kind.ts';
import { presentFez, presentPersonalEvent, presentPostForModerators } from '../present.ts';
import { fezHistory } from '../store.ts';
import type { FezEditRow } from '../tables.ts';
import { fezModeration, fezPostModeration, personalEventModeration } from './api.ts';
import type { FezEditLogData } from './records.ts';

const presentFezEdit = (context: Context, edit: FezEditRow): FezEditLogData =>
  ({
    fezID: edit.fezID,
    ...presentEdit(context, edit),
    title: edit.title,
    info: edit.info,
    location: edit.location ?? '',
  }) satisfies EveryField<FezEditLogData>;

/** Fezzes of every kind, as everyone sees them (moderation rule M5). */
export const moderatedFez = fezKind.moderated(fezModeration, (context, { id }, status, moderator) => ({
  fez: presentFez(context, moderator, getFezAccess(context, moderator, id)),
  ...status,
  edits: fezHistory.find(context.db, id).map((edit) => presentFezEdit(context, edit)),
}));

/** Posts in fezzes with their original text. */
export const moderatedFezPost = fezPostKind.moderated(fezPostModeration, (context, post, status, moderator) => ({
  fezPost: presentPostForModerators(context, post),
  fezID: post.fezID,
  fezType: getFezAccess(context, moderator, post.fezID).fez.type,
  ...status,
}));

/** Any fez in the form of an event, with its original text and all its members (moderation rule M12). */
export const moderatedPersonalEvent = moderatedKind(personalEventModeration, {
  /** Reports on a private event may be of either type (decision 28). */
  listReportTargets: ({ fezID: id }) => [
    { type: 'fez', id },
    { type: 'personalEvent', id },
  ],
  read(context, moderator, { fezID }) {
    assertModeratorSees(context, moderator, fezID, chatOrEvent);
    const access = getFezAccess(context, moderator, fezID);
    return {
      personalEvent: presentPersonalEvent(context, moderator, access, { participants: 'all', asWritten: true }),
      isDeleted: access.fez.deletedAt !== null,
      moderationStatus: access.fez.moderationState,
    };
  },
});
