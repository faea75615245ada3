import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, invalidField, malformed } from '#contract/errors.ts';
import type { PreparedPicture } from '#core/images/index.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { normalizeLines } from '#platform/text.ts';
import { type FezAccess, getVisibleFez, seesInside } from '../access.ts';
import { saveChange } from '../changes.ts';
import { type FezPostContentData, takesAll, tooManyImages } from '../content-records.ts';
import { describePost } from '../lifecycle/content.ts';
import { notifyOfPost } from '../live/notify-members.ts';
import { markReadUpTo } from '../reading/reading.ts';
import { findInbox } from '../shared-inboxes.ts';
import type { FezPostRow } from '../tables.ts';
import { insertPost } from './store.ts';

/** Throws what stands against this post, in the order of fez rule 34. */
export function getFezToPostIn(context: Context, caller: Caller, fezID: string, post: FezPostContentData): FezAccess {
  assertMayCreate(context, caller);
  const found = getVisibleFez(context, caller, fezID);
  if (!found.kind.hasPosts) throw malformed('nothing can be posted in a personal event');
  if (!takesAll(found.kind, post.images)) throw invalidField('images', tooManyImages);
  if (!seesInside(found)) throw forbidden('you are not in it');
  if (found.fez.moderationState === 'locked') throw forbidden('the moderators have locked it');
  return found;
}

/** Who stands under the post: a shared account when a member of its team asks for it (forums rule B27). */
export function chooseAuthor(context: Context, caller: Caller, { postAsModerator, postAsDevTeam }: PostAs): string {
  const moderator = postAsModerator ? findInbox(context, caller, 'moderator') : undefined;
  const devteam = postAsDevTeam ? findInbox(context, caller, 'devteam') : undefined;
  return (moderator ?? devteam)?.accountID ?? caller.userID;
}

type PostAs = Pick<FezPostContentData, 'postAsModerator' | 'postAsDevTeam'>;

/** Posts in a fez (fez rules 34 to 37). */
export function writePost(
  context: WriteContext,
  caller: Caller,
  fezID: string,
  post: FezPostContentData,
  image: PreparedPicture | undefined,
): FezPostRow {
  const found = getFezToPostIn(context, caller, fezID, post);
  return addPost(context, caller, found, { text: post.text, image, authorID: chooseAuthor(context, caller, post) });
}

interface NewPost {
  readonly text: string;
  readonly image: PreparedPicture | undefined;
  readonly authorID: string;
}

/** Adds a post that nothing stands against. */
export function addPost(
  context: WriteContext,
  caller: Caller,
  found: FezAccess,
  { text, image, authorID }: NewPost,
): FezPostRow {
  const { id: fezID } = found.fez;
  const row = insertPost(context.db, {
    fezID,
    authorID,
    text: normalizeLines(text),
    image: image?.name ?? null,
    createdAt: context.clock.now(),
  });
  saveChange(context, found);
  if (found.relationship === 'member') markReadUpTo(context, caller, fezID, row.id);
  notifyOfPost(context, caller, found, row);
  logModeratorAction(context, caller, 'post', describePost(row));
  return row;
}
