import { and, eq, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Transaction } from '#db/open.ts';
import { prepareWriteText } from '#db/prepared.ts';
import { type FezReaderRow, fezMembers, fezPassedOver, fezPosts, fezReaders } from '../tables.ts';
import type { Reader } from './readers.ts';

/** Stores what a reader has read or chosen; the rest stays. */
export function saveReader(
  db: Transaction,
  fezID: string,
  userID: string,
  changes: Partial<Omit<FezReaderRow, 'fezID' | 'userID'>>,
): void {
  db.queries
    .insert(fezReaders)
    .values({ fezID, userID, ...changes })
    .onConflictDoUpdate({ target: [fezReaders.userID, fezReaders.fezID], set: changes })
    .run();
}

type Reading = Pick<Reader, 'userID'> & { fezID: string; postID: number; hiddenIDs: string };

const seenAtLastQuery = prepareWriteText<Reading>(`
    DELETE FROM fez_passed_over
    WHERE user_id = :userID AND fez_id = :fezID AND post_id <= :postID AND NOT EXISTS (
      SELECT 1 FROM fez_posts WHERE id = post_id AND author_id IN (SELECT value FROM json_each(:hiddenIDs)))`);

const passedOverQuery = prepareWriteText<Reading>(`
    INSERT INTO fez_passed_over (user_id, fez_id, post_id)
    SELECT :userID, :fezID, id FROM fez_posts
    WHERE fez_id = :fezID AND deleted_at IS NULL AND author_id IN (SELECT value FROM json_each(:hiddenIDs))
      AND id <= :postID
      AND id > coalesce((SELECT read_up_to FROM fez_readers WHERE user_id = :userID AND fez_id = :fezID), 0)
    ON CONFLICT DO NOTHING`);

const readFurtherQuery = prepareWriteText<Omit<Reading, 'hiddenIDs'>>(`
    INSERT INTO fez_readers (fez_id, user_id, read_up_to) VALUES (:fezID, :userID, :postID)
    ON CONFLICT (user_id, fez_id) DO UPDATE SET read_up_to = max(read_up_to, excluded.read_up_to), is_added = 0`);

/** Notes that everything the reader sees up to this post is read, and what is hidden from them is passed over. */
export function saveReadUpTo(db: Transaction, fezID: string, { userID, hiddenIDs }: Reader, postID: number): void {
  const reading = { fezID, userID, postID };
  const hidden = JSON.stringify(hiddenIDs);
  seenAtLastQuery.run(db, { ...reading, hiddenIDs: hidden });
  if (hiddenIDs.length > 0) passedOverQuery.run(db, { ...reading, hiddenIDs: hidden });
  readFurtherQuery.run(db, reading);
}

/** Reading states of people to whom the fez is new. */
export function insertReaders(db: Transaction, fezID: string, userIDs: readonly string[], isAdded: boolean): void {
  db.queries.run(sql`
    INSERT INTO ${fezReaders} (fez_id, user_id, is_added)
    SELECT ${fezID}, value, ${isAdded ? 1 : 0} FROM json_each(${JSON.stringify(userIDs)})`);
}

/** Whoever comes in, or comes again, has read nothing. */
export function saveNothingRead(db: Transaction, fezID: string, userID: string, isAdded: boolean): void {
  db.queries
    .delete(fezPassedOver)
    .where(and(eq(fezPassedOver.userID, userID), eq(fezPassedOver.fezID, fezID)))
    .run();
  saveReader(db, fezID, userID, { readUpTo: 0, isAdded });
}

/**
 * Marks everything as read that these accounts are in, unless the reader is in it otherwise: personally, or behind an
 * account they stood behind before (decision 31).
 */
export function markInboxesRead(
  db: Transaction,
  userID: string,
  accountIDs: readonly string[],
  heldBefore: readonly string[],
): void {
  const chats = sql`
    SELECT DISTINCT fez_id FROM ${fezMembers}
    WHERE user_id IN ${selectValues(JSON.stringify(accountIDs))} AND fez_id NOT IN (
      SELECT fez_id FROM ${fezMembers} WHERE user_id IN ${selectValues(JSON.stringify([userID, ...heldBefore]))})`;
  db.queries.run(sql`DELETE FROM ${fezPassedOver} WHERE user_id = ${userID} AND fez_id IN (${chats})`);
  db.queries.run(sql`
    INSERT INTO ${fezReaders} (fez_id, user_id, read_up_to)
    SELECT fez_id, ${userID}, coalesce((SELECT max(id) FROM ${fezPosts} AS p WHERE p.fez_id = chats.fez_id), 0)
    FROM (${chats}) AS chats WHERE true
    ON CONFLICT (user_id, fez_id) DO UPDATE SET read_up_to = excluded.read_up_to, is_added = 0`);
}
