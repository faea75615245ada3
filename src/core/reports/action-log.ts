import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { findHandlingGroup, insertModeratorAction } from './store.ts';
import type { ModeratorActionType, ReportType } from './tables.ts';

/** A thing that moderators act on, and who wrote it. */
export interface ModeratedContent {
  readonly type: ReportType;
  /** UUID or integer as text. */
  readonly id: string;
  readonly authorID: string;
}

/** Records what a moderator did to somebody else's content; one's own is never recorded (moderation rule M7). */
export function logModeratorAction(
  context: WriteContext,
  moderator: Caller,
  action: ModeratorActionType,
  content: ModeratedContent,
): void {
  if (moderator.userID === content.authorID) return;
  insertModeratorAction(context.db, {
    id: randomUUID(),
    actionType: action,
    contentType: content.type,
    contentID: content.id,
    moderatorID: moderator.userID,
    targetUserID: content.authorID,
    handlingGroup: findHandlingGroup(context.db, moderator.userID, content),
    createdAt: context.clock.now(),
  });
}

/** The four words for a state in a path (moderation rule M2). */
export const settableStates = {
  normal: 'normal',
  quarantined: 'quarantined',
  reviewed: 'modReviewed',
  locked: 'locked',
} as const satisfies Record<string, ModerationState>;
export type StateWord = keyof typeof settableStates;
export const stateWords = ['normal', 'quarantined', 'reviewed', 'locked'] as const;

/** What is recorded when a state is set. */
export const actionOfState: Readonly<Record<StateWord, ModeratorActionType>> = {
  normal: 'unlock',
  quarantined: 'quarantine',
  reviewed: 'markReviewed',
  locked: 'lock',
};
