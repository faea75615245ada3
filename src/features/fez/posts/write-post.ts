import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, invalidField, malformed } from '#contract/errors.ts';
import { normalizePostText } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { assertCanReadPosts, type FezAccess, getVisibleFez } from '../access.ts';
import { acceptsImages, tooManyImagesMessage } from '../content-records.ts';
import { getNoun, type Kind } from '../kinds.ts';
import { notifyOfPost } from '../live/notify-members.ts';
import { markReadUpTo } from '../reading/save-reading.ts';
import { updateLastActivity } from '../store.ts';
import type { FezPostRow } from '../tables.ts';
import { fezPostKind } from './post-kind.ts';
import { insertPost } from './store.ts';

/** Returns the fez to post in. Throws the first error that prevents this post, in the order of fez rule 34. */
export function getFezToPostIn(context: Context, caller: Caller, fezID: string, post: PostContentData): FezAccess {
  assertMayCreate(context, caller);
  const access = getVisibleFez(context, caller, fezID);
  assertAcceptsPosts(access.kind);
  if (!acceptsImages(access.kind, post.images)) throw invalidField('images', tooManyImagesMessage);
  assertCanReadPosts(access);
  if (access.fez.moderationState === 'locked') {
    throw forbidden('chatClosed', `The moderators have locked this ${getNoun(access.kind)}.`);
  }
  return access;
}

/** Throws 400 for a personal event. */
export function assertAcceptsPosts({ hasPosts }: Kind): void {
  if (!hasPosts) throw malformed('A personal event has no posts.');
}

/** Posts in a fez (fez rules 34 to 37). */
export function writePost(
  context: WriteContext,
  caller: Caller,
  fezID: string,
  post: PostContentData,
  image: string | null,
): FezPostRow {
  const access = getFezToPostIn(context, caller, fezID, post);
  return addPost(context, caller, access, { text: post.text, image, authorID: chooseAuthor(context, caller, post) });
}

/** Adds a permitted post. */
export function addPost(
  context: WriteContext,
  caller: Caller,
  access: FezAccess,
  { text, image, authorID }: { text: string; image: string | null; authorID: string },
): FezPostRow {
  const { id: fezID } = access.fez;
  const row = insertPost(context, {
    fezID,
    authorID,
    text: normalizePostText(text),
    image,
    createdAt: context.clock.now(),
  });
  updateLastActivity(context, access.fez);
  if (access.relationship === 'member') markReadUpTo(context, caller, fezID, row.id);
  notifyOfPost(context, caller, access, row);
  fezPostKind.log(context, caller, 'post', row);
  return row;
}
