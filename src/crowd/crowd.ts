import * as v from 'valibot';
import { type Context, transact } from '#area/context.ts';
import { openSession } from '#core/accounts/index.ts';

const ids = v.array(v.string());
const numbers = v.array(v.number());

const Passenger = v.object({
  userID: v.string(),
  /** The `Authorization` header of their calls. */
  authorization: v.string(),
  /** Ids of chats that they can read and post in. */
  chats: ids,
});
/** A person who is logged in and uses the sailing. */
export type Passenger = v.InferOutput<typeof Passenger>;

/** Made-up people, and the ids of the records they read and act on. */
export const Crowd = v.object({
  passengers: v.array(Passenger),
  categories: ids,
  forums: ids,
  forumPosts: numbers,
  feedPosts: numbers,
  meetings: ids,
  events: ids,
  games: ids,
  /** Their search terms. */
  searchedWord: v.string(),
});
export type Crowd = v.InferOutput<typeof Crowd>;

/** How many of the newest records to choose from: people look at recent activity. */
const maxRecentRecords = 300;
const chatsPerPassenger = 5;

interface ChatOfUser {
  readonly userID: string;
  readonly fezID: string;
}

/**
 * Logs accounts in without a password, since 3,000 password logins would be a load of their own. Returns the people by
 * account.
 */
export const logInAll = (context: Context, userIDs: readonly string[]): Map<string, string> =>
  transact(context, (context) => new Map(userIDs.map((userID) => [userID, `Bearer ${openSession(context, userID)}`])));

/** Returns the logged-in people with their chats, and the records to look at. */
export function gatherCrowd(context: Context, logins: ReadonlyMap<string, string>, searchedWord: string): Crowd {
  const { sqlite } = context.db;
  const rows = sqlite
    .prepare<[], ChatOfUser>(
      `SELECT user_id AS userID, fez_id AS fezID FROM fez_members JOIN fezzes ON id = fez_id
       WHERE type IN ('open', 'closed') AND deleted_at IS NULL ORDER BY position DESC`,
    )
    .all();
  const chats = Map.groupBy(rows, ({ userID }) => userID);
  const passengers = [...logins].map(([userID, authorization]) => ({
    userID,
    authorization,
    chats: (chats.get(userID) ?? []).slice(0, chatsPerPassenger).map(({ fezID }) => fezID),
  }));
  return { passengers, searchedWord, ...findContentIDs(context) };
}

function findContentIDs({ db }: Context): Omit<Crowd, 'passengers' | 'searchedWord'> {
  const list = <Value>(query: string): Value[] => db.sqlite.prepare<[], Value>(query).pluck().all();
  const open = "SELECT id FROM forum_categories WHERE title IN ('General', 'Activities', 'Help Desk', 'Food & Drink')";
  return {
    categories: list<string>(open),
    forums: list<string>(
      `SELECT id FROM forums WHERE deleted_at IS NULL AND category_id IN (${open})
       ORDER BY last_post_at DESC LIMIT ${maxRecentRecords}`,
    ),
    forumPosts: list<number>(
      `SELECT forum_posts.id FROM forum_posts JOIN forums ON forums.id = forum_id
       WHERE category_id IN (${open}) AND forum_posts.deleted_at IS NULL ORDER BY forum_posts.id DESC LIMIT ${maxRecentRecords}`,
    ),
    feedPosts: list<number>(
      `SELECT id FROM microblog_posts WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${maxRecentRecords}`,
    ),
    meetings: list<string>(
      `SELECT id FROM fezzes WHERE type IN ('activity', 'gaming', 'dining', 'meetup') AND deleted_at IS NULL
       AND cancelled = 0 ORDER BY created_at DESC LIMIT ${maxRecentRecords}`,
    ),
    events: list<string>('SELECT id FROM events WHERE deleted_at IS NULL'),
    games: list<string>(`SELECT id FROM board_games WHERE deleted_at IS NULL LIMIT ${maxRecentRecords}`),
  };
}
