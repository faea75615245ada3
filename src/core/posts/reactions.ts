import { sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { WriteContext } from '#area/context.ts';
import { type RowCheck, updateRows } from '#area/row-checks.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { Reaction } from './records.ts';

/** Ids of users who reacted to a post, by reaction, earliest first. */
export type Reactors = ReadonlyMap<Reaction, readonly string[]>;

/** The reactions to one table of posts (forums rule B40). */
export interface PostReactions {
  findReactors(db: Database, postID: number): Reactors;
  /** Returns who reacted to these posts, by post, in one query; posts without a reaction are missing. */
  findAllReactors(db: Database, postIDs: readonly number[]): ReadonlyMap<number, Reactors>;
  /** Returns the user's own reaction to a post. */
  findReaction(db: Database, userID: string, postID: number): Reaction | undefined;
  /**
   * Sets or removes the user's one reaction. Returns whether that changed anything. Updates `like_count` of the post.
   */
  setReaction(context: WriteContext, userID: string, postID: number, reaction: Reaction | undefined): boolean;
  /** Finds and repairs reaction counts that differ from the stored reactions. */
  readonly check: RowCheck;
}

/** The posts table, with `like_count`, and the table of reactions, with `user_id`, `post_id` and `reaction`. */
export interface ReactionTables {
  readonly posts: SQLiteTable;
  readonly marks: SQLiteTable;
}

/** The key of a user's row for a post. */
export type MarkKey = { userID: string; postID: number };

interface ReactorRow {
  readonly postID: number;
  readonly userID: string;
  readonly reaction: Reaction;
}

/** Creates the reactions of one table of posts; `remove` removes one from the table of reactions. */
export function createPostReactions(
  tables: ReactionTables,
  remove: (db: Transaction, key: MarkKey) => void,
): PostReactions {
  const [posts, marks] = [getTableConfig(tables.posts).name, getTableConfig(tables.marks).name];
  const reactorsQuery = prepareQueryText<{ postIDs: string }, ReactorRow>(`
    SELECT post_id AS postID, user_id AS userID, reaction FROM ${marks}
    WHERE post_id IN (SELECT value FROM json_each(:postIDs)) AND reaction IS NOT NULL ORDER BY rowid`);
  const reactionQuery = prepareQueryText<MarkKey, { reaction: Reaction | null }>(
    `SELECT reaction FROM ${marks} WHERE user_id = :userID AND post_id = :postID`,
  );
  const saveQuery = prepareWriteText<MarkKey & { reaction: Reaction }>(`
    INSERT INTO ${marks} (user_id, post_id, reaction) VALUES (:userID, :postID, :reaction)
    ON CONFLICT (user_id, post_id) DO UPDATE SET reaction = excluded.reaction`);
  const countQuery = prepareWriteText<{ postID: number; change: number }>(
    `UPDATE ${posts} SET like_count = like_count + :change WHERE id = :postID`,
  );

  const findAllReactors: PostReactions['findAllReactors'] = (db, postIDs) => {
    if (postIDs.length === 0) return new Map();
    const byPost = Map.groupBy(reactorsQuery.all(db, { postIDs: JSON.stringify(postIDs) }), ({ postID }) => postID);
    return new Map([...byPost].map(([postID, rows]) => [postID, groupReactors(rows)]));
  };
  const findReaction: PostReactions['findReaction'] = (db, userID, postID) =>
    reactionQuery.get(db, { userID, postID })?.reaction ?? undefined;

  return {
    findReactors: (db, postID) => findAllReactors(db, [postID]).get(postID) ?? new Map(),
    findAllReactors,
    findReaction,
    setReaction({ db }, userID, postID, reaction) {
      const before = findReaction(db, userID, postID);
      if (before === reaction) return false;
      if (reaction === undefined) remove(db, { userID, postID });
      else saveQuery.run(db, { userID, postID, reaction });
      const change = Number(reaction !== undefined) - Number(before !== undefined);
      if (change !== 0) countQuery.run(db, { postID, change });
      return true;
    },
    check: createCountCheck(tables),
  };
}

function groupReactors(rows: readonly ReactorRow[]): Reactors {
  const byReaction = Map.groupBy(rows, ({ reaction }) => reaction);
  return new Map([...byReaction].map(([reaction, ofReaction]) => [reaction, ofReaction.map(({ userID }) => userID)]));
}

function createCountCheck({ posts, marks }: ReactionTables): RowCheck {
  const reactions = sql`(SELECT count(*) FROM ${marks} AS m WHERE m.post_id = it.id AND m.reaction IS NOT NULL)`;
  return {
    table: posts,
    isWrong: sql`it.like_count <> ${reactions}`,
    what: sql`'number of reactions to post ' || it.id || ' of ' || ${getTableConfig(posts).name}`,
    stored: sql`it.like_count`,
    expected: 'the number of its reactions',
    repairs: [updateRows(sql`like_count = ${reactions}`)],
  };
}
