import { eq } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import { createEditHistory } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type ForumRow, forumEdits, forums } from '../tables.ts';

const insertQuery = prepareInsert(forums, 'moderationState', 'isPinned', 'postCount', 'postsEver', 'deletedAt');

/** Stores a new forum, without posts. */
export function insertForum(context: WriteContext, forum: Parameters<typeof insertQuery.run>[1]): void {
  insertQuery.run(context.db, forum);
}

type ForumChanges = Partial<Omit<ForumRow, 'id' | 'postCount' | 'postsEver'>>;

/** Stores changes of a forum. */
export function saveForum(context: WriteContext, forumID: string, changes: ForumChanges): void {
  context.db.queries.update(forums).set(changes).where(eq(forums.id, forumID)).run();
}

const titleQuery = prepareWriteText<{ id: string; title: string }>('UPDATE forums SET title = :title WHERE id = :id');

/** As `saveForum`, for the title alone, of very many forums. */
export function saveTitle(context: WriteContext, id: string, title: string): void {
  titleQuery.run(context.db, { id, title });
}

/** What forums were called before, and where they were when they were moved, for the moderators. */
export const forumHistory = createEditHistory(forumEdits, 'forumID');

const forumQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(forums).where(eq(forums.id, id)),
);

/** Deleted ones too, for moderators; everyone else is shown what is on the board. */
export const findStoredForum = (db: Database, id: string): ForumRow | undefined => forumQuery.get(db, { id });
