import type { WriteContext } from '#area/context.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { isPublic } from '#features/forums/access.ts';
import { listCategories } from '#features/forums/categories/store.ts';
import { applyPostText } from '#features/forums/posts/text-effects.ts';
import { type ForumPostRow, forumPostMarks, forumPosts, forumReaders, forums } from '#features/forums/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Sailing, SailingPart } from '../part.ts';
import { chooseDeletion, chooseMarks, choosePictures, chooseState, countReactions } from '../public-posts.ts';
import { writePublicText, writeSentence } from '../vocabulary.ts';

interface Thread {
  readonly id: string;
  postsEver: number;
}

/** The first thread gets one in this many posts: 10,000 posts on a full sailing. */
const postsPerPostInFirst = 30;
const threadsRead = 100;

/**
 * Makes threads in the categories that passengers may post in. Everyone follows the first thread, the longest. Everyone
 * has read some of the others, half of those to the end.
 */
export const forumsPart: SailingPart = {
  name: 'forums',
  fill(sailing) {
    const threads = makeThreads(sailing);
    sailing.context.caches.invalidateAll();
    makePosts(sailing, threads);
    makeReaders(sailing, threads);
  },
};

/** The first half of the posts starts all threads, one after the other. */
const getStartTime = (thread: number, threads: number, posts: number): number =>
  Math.floor((thread * posts) / (2 * threads));

function makeThreads({ context, random, people, count, countPosts, at, make }: Sailing): Thread[] {
  const categories = listCategories(context).filter(
    (category) => isPublic(category) && category.createLevel === 'verified',
  );
  const threads: Thread[] = [];
  const [total, posts] = [count(3000), countPosts(300_000)];
  make('threads', total, (context, index) => {
    const createdAt = at(getStartTime(index, total, posts), posts);
    const id = random.uuid();
    insertRow(context, forums, {
      id,
      categoryID: random.oneOf(categories).id,
      creatorID: random.oneOf(people).id,
      title: writeSentence(random, 2, 6),
      moderationState: index % 200 === 100 ? 'locked' : 'normal',
      isPinned: index % 100 === 50,
      ...{ createdAt, lastPostAt: createdAt },
    });
    threads.push({ id, postsEver: 0 });
  });
  return threads;
}

function makePosts(sailing: Sailing, threads: readonly Thread[]): void {
  const total = sailing.countPosts(300_000);
  let begun = 0;

  function chooseThread(index: number): Thread | undefined {
    if (begun < threads.length && index >= getStartTime(begun, threads.length, total)) {
      begun += 1;
      return threads[begun - 1];
    }
    return index % postsPerPostInFirst === 1 ? threads[0] : threads[sailing.random.below(begun)];
  }

  sailing.make('forum posts', total, (context, index) => {
    const thread = chooseThread(index);
    if (thread) makePost(context, sailing, thread);
  });
  sailing.context.db.transaction(({ sqlite }) => {
    sqlite.exec(`
      UPDATE forums SET
        post_count = (SELECT count(*) FROM forum_posts WHERE forum_id = forums.id AND deleted_at IS NULL),
        posts_ever = (SELECT count(*) FROM forum_posts WHERE forum_id = forums.id),
        last_post_at = coalesce(
          (SELECT created_at FROM forum_posts WHERE forum_id = forums.id ORDER BY ordinal DESC LIMIT 1), last_post_at)`);
  });
}

function makePost(context: WriteContext, { random, people }: Sailing, thread: Thread): void {
  const authorID = random.oneOf(people).id;
  const marks = chooseMarks(random, people, authorID);
  const post: Omit<ForumPostRow, 'id'> = {
    forumID: thread.id,
    ordinal: thread.postsEver,
    authorID,
    text: writePublicText(random, people),
    images: choosePictures(context, random, 20),
    moderationState: chooseState(random),
    likeCount: countReactions(marks),
    createdAt: context.clock.now(),
    deletedAt: chooseDeletion(random, context),
    isPinned: random.onceIn(500),
  };
  const id = insertRow(context, forumPosts, post);
  thread.postsEver += 1;
  for (const mark of marks) insertRow(context, forumPostMarks, { postID: id, ...mark });
  if (post.deletedAt !== null) return;
  const author = toCaller(getUser(context, authorID));
  applyPostText(context, author, { id, ...post }, { before: '', after: post.text });
}

function makeReaders({ random, people, make }: Sailing, threads: readonly Thread[]): void {
  make('readers of threads', people.length, (context, index) => {
    const userID = people[index]?.id ?? '';
    const changedAt = context.clock.now();
    const [first, ...others] = threads;
    if (!first) return;
    const unread = random.below(100);
    const readUpTo = Math.max(0, first.postsEver - unread);
    insertRow(context, forumReaders, { userID, forumID: first.id, readUpTo, isFavorite: true, changedAt });
    for (const { id: forumID, postsEver } of random.pick(others, threadsRead)) {
      insertRow(context, forumReaders, {
        ...{ userID, forumID, changedAt },
        readUpTo: random.onceIn(2) ? postsEver : random.below(postsEver + 1),
        isFavorite: random.onceIn(20),
        isMuted: false,
        watchedFrom: random.onceIn(10) ? random.below(postsEver + 1) : null,
      });
    }
  });
}
