import type { WriteContext } from '#area/context.ts';
import type { Place } from '../kinds-of-post.ts';
import type { TextChange } from '../text-change.ts';
import { readHashtags } from './read-hashtags.ts';
import { countPublicPosts, insertHashtagUses, updateHashtagVisibility } from './store.ts';

/** Adds the hashtags of the new text to the post. None are ever removed (forums rule B60). */
export function recordHashtags(context: WriteContext, { place, contentID, after, seenBy }: TextChange): void {
  const tags = readHashtags(after);
  if (tags.size === 0) return;
  const isPublic = seenBy === 'everybody';
  const added = insertHashtagUses(context.db, { place, contentID, tags, isPublic });
  if (isPublic && added.length > 0) countPublicPosts(context.db, added, 1);
}

/** Records whether everyone can see these posts. Tags used only by other posts aren't suggested (forums rule B60). */
export function setTextsPublic(
  context: WriteContext,
  place: Place,
  contentIDs: readonly number[],
  isPublic: boolean,
): void {
  const tags = updateHashtagVisibility(context.db, place, contentIDs, isPublic);
  if (tags.length > 0) countPublicPosts(context.db, tags, isPublic ? 1 : -1);
}
