import * as v from 'valibot';
import { instant, list, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ImageUploadData, shownDescriptions } from '#core/images/records.ts';
import { editLogEntries } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';

const maxText = 2047;
const maxLines = 25;
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Maximum number of pictures in a post for any author, and of entries that are read (forums rule B26, Validation). */
export const maxPictures = 8;

const postText = v.pipe(
  text('text', 1, maxText),
  v.check((value) => value.split(lineBreak).length <= maxLines, `The text must have at most ${maxLines} lines.`),
);

/** A post to be written. The allowed number of pictures depends on the place (forums, Records: PostContentData). */
export const PostContentData = inputRecord(
  'PostContentData',
  {
    text: v.pipe(postText, v.description('Text, in several lines')),
    images: v.pipe(
      list('images', ImageUploadData, maxPictures),
      v.description('Pictures, in order; entries without one are ignored'),
    ),
    postAsModerator: v.pipe(
      optionalInput(v.boolean()),
      v.description('Whether to post as the moderators’ shared account; for moderators and above'),
    ),
    postAsDevTeam: v.pipe(
      optionalInput(v.boolean()),
      v.description('Whether to post as the team’s shared account; for devteam and above'),
    ),
  },
  // Accepts all names clients use for the team; otherwise a post meant for the team would be published under a person's
  // name.
  { postAsDevTeam: /^postAs[A-Z]\w{0,40}Team$/ },
);
export type PostContentData = v.InferOutput<typeof PostContentData>;

/** Counts pictures, ignoring entries without one (core rule 122). */
export const countPictures = (images: readonly ImageUploadData[]): number =>
  images.filter(({ image, filename }) => (image?.length ?? 0) > 0 || filename).length;

/**
 * Reactions to a post; a user has one at a time. The calls, handlers and lists of users in records are derived from
 * it.
 */
export const reactions = ['laugh', 'like', 'love'] as const;
export type Reaction = (typeof reactions)[number];
export const LikeType = v.picklist(reactions);

/** How API documents describe each reaction. */
export const reactionWords: Readonly<Record<Reaction, { readonly call: string; readonly users: string }>> = {
  laugh: { call: 'with a laugh', users: 'Users who laughed' },
  like: { call: 'with a like', users: 'Users who like it' },
  love: { call: 'with love', users: 'Users who love it' },
};

/** Creates a value for each reaction, by its name. */
export const mapReactions = <Value>(build: (reaction: Reaction) => Value): Record<Reaction, Value> =>
  // All reactions are in the list.
  Object.fromEntries(reactions.map((reaction) => [reaction, build(reaction)])) as Record<Reaction, Value>;

/** The field in records that lists the users with a reaction: `laughs` for `laugh`. */
export const getReactorsField = <R extends Reaction>(reaction: R): `${R}s` => `${reaction}s`;

/** Creates a value for each reaction, by the name of its users' field. */
export const mapReactorFields = <Value>(build: (reaction: Reaction) => Value): Record<`${Reaction}s`, Value> =>
  // All reactions are in the list.
  Object.fromEntries(reactions.map((reaction) => [getReactorsField(reaction), build(reaction)])) as Record<
    `${Reaction}s`,
    Value
  >;

const fileNames = v.array(v.string());

/** The first fields of every record of a public post. */
const commonEntries = {
  postID: v.pipe(wholeNumber, v.description('Number of the post; later ones are higher')),
  createdAt: v.pipe(instant, v.description('When it was created')),
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  images: v.pipe(
    v.optional(fileNames),
    v.description(
      'Names of its pictures: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show them',
    ),
  ),
  imageDescriptions: shownDescriptions,
  isBookmarked: v.pipe(v.boolean(), v.description('Whether the caller bookmarked it')),
  userLike: v.pipe(v.optional(LikeType), v.description('Reaction of the caller; absent if there’s none')),
};

/** Common fields of a public post in lists. */
export const postEntries = { ...commonEntries, likeCount: v.pipe(wholeNumber, v.description('Number of reactions')) };

/** Common fields of a public post on its own. */
export const postDetailEntries = {
  ...commonEntries,
  ...mapReactorFields((reaction) => v.pipe(v.array(UserHeader), v.description(reactionWords[reaction].users))),
};

/** The content of a post before an edit (moderation, Records: PostEditLogData). */
export const PostEditLogData = record('PostEditLogData', {
  postID: v.pipe(wholeNumber, v.description('Number of the post; later ones are higher')),
  ...editLogEntries,
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  images: v.pipe(
    v.optional(fileNames),
    v.description(
      'Names of its pictures: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show them',
    ),
  ),
  imageDescriptions: shownDescriptions,
});
export type PostEditLogData = v.InferOutput<typeof PostEditLogData>;
