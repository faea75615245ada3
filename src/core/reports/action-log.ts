import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import type { ModeratedContent } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { findHandlingGroup, insertModeratorAction } from './store.ts';
import type { ModeratorActionType } from './tables.ts';

/**
 * Records a moderator's action on someone else's content. Actions on their own content are never recorded (moderation
 * rule M7).
 */
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
