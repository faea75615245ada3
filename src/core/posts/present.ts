import { type Context, createOncePerInstance } from '#area/context.ts';
import { getDirectoryVersion, getUser, isUnderReview, presentHeader, presentHeaders } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { cacheJson, measureCachedJson } from '#platform/text/json.ts';
import type { PostMark } from './marks.ts';
import { presentPostText } from './post-text.ts';
import type { Reactors } from './reactions.ts';
import { mapReactorFields, type Reaction } from './records.ts';
import type { StoredPost } from './tables.ts';

/** Presents the public part of a post, without pictures while it's under review (forums rule B46). */
export const presentPostContent = (context: Context, row: StoredPost) => ({
  postID: row.id,
  createdAt: row.createdAt,
  author: presentHeader(getUser(context, row.authorID)),
  text: presentPostText(row),
  images: isUnderReview(row.moderationState) || row.images === null ? undefined : [...row.images],
});

/** Presents a post to moderators, with its real content whatever its state. */
export const presentTruePostContent = (context: Context, row: StoredPost) => ({
  ...presentPostContent(context, row),
  text: row.text,
  images: row.images === null ? undefined : [...row.images],
});

/** Presents the viewer's own part of a post's record. */
export const presentMark = (mark: PostMark | undefined) => ({
  isBookmarked: mark?.isBookmarked ?? false,
  userLike: mark?.reaction,
});

/** Presents the users who reacted, ignoring blocks (forums rule B42). */
export const presentReactors = (context: Context, reactors: Reactors) =>
  mapReactorFields((reaction) => presentHeaders(context, reactors.get(reaction) ?? []));

/** A post's record for a viewer without a reaction or bookmark. */
interface UnmarkedPost {
  readonly postID: number;
  readonly author: UserHeader;
  readonly isBookmarked: boolean;
  readonly userLike?: Reaction | undefined;
}

const maxPosts = 20_000;
const maxCharacters = 8 * 1024 * 1024;

/**
 * Creates a presenter for the posts of one area. While a post's row and all headers stay the same, its record is
 * rendered once for all viewers with the same marks; most have none.
 */
export function createPostPresenter<Row extends StoredPost, Record extends UnmarkedPost>(
  build: (context: Context, row: Row) => Record,
): (context: Context, row: Row, mark?: PostMark) => Record {
  const cache = createOncePerInstance((context) =>
    createDerivedCache<Record>(context.caches, { max: maxPosts, maxSize: maxCharacters, measure: measureCachedJson }),
  );
  return (context, row, mark) => {
    const key = mark ? `${row.id} ${mark.reaction} ${mark.isBookmarked}` : String(row.id);
    return cache(context).get(key, [row, getDirectoryVersion(context)], () =>
      cacheJson({ ...build(context, row), ...presentMark(mark) }),
    );
  };
}
