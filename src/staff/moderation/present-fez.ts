import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findReports, presentHeaderForModerators, presentReports } from '#core/reports/index.ts';
import { getModeratedFez, getModeratedFezPost, getModeratedPersonalEvent } from '#features/fez/index.ts';
import type { FezEditRow } from '#features/fez/tables.ts';
import type {
  FezEditLogData,
  FezModerationData,
  FezPostModerationData,
  PersonalEventModerationData,
} from './records.ts';

/** A fez with its history and the reports on it (moderation rules M1, M5 and M11). Throws not-found. */
export function presentFez(context: Context, moderator: Caller, fezID: string): FezModerationData {
  const { fez, isDeleted, state, edits } = getModeratedFez(context, moderator, fezID);
  return {
    fez,
    isDeleted,
    moderationStatus: state,
    edits: edits.map((edit) => presentEdit(context, edit)),
    reports: presentReports(context, findReports(context.db, { type: 'fez', id: fezID })),
  };
}

function presentEdit(context: Context, edit: FezEditRow): FezEditLogData {
  return {
    fezID: edit.fezID,
    editID: edit.id,
    createdAt: edit.createdAt,
    author: presentHeaderForModerators(context, edit.editorID),
    title: edit.title,
    info: edit.info,
    location: edit.location ?? '',
  };
}

/** A post of a fez with the reports on it. Throws not-found. */
export function presentFezPost(context: Context, moderator: Caller, postID: number): FezPostModerationData {
  const { state, ...post } = getModeratedFezPost(context, moderator, postID);
  const reports = findReports(context.db, { type: 'fezPost', id: String(postID) });
  return { ...post, moderationStatus: state, reports: presentReports(context, reports) };
}

/** A private or personal event with reports of both types on it (moderation rule M12, decision 28). Throws not-found. */
export function presentPersonalEvent(context: Context, moderator: Caller, fezID: string): PersonalEventModerationData {
  const { state, ...event } = getModeratedPersonalEvent(context, moderator, fezID);
  const reports = (['fez', 'personalEvent'] as const)
    .flatMap((type) => findReports(context.db, { type, id: fezID }))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return { ...event, moderationStatus: state, reports: presentReports(context, reports) };
}
