import { randomUUID } from 'node:crypto';
import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { ModeratedContent, SentReason } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { composeNotice, readReason } from './author-notice.ts';
import { findHandlingGroup, insertModeratorAction } from './store.ts';
import type { ModeratorActionType } from './tables.ts';

/**
 * Records a moderator's action on someone else's content, and sends the author the reason if there is one. Actions on
 * their own content are never recorded (moderation rules M7 and M23). Throws 400 for an unknown reason.
 */
export function logModeratorAction(
  context: WriteContext,
  moderator: Caller,
  action: ModeratorActionType,
  content: ModeratedContent,
  sent?: SentReason,
): void {
  const given = readReason(context, sent);
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
    reason: given?.reason ?? null,
    message: given?.message ?? null,
  });
  if (!given) return;
  const notice = composeNotice(action, content, given);
  for (const { onAuthorNotice } of listAreas(context)) onAuthorNotice?.(context, moderator, notice);
}
