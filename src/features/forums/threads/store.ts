import { eq } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import { createEditHistory } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type ForumRow, forumEdits, forums } from '../tables.ts';

const insertQuery = prepareInsert(
  forums,
  'moderationState',
  'isPinned',
  'postCount',
  'postsEver',
  'slowModeSeconds',
  'isClosedToNewAccounts',
  'closesAt',
  'deletedAt',
);

/** Stores a new forum without posts. */
export function insertForum(context: WriteContext, forum: Parameters<typeof insertQuery.run>[1]): void {
  insertQuery.run(context.db, forum);
}

type ForumChanges = Partial<Omit<ForumRow, 'id' | 'postCount' | 'postsEver'>>;

/** Stores changes of a forum. */
export function saveForum(context: WriteContext, forumID: string, changes: ForumChanges): void {
  context.db.queries.update(forums).set(changes).where(eq(forums.id, forumID)).run();
}

const titleQuery = prepareWriteText<{ id: string; title: string }>('UPDATE forums SET title = :title WHERE id = :id');

/** Like `saveForum`, but only for the title and fast enough for very many forums. */
export function saveTitle(context: WriteContext, id: string, title: string): void {
  titleQuery.run(context.db, { id, title });
}

/** Previous titles of forums, and previous categories of moved ones, for the moderators. */
export const forumHistory = createEditHistory(forumEdits, 'forumID');

const forumQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(forums).where(eq(forums.id, id)),
);

/** Includes deleted forums, for moderators; everyone else sees only forums that aren't deleted. */
export const findStoredForum = (db: Database, id: string): ForumRow | undefined => forumQuery.get(db, { id });
