import { eq, sql } from 'drizzle-orm';
import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { createPostEdits, createPostMarks } from '#core/posts/index.ts';
import { type Placeholders, prepareQuery, prepareWrite, prepareWriteText, selectValues } from '#db/prepared.ts';
import { type MicroblogPostRow, microblogEdits, microblogMarks, microblogPosts } from './tables.ts';

/** Reactions and bookmarks of microblog posts. */
export const postMarks = createPostMarks({ posts: microblogPosts, marks: microblogMarks });

/** Edit histories of microblog posts. */
export const postEdits = createPostEdits(microblogEdits);

const postsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(microblogPosts)
    .where(sql`${microblogPosts.id} IN ${selectValues(ids)}`),
);

const postCache = cacheByKey<MicroblogPostRow>([{ table: microblogPosts, key: microblogPosts.id }], { max: 20_000 });

/** Those that there are, deleted ones too, in the order of the ids. A row is the same object as long as it does not change. */
export function findPosts(context: Context, ids: readonly number[]): MicroblogPostRow[] {
  const rows = postCache(context).getAll(ids.map(String), (missing) =>
    postsQuery
      .all(context.db, { ids: JSON.stringify(missing.map(Number)) })
      .map((row): [string, MicroblogPostRow] => [String(row.id), row]),
  );
  return ids.flatMap((id) => rows.get(String(id)) ?? []);
}

/** Deleted ones too. */
export const findPost = (context: Context, id: number): MicroblogPostRow | undefined => findPosts(context, [id])[0];

type NewPost = Pick<MicroblogPostRow, 'authorID' | 'text' | 'replyGroupID' | 'createdAt'> & {
  images: readonly string[];
};

const insertPostQuery = prepareWrite(
  (queries, { authorID, text, images, replyGroupID, createdAt }: Placeholders<NewPost>) =>
    queries.insert(microblogPosts).values({ authorID, text, images, replyGroupID, createdAt }).returning(),
);

/** Stores a new post and returns it with its id. */
export function insertPost(context: WriteContext, post: NewPost): MicroblogPostRow {
  return insertPostQuery.get(context.db, post);
}

const makeHeadQuery = prepareWriteText<{ id: number }>('UPDATE microblog_posts SET reply_group_id = id WHERE id = :id');

/** Makes a post the head of a reply group of its own. */
export function saveAsHead(context: WriteContext, id: number): void {
  makeHeadQuery.run(context.db, { id });
}

type PostChanges = Partial<Pick<MicroblogPostRow, 'text' | 'images' | 'moderationState' | 'deletedAt'>>;

/** Stores changes of a post. */
export function savePost(context: WriteContext, id: number, changes: PostChanges): void {
  context.db.queries.update(microblogPosts).set(changes).where(eq(microblogPosts.id, id)).run();
}
