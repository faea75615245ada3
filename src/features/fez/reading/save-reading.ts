import { and, eq, sql } from 'drizzle-orm';
import type { LevelChange } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { AccessLevel, Caller } from '#contract/access.ts';
import { listInboxes } from '#core/teams/index.ts';
import type { Transaction } from '#db/open.ts';
import { prepareWriteText, selectValues } from '#db/prepared.ts';
import { type FezReaderRow, fezMembers, fezPosts, fezReaders, fezSkippedPosts } from '../tables.ts';
import { getReader } from './reader.ts';

type ReadingChanges = Partial<Omit<FezReaderRow, 'fezID' | 'userID'>>;

/** Stores a user's reading state and choices, or whether they were added; other columns stay. */
export function saveReadingState(context: WriteContext, fezID: string, userID: string, changes: ReadingChanges): void {
  context.db.queries
    .insert(fezReaders)
    .values({ fezID, userID, ...changes })
    .onConflictDoUpdate({ target: [fezReaders.userID, fezReaders.fezID], set: changes })
    .run();
}

/** Stores that a user has joined, perhaps again, and has read nothing (fez rule 48). */
export function recordJoin(context: WriteContext, fezID: string, userID: string, isAdded: boolean): void {
  context.db.queries
    .delete(fezSkippedPosts)
    .where(and(eq(fezSkippedPosts.userID, userID), eq(fezSkippedPosts.fezID, fezID)))
    .run();
  saveReadingState(context, fezID, userID, { readUpTo: 0, isAdded });
}

const insertReadersQuery = prepareWriteText<{ fezID: string; userIDs: string }>(`
  INSERT INTO fez_readers (fez_id, user_id) SELECT :fezID, value FROM json_each(:userIDs)`);

/** Stores that a new fez isn't new to these users; it is new to the members without a row. */
export function insertReaders(db: Transaction, fezID: string, userIDs: Iterable<string>): void {
  insertReadersQuery.run(db, { fezID, userIDs: JSON.stringify([...userIDs]) });
}

type Reading = { userID: string; fezID: string; postID: number };
type ReadingPastHidden = Reading & { hiddenIDs: string };

const deleteSeenSkipsQuery = prepareWriteText<ReadingPastHidden>(`
    DELETE FROM fez_passed_over
    WHERE user_id = :userID AND fez_id = :fezID AND post_id <= :postID AND NOT EXISTS (
      SELECT 1 FROM fez_posts WHERE id = post_id AND author_id IN (SELECT value FROM json_each(:hiddenIDs)))`);

const insertSkippedQuery = prepareWriteText<ReadingPastHidden>(`
    INSERT INTO fez_passed_over (user_id, fez_id, post_id)
    SELECT :userID, :fezID, id FROM fez_posts
    WHERE fez_id = :fezID AND deleted_at IS NULL AND author_id IN (SELECT value FROM json_each(:hiddenIDs))
      AND id <= :postID
      AND id > coalesce((SELECT read_up_to FROM fez_readers WHERE user_id = :userID AND fez_id = :fezID), 0)
    ON CONFLICT DO NOTHING`);

const saveReadUpToQuery = prepareWriteText<Reading>(`
    INSERT INTO fez_readers (fez_id, user_id, read_up_to) VALUES (:fezID, :userID, :postID)
    ON CONFLICT (user_id, fez_id) DO UPDATE SET read_up_to = max(read_up_to, excluded.read_up_to), is_added = 0`);

/**
 * Stores that the caller has read all visible posts up to one; hidden posts are skipped and stay unread (fez rules 16
 * and 17, decision 36).
 */
export function markReadUpTo(context: WriteContext, caller: Caller, fezID: string, postID: number): void {
  const { userID, hiddenIDs: hidden } = getReader(context, caller);
  const reading = { fezID, userID, postID };
  const hiddenIDs = JSON.stringify(hidden);
  deleteSeenSkipsQuery.run(context.db, { ...reading, hiddenIDs });
  if (hidden.length > 0) insertSkippedQuery.run(context.db, { ...reading, hiddenIDs });
  saveReadUpToQuery.run(context.db, reading);
}

/** Marks everything in a shared account as read for a user who newly acts for it (decision 31). */
export function markNewInboxesRead(context: WriteContext, { userID, ...levels }: LevelChange): void {
  const listIDs = (level: AccessLevel) => new Set(listInboxes(context, level).map(({ accountID }) => accountID));
  const before = listIDs(levels.before);
  const gained = listIDs(levels.after).difference(before);
  if (gained.size === 0) return;
  markInboxesRead(context.db, userID, [...gained], [...before]);
}

/**
 * Marks all fezzes of these accounts as read, unless the user is a member otherwise: personally or behind an account
 * they acted for before.
 */
function markInboxesRead(
  db: Transaction,
  userID: string,
  accountIDs: readonly string[],
  accountIDsBefore: readonly string[],
): void {
  const chats = sql`
    SELECT DISTINCT fez_id FROM ${fezMembers}
    WHERE user_id IN ${selectValues(JSON.stringify(accountIDs))} AND fez_id NOT IN (
      SELECT fez_id FROM ${fezMembers} WHERE user_id IN ${selectValues(JSON.stringify([userID, ...accountIDsBefore]))})`;
  db.queries.run(sql`DELETE FROM ${fezSkippedPosts} WHERE user_id = ${userID} AND fez_id IN (${chats})`);
  db.queries.run(sql`
    INSERT INTO ${fezReaders} (fez_id, user_id, read_up_to)
    SELECT fez_id, ${userID}, coalesce((SELECT max(id) FROM ${fezPosts} AS p WHERE p.fez_id = chats.fez_id), 0)
    FROM (${chats}) AS chats WHERE true
    ON CONFLICT (user_id, fez_id) DO UPDATE SET read_up_to = excluded.read_up_to, is_added = 0`);
}
