import { type Context, createOncePerInstance } from '#area/context.ts';
import { describePictures, findDescriptions } from '#core/images/index.ts';
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
  ...(isUnderReview(row.moderationState) ? noPictures : presentPictures(context, row)),
});

const noPictures = { images: undefined, imageDescriptions: undefined };

/** Presents the pictures of a post or of an earlier version, with their descriptions. */
export const presentPictures = (context: Context, { images }: Pick<StoredPost, 'images'>) => ({
  images: images === null ? undefined : [...images],
  imageDescriptions: describePictures(context, images),
});

/** Returns the words that everyone sees or hears of a post: mute words apply to them (core rule 135). */
export const presentPostWords = (context: Context, row: StoredPost): string =>
  isUnderReview(row.moderationState)
    ? presentPostText(row)
    : joinPostWords({ text: row.text, imageDescriptions: describePictures(context, row.images) });

/** Returns the words of a presented post. */
export const joinPostWords = ({
  text,
  imageDescriptions = [],
}: {
  readonly text: string;
  readonly imageDescriptions?: readonly string[] | undefined;
}): string => [text, ...imageDescriptions].join('\n');

/** Presents a post to moderators, with its real content whatever its state. */
export const presentPostContentForModerators = (context: Context, row: StoredPost) => ({
  ...presentPostContent(context, row),
  text: row.text,
  ...presentPictures(context, row),
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
 * Creates a presenter for the posts of one area. While a post's row, the descriptions of its pictures and all headers
 * stay the same, its record is rendered once for all viewers with the same marks; most have none.
 */
export function createPostPresenter<Row extends StoredPost, Record extends UnmarkedPost>(
  build: (context: Context, row: Row) => Record,
): (context: Context, row: Row, mark?: PostMark) => Record {
  const cache = createOncePerInstance((context) =>
    createDerivedCache<Record>(context.caches, { max: maxPosts, maxSize: maxCharacters, measure: measureCachedJson }),
  );
  return (context, row, mark) => {
    const key = mark ? `${row.id} ${mark.reaction} ${mark.isBookmarked}` : String(row.id);
    const dependencies = [row, getDirectoryVersion(context), ...findDescriptions(context, row.images)];
    return cache(context).get(key, dependencies, () => cacheJson({ ...build(context, row), ...presentMark(mark) }));
  };
}
