import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { Place } from '../kinds-of-post.ts';

const insertUsesQuery = prepareWriteText<
  { place: Place; contentID: number; tags: string; isPublic: number },
  { tag: string }
>(`
  INSERT INTO hashtag_uses (place, content_id, tag, is_public)
  SELECT :place, :contentID, value, :isPublic FROM json_each(:tags)
  WHERE true ON CONFLICT DO NOTHING RETURNING tag`);

/** Inserts hashtags of a post and returns the new ones. */
export const insertHashtagUses = (
  db: Transaction,
  {
    place,
    contentID,
    tags,
    isPublic,
  }: {
    place: Place;
    contentID: number;
    tags: ReadonlySet<string>;
    isPublic: boolean;
  },
): string[] =>
  insertUsesQuery
    .all(db, { place, contentID, tags: JSON.stringify([...tags]), isPublic: Number(isPublic) })
    .map(({ tag }) => tag);

const visibilityQuery = prepareWriteText<{ place: Place; contentIDs: string; isPublic: number }, { tag: string }>(`
  UPDATE hashtag_uses SET is_public = :isPublic
  WHERE place = :place AND content_id IN (SELECT value FROM json_each(:contentIDs)) AND is_public <> :isPublic
  RETURNING tag`);

/** Saves whether everyone can see these posts. Returns the tag of each use that changed. */
export const updateHashtagVisibility = (
  db: Transaction,
  place: Place,
  contentIDs: readonly number[],
  isPublic: boolean,
): string[] =>
  visibilityQuery
    .all(db, { place, contentIDs: JSON.stringify(contentIDs), isPublic: Number(isPublic) })
    .map(({ tag }) => tag);

const countQuery = prepareWriteText<{ tags: string; difference: number }>(`
  INSERT INTO hashtags (tag, public_posts)
  SELECT value, :difference * count(*) FROM json_each(:tags) WHERE true GROUP BY value
  ON CONFLICT (tag) DO UPDATE SET public_posts = max(0, public_posts + excluded.public_posts)`);

/** Adds or subtracts one public post for each occurrence of a tag in the list. */
export const countPublicPosts = (db: Transaction, tags: readonly string[], difference: 1 | -1): void =>
  void countQuery.run(db, { tags: JSON.stringify(tags), difference });

const completionsQuery = prepareQueryText<{ text: string; end: string; max: number }, { tag: string }>(`
  SELECT tag FROM hashtags WHERE tag >= :text AND tag < :end AND public_posts > 0 ORDER BY tag LIMIT :max`);

/** The highest code point. Texts with a given prefix sort before the prefix followed by this. */
const highestCharacter = '\u{10ffff}';

/** Finds tags of public posts that begin with the text, in byte order. */
export const findHashtags = (db: Database, text: string, max: number): string[] =>
  completionsQuery.all(db, { text, end: `${text}${highestCharacter}`, max }).map(({ tag }) => tag);
