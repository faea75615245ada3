import type { Context, WriteContext } from '#area/context.ts';
import type { AuthorNotice } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findInbox, getInbox } from '#core/teams/index.ts';
import { getUser } from '#core/users/index.ts';
import { type FezAccess, getFezAccess } from '../access.ts';
import { createPlannedFez } from '../lifecycle/create-fez.ts';
import { findLastPosts } from '../posts/store.ts';
import { addPost } from '../posts/write-post.ts';
import { presentPost } from '../present.ts';
import type { ModeratorConversationData } from '../records.ts';
import { findFez } from '../store.ts';
import { findModeratorChat, saveModeratorChat } from './store.ts';

/**
 * Writes to the author of content as the shared account of the moderators, in their one chat (moderation rule M24).
 * Nothing is sent to the shared account itself, or to accounts of the service, which no one reads.
 */
export function sendNotice(context: WriteContext, moderator: Caller, { authorID, text }: AuthorNotice): void {
  const inbox = findInbox(context, moderator, 'moderator');
  if (!inbox || authorID === inbox.accountID || getUser(context, authorID).level === 'client') return;
  const access =
    findUsableChat(context, moderator, authorID) ?? createChat(context, moderator, inbox.accountID, authorID);
  addPost(context, moderator, access, { text, image: null, authorID: inbox.accountID });
}

/** Returns the chat with the author unless it was deleted, hidden or locked meanwhile. */
function findUsableChat(context: Context, moderator: Caller, authorID: string): FezAccess | undefined {
  const fezID = findModeratorChat(context.db, authorID);
  const fez = fezID === undefined ? undefined : findFez(context, fezID);
  const isUsable = fez?.deletedAt === null && ['normal', 'modReviewed'].includes(fez.moderationState);
  return isUsable ? getFezAccess(context, moderator, fez.id) : undefined;
}

function createChat(context: WriteContext, moderator: Caller, ownerID: string, authorID: string): FezAccess {
  const content = { fezType: 'closed', title: 'Message from the moderators', info: '' } as const;
  const input = { ...content, minCapacity: 0, maxCapacity: 0, initialUsers: [] };
  const access = createPlannedFez(context, moderator, input, { ownerID, memberIDs: [ownerID, authorID] });
  saveModeratorChat(context.db, authorID, access.fez.id);
  return access;
}

const maxPosts = 20;

/** Returns the newest messages between an author and the moderators, oldest first. Throws 404 if there are none. */
export function readConversation(context: Context, moderator: Caller, authorID: string): ModeratorConversationData {
  getInbox(context, moderator, 'moderator');
  const fezID = findModeratorChat(context.db, authorID);
  if (fezID === undefined || findFez(context, fezID)?.deletedAt !== null) throw notFound('conversation');
  const posts = findLastPosts(context.db, fezID, maxPosts).toReversed();
  return { fezID, posts: posts.map((post) => presentPost(context, post)) };
}
