import { asc, eq, sql } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createEdit } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type ForumEditRow, type ForumRow, forumEdits, forums } from '../tables.ts';

type NewForum = Pick<ForumRow, 'id' | 'categoryID' | 'creatorID' | 'title' | 'eventID' | 'createdAt' | 'lastPostAt'>;

type ForumParameters = Omit<NewForum, 'createdAt' | 'lastPostAt'> & { createdAt: number; lastPostAt: number };

const insertQuery = prepareWriteText<ForumParameters>(`
  INSERT INTO forums (id, category_id, creator_id, title, event_id, created_at, last_post_at)
  VALUES (:id, :categoryID, :creatorID, :title, :eventID, :createdAt, :lastPostAt)`);

/** Stores a new forum, without posts. */
export function insertForum(context: WriteContext, { createdAt, lastPostAt, ...row }: NewForum): void {
  insertQuery.run(context.db, { ...row, createdAt: createdAt.getTime(), lastPostAt: lastPostAt.getTime() });
}

type ForumChanges = Partial<
  Pick<ForumRow, 'categoryID' | 'title' | 'moderationState' | 'isPinned' | 'deletedAt' | 'lastPostAt'>
>;

/** Stores changes of a forum. */
export function saveForum(context: WriteContext, forumID: string, changes: ForumChanges): void {
  context.db.queries.update(forums).set(changes).where(eq(forums.id, forumID)).run();
}

const titleQuery = prepareWriteText<{ id: string; title: string }>('UPDATE forums SET title = :title WHERE id = :id');

/** As `saveForum`, for the title alone, of very many forums. */
export function saveTitle(context: WriteContext, id: string, title: string): void {
  titleQuery.run(context.db, { id, title });
}

/** Stores what a forum is called before it changes, and where it was when it is moved, for the moderators. */
export function recordForum(
  context: WriteContext,
  editor: Caller,
  { id: forumID, title }: Pick<ForumRow, 'id' | 'title'>,
  categoryID: string | null = null,
): void {
  context.db.queries
    .insert(forumEdits)
    .values({ ...createEdit(context, editor), forumID, title, categoryID })
    .run();
}

const forumQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(forums).where(eq(forums.id, id)),
);

/** Deleted ones too, for moderators; everybody else is shown what is on the board. */
export const findStoredForum = (db: Database, id: string): ForumRow | undefined => forumQuery.get(db, { id });

const editsQuery = prepareQuery((queries, { forumID }: Placeholders<{ forumID: string }>) =>
  queries
    .select()
    .from(forumEdits)
    .where(eq(forumEdits.forumID, forumID))
    .orderBy(asc(forumEdits.createdAt), sql`rowid`),
);

/** Oldest first. */
export const findForumEdits = (db: Database, forumID: string): ForumEditRow[] => editsQuery.all(db, { forumID });
