import { reactions } from '#core/posts/records.ts';
import { fezMembers, fezPosts, fezReactions, fezReaders, fezzes } from '#features/fez/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Person, Sailing, SailingPart } from '../part.ts';
import { choosePictures, chooseState } from '../public-posts.ts';
import { writeSentence } from '../vocabulary.ts';

interface Chat {
  readonly id: string;
  readonly type: 'closed' | 'open' | 'activity';
  readonly members: readonly Person[];
}

/** The first and the second chat each get one in this many posts: 10,000 posts each on a full sailing. */
const postsPerPostInFirst = 20;

/**
 * Makes chats. The first is a group with everyone in it; the second has the first hundred passengers. A fifth of the
 * members have read everything, the others everything but the last post. Every text contains "see", the worst case for
 * a search.
 */
export const chatsPart: SailingPart = {
  name: 'chats',
  fill(sailing) {
    const chats = makeChats(sailing);
    makePosts(sailing, chats);
    makeReactions(sailing);
    makeReaders(sailing);
  },
};

function planChat({ random, people }: Sailing, index: number): Chat {
  const id = random.uuid();
  if (index === 0) return { id, type: 'activity', members: people };
  if (index === 1) return { id, type: 'open', members: people.slice(0, 100) };
  const type = index % 10 < 7 ? 'closed' : index % 10 < 8 ? 'open' : 'activity';
  return { id, type, members: random.pick(people, type === 'closed' ? 2 + random.below(4) : 5 + random.below(25)) };
}

function makeChats(sailing: Sailing): Chat[] {
  const chats: Chat[] = [];
  sailing.make('chats', Math.max(3, sailing.count(5000)), (context, index) => {
    const chat = planChat(sailing, index);
    const [createdAt, [owner]] = [context.clock.now(), chat.members];
    if (!owner) return;
    insertRow(context, fezzes, {
      ...(chat.type === 'activity' ? describeAppointment(sailing, index) : plainContent),
      ...{ id: chat.id, type: chat.type, ownerID: owner.id, createdAt, lastModifiedAt: createdAt },
      title: writeSentence(sailing.random, 2, 5),
      ...{ minCapacity: 0, maxCapacity: 0 },
    });
    for (const { id: userID } of chat.members) insertRow(context, fezMembers, { fezID: chat.id, userID });
    chats.push(chat);
  });
  return chats;
}

const plainContent = { info: '', visibility: 'private' } as const;

function describeAppointment({ random, at }: Sailing, index: number) {
  const startTime = at(index % 160, 160);
  return {
    info: writeSentence(random, 5, 30),
    location: `Deck ${index % 11}`,
    startTime,
    endTime: new Date(startTime.getTime() + 3_600_000),
    visibility: 'public',
  } as const;
}

function makePosts({ context, random, countPosts, make }: Sailing, chats: readonly Chat[]): void {
  const [first, second, ...others] = chats;
  const chooseChat = (index: number): Chat | undefined => {
    const place = index % postsPerPostInFirst;
    return place === 0 ? first : place === 1 ? second : random.oneOf(others);
  };
  make('posts in chats', countPosts(200_000), (context, index) => {
    const chat = chooseChat(index);
    if (!chat) return;
    const [image = null] = choosePictures(context, random, 40, 1);
    insertRow(context, fezPosts, {
      fezID: chat.id,
      authorID: random.oneOf(chat.members).id,
      text: `See you at the ${writeSentence(random, 2, 15)}`,
      image,
      moderationState: chooseState(random),
      createdAt: context.clock.now(),
    });
  });
  context.db.transaction(({ sqlite }) => {
    sqlite.exec(`
      UPDATE fezzes SET
        post_count = (SELECT count(*) FROM fez_posts WHERE fez_id = fezzes.id),
        last_modified_at = coalesce((SELECT max(created_at) FROM fez_posts WHERE fez_id = fezzes.id), last_modified_at)`);
  });
}

/** One post in ten gets reactions, none of them from its author. */
function makeReactions({ context, random, make, count }: Sailing): void {
  const posts = context.db.sqlite
    .prepare<[], { postID: number; userID: string }>(`
      SELECT p.id AS postID, m.user_id AS userID FROM fez_posts AS p
      JOIN fez_members AS m ON m.fez_id = p.fez_id AND m.user_id <> p.author_id
      WHERE p.id % 10 = 0 GROUP BY p.id ORDER BY p.id`)
    .all();
  make('reactions in chats', Math.min(posts.length, count(20_000)), (context, index) => {
    const { postID, userID } = posts[index] ?? {};
    if (postID === undefined || userID === undefined) return;
    insertRow(context, fezReactions, { postID, userID, reaction: random.oneOf(reactions) });
  });
  context.db.transaction(({ sqlite }) => {
    sqlite.exec('UPDATE fez_posts SET like_count = 1 WHERE id IN (SELECT post_id FROM fez_reactions)');
  });
}

function makeReaders({ context, random, make }: Sailing): void {
  const members = context.db.sqlite
    .prepare<[], { fezID: string; userID: string; newest: number }>(`
      SELECT fez_id AS fezID, user_id AS userID,
        coalesce((SELECT max(id) FROM fez_posts WHERE fez_posts.fez_id = fez_members.fez_id), 0) AS newest
      FROM fez_members ORDER BY position`)
    .all();
  const back = Math.floor(members.length / 20);
  make('readers of chats', members.length, (context, index) => {
    const { fezID, userID, newest = 0 } = members[index] ?? {};
    if (fezID === undefined || userID === undefined) return;
    insertRow(context, fezReaders, {
      ...{ fezID, userID },
      readUpTo: Math.max(0, newest - (index % 5) * back),
      isFavorite: random.onceIn(20),
      ...(random.onceIn(50) && { mutedAt: newest }),
    });
  });
}
