import { randomUUID } from 'node:crypto';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import { ownTurn } from '#platform/passwords.ts';
import { createRandom, type Random } from './random.ts';

/** How large the made-up sailing is. */
export interface SailingSize {
  readonly users: number;
  readonly chats: number;
  readonly posts: number;
}

export const fullSailing: SailingSize = { users: 3000, chats: 5000, posts: 200_000 };

/** Accounts and chats that measurements go to. */
export interface FilledSailing {
  /** Usernames of all made-up passengers; the password of each is `password`. */
  readonly usernames: readonly string[];
  /** A group with every passenger in it, and a tenth of all posts. */
  readonly largestID: string;
  /** A chat of a hundred with a twentieth of all posts. */
  readonly hundredID: string;
}

interface Chat {
  readonly id: string;
  readonly type: 'closed' | 'open' | 'activity';
  readonly memberIDs: readonly string[];
  readonly posts: number;
}

/**
 * Fills an instance with passengers, chats and posts as a full sailing has them at its end, written straight into the
 * tables; the same each time but for the ids. Everything was read up to some point near the end.
 */
export async function fillSailing(context: Context, size: SailingSize = fullSailing): Promise<FilledSailing> {
  const random = createRandom(7);
  const passwordHash = await context.passwords.hash('password', ownTurn);
  const userIDs = Array.from({ length: size.users }, () => randomUUID());
  const usernames = userIDs.map((_, index) => `passenger${index}`);
  const chats = planChats(random, userIDs, size);
  transact(context, (context) => {
    insertUsers(context, userIDs, usernames, passwordHash);
    insertChats(context, chats);
    insertPosts(context, random, chats);
    insertReaders(context);
  });
  context.caches.invalidateAll();
  context.db.sqlite.exec('ANALYZE');
  const [largest, hundred] = chats;
  if (!largest || !hundred) throw new Error('a sailing has at least two chats');
  return { usernames, largestID: largest.id, hundredID: hundred.id };
}

function planChats(random: Random, userIDs: readonly string[], size: SailingSize): Chat[] {
  const largest = { id: randomUUID(), type: 'activity', memberIDs: userIDs, posts: size.posts / 10 } as const;
  const hundred = {
    id: randomUUID(),
    type: 'open',
    memberIDs: userIDs.slice(0, 100),
    posts: size.posts / 20,
  } as const;
  const rest = Array.from({ length: size.chats - 2 }, (_, index): Chat => {
    const type = index % 10 < 7 ? 'closed' : index % 10 < 8 ? 'open' : 'activity';
    const count = type === 'closed' ? 2 + random.below(4) : 5 + random.below(25);
    return {
      id: randomUUID(),
      type,
      memberIDs: random.pick(userIDs, count),
      posts: Math.floor((size.posts * 0.85) / size.chats),
    };
  });
  return [largest, hundred, ...rest];
}

const firstDay = Date.UTC(2025, 2, 2);

function insertUsers(
  { db }: WriteContext,
  userIDs: readonly string[],
  usernames: readonly string[],
  passwordHash: string,
): void {
  const insert = db.sqlite.prepare(`
    INSERT INTO users (id, username, username_key, family_id, access_level, password_hash, user_search, profile_updated_at, created_at)
    VALUES (:id, :username, :username, :id, 'verified', :passwordHash, '@' || :username, :now, :now)`);
  for (const [index, id] of userIDs.entries()) {
    insert.run({ id, username: usernames[index], passwordHash, now: firstDay });
  }
}

function insertChats({ db }: WriteContext, chats: readonly Chat[]): void {
  const insertChat = db.sqlite.prepare(`
    INSERT INTO fezzes (id, type, owner_id, title, info, location, start_time, end_time, min_capacity, max_capacity,
      visibility, created_at, last_modified_at)
    VALUES (:id, :type, :ownerID, :title, :info, :location, :start, :end, 0, 0, :visibility, :now, :now)`);
  const insertMember = db.sqlite.prepare('INSERT INTO fez_members (fez_id, user_id) VALUES (?, ?)');
  for (const [index, { id, type, memberIDs }] of chats.entries()) {
    const content = type === 'activity' ? describeAppointment(index) : plainContent;
    insertChat.run({
      ...content,
      id,
      type,
      ownerID: memberIDs[0],
      title: `Conversation number ${index}`,
      now: firstDay + index,
    });
    for (const memberID of memberIDs) insertMember.run(id, memberID);
  }
}

const plainContent = { info: '', location: null, start: null, end: null, visibility: 'private' };

function describeAppointment(index: number) {
  const start = firstDay + (index % 160) * 3_600_000;
  return {
    info: 'Everybody who likes it is welcome, bring something to sit on.',
    location: `Deck ${index % 11}`,
    start,
    end: start + 3_600_000,
    visibility: 'public',
  };
}

/** Posts come in turns, as people talk in many chats at once. */
function insertPosts({ db }: WriteContext, random: Random, chats: readonly Chat[]): void {
  const insertPost = db.sqlite.prepare(
    'INSERT INTO fez_posts (fez_id, author_id, text, created_at) VALUES (?, ?, ?, ?)',
  );
  const left = chats.map(({ posts }) => Math.floor(posts));
  let now = firstDay;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [index, { id, memberIDs }] of chats.entries()) {
      // The larger a chat, the more is said in it each turn.
      const turn = Math.min(left[index] ?? 0, 1 + Math.floor((chats[index]?.posts ?? 0) / 50));
      for (let said = 0; said < turn; said += 1) {
        now += 1000;
        const text = `See you at the ${random.word()} near the ${random.word()}, say around ${random.below(12)}.`;
        insertPost.run(id, memberIDs[random.below(memberIDs.length)], text, now);
      }
      left[index] = (left[index] ?? 0) - turn;
      isMore ||= (left[index] ?? 0) > 0;
    }
  }
  db.sqlite.exec('UPDATE fezzes SET post_count = (SELECT count(*) FROM fez_posts WHERE fez_id = fezzes.id)');
}

/** A fifth have read everything, the others all but what was said in the last hours. */
function insertReaders({ db }: WriteContext): void {
  db.sqlite.exec(`
    INSERT INTO fez_readers (fez_id, user_id, read_up_to)
    SELECT fez_id, user_id, max(0, newest - (position % 5) * 2000)
    FROM fez_members JOIN (SELECT fez_id, max(id) AS newest FROM fez_posts GROUP BY fez_id) USING (fez_id)`);
}
