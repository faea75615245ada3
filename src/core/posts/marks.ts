import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { WriteContext } from '#area/context.ts';
import type { RowCheck } from '#area/row-checks.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { Reaction } from './records.ts';

/** A user's reaction to a post, their bookmark, or both. */
export interface PostMark {
  readonly reaction: Reaction | undefined;
  readonly isBookmarked: boolean;
}

/** Ids of users who reacted to a post, by reaction, earliest first. */
export type Reactors = ReadonlyMap<Reaction, readonly string[]>;

/** The reactions and bookmarks of one table of public posts (forums rules B40 and B41). */
export interface PostMarks {
  /** Returns the user's marks on these posts, by post; posts without one are missing. */
  find(db: Database, userID: string, postIDs: readonly number[]): ReadonlyMap<number, PostMark>;
  findReactors(db: Database, postID: number): Reactors;
  /**
   * Sets or removes the user's one reaction. Returns whether that changed anything. Updates `like_count` of the post.
   */
  setReaction(context: WriteContext, userID: string, postID: number, reaction: Reaction | undefined): boolean;
  /** Returns whether that changed anything. */
  setBookmarked(context: WriteContext, userID: string, postID: number, isBookmarked: boolean): boolean;
  /** Finds and repairs reaction counts that differ from the stored reactions. */
  readonly check: RowCheck;
}

interface MarkRow {
  readonly postID: number;
  readonly reaction: Reaction | null;
  readonly isBookmarked: 0 | 1;
}

/** The posts table, with `postColumns`, and the table for their marks, with `markColumns`. */
interface MarkTables {
  readonly posts: SQLiteTable;
  readonly marks: SQLiteTable;
}

export function createPostMarks(tables: MarkTables): PostMarks {
  const [posts, marks] = [getTableConfig(tables.posts).name, getTableConfig(tables.marks).name];
  const findQuery = prepareQueryText<{ userID: string; postIDs: string }, MarkRow>(`
    SELECT post_id AS postID, reaction, is_bookmarked AS isBookmarked FROM ${marks}
    WHERE user_id = :userID AND post_id IN (SELECT value FROM json_each(:postIDs))`);
  const reactorsQuery = prepareQueryText<{ postID: number }, { userID: string; reaction: Reaction }>(`
    SELECT user_id AS userID, reaction FROM ${marks} WHERE post_id = :postID AND reaction IS NOT NULL ORDER BY rowid`);
  const saveQuery = prepareWriteText<{
    userID: string;
    postID: number;
    reaction: Reaction | null;
    isBookmarked: 0 | 1;
  }>(`
    INSERT INTO ${marks} (user_id, post_id, reaction, is_bookmarked)
    VALUES (:userID, :postID, :reaction, :isBookmarked)
    ON CONFLICT (user_id, post_id) DO UPDATE SET reaction = excluded.reaction, is_bookmarked = excluded.is_bookmarked`);
  const deleteQuery = prepareWriteText<{ userID: string; postID: number }>(
    `DELETE FROM ${marks} WHERE user_id = :userID AND post_id = :postID`,
  );
  const countQuery = prepareWriteText<{ postID: number; change: number }>(
    `UPDATE ${posts} SET like_count = like_count + :change WHERE id = :postID`,
  );

  const find: PostMarks['find'] = (db, userID, postIDs) => {
    if (postIDs.length === 0) return noMarks;
    const rows = findQuery.all(db, { userID, postIDs: JSON.stringify(postIDs) });
    return new Map(rows.map((row) => [row.postID, toMark(row)]));
  };
  const get = (db: Database, userID: string, postID: number): PostMark =>
    find(db, userID, [postID]).get(postID) ?? noMark;

  function save(context: WriteContext, userID: string, postID: number, { reaction, isBookmarked }: PostMark): void {
    const { db } = context;
    if (reaction === undefined && !isBookmarked) deleteQuery.run(db, { userID, postID });
    else saveQuery.run(db, { userID, postID, reaction: reaction ?? null, isBookmarked: isBookmarked ? 1 : 0 });
  }

  return {
    find,
    findReactors(db, postID) {
      const byReaction = Map.groupBy(reactorsQuery.all(db, { postID }), ({ reaction }) => reaction);
      return new Map([...byReaction].map(([reaction, rows]) => [reaction, rows.map(({ userID }) => userID)]));
    },
    setReaction(context, userID, postID, reaction) {
      const before = get(context.db, userID, postID);
      if (before.reaction === reaction) return false;
      save(context, userID, postID, { ...before, reaction });
      const change = Number(reaction !== undefined) - Number(before.reaction !== undefined);
      if (change !== 0) countQuery.run(context.db, { postID, change });
      return true;
    },
    setBookmarked(context, userID, postID, isBookmarked) {
      const before = get(context.db, userID, postID);
      if (before.isBookmarked === isBookmarked) return false;
      save(context, userID, postID, { ...before, isBookmarked });
      return true;
    },
    check: createCountCheck(tables),
  };
}

const noMark: PostMark = { reaction: undefined, isBookmarked: false };
const noMarks: ReadonlyMap<number, PostMark> = new Map();

const toMark = ({ reaction, isBookmarked }: MarkRow): PostMark => ({
  reaction: reaction ?? undefined,
  isBookmarked: isBookmarked === 1,
});

function createCountCheck({ posts, marks }: MarkTables): RowCheck {
  const reactions = sql`(SELECT count(*) FROM ${marks} AS m WHERE m.post_id = it.id AND m.reaction IS NOT NULL)`;
  const isWrong = (isInRange: SQL) => sql`${isInRange} AND it.like_count <> ${reactions}`;
  const { name } = getTableConfig(posts);
  return {
    table: posts,
    query: (isInRange) => sql`
      SELECT 'number of reactions to post ' || it.id || ' of ' || ${name} AS what, it.like_count || '' AS stored
      FROM ${posts} AS it NOT INDEXED WHERE ${isWrong(isInRange)}`,
    expected: 'the number of its reactions',
    repairs: [
      (isInRange) => sql`UPDATE ${posts} AS it NOT INDEXED SET like_count = ${reactions} WHERE ${isWrong(isInRange)}`,
    ],
  };
}
