import { join } from 'node:path';
import { areas } from '#app/areas.ts';
import { openInstance } from '#app/instance.ts';
import { type Context, transact } from '#area/context.ts';
import { createConfig } from '#config/config.ts';
import { openSession } from '#core/accounts/sessions.ts';
import { createLog } from '#platform/observing/log.ts';
import { makeSailing } from '../../made-up-sailing/make-sailing.ts';
import { bearerHeader } from '../bench/api.ts';

/** Somebody who is logged in and looks at the sailing. */
export interface Passenger {
  readonly userID: string;
  /** The `Authorization` header of their calls. */
  readonly authorization: string;
  /** Ids of chats that they may read and write in. */
  readonly chats: readonly string[];
}

/** Everybody on a made-up sailing, and the ids of what they look at and act on. */
export interface Crowd {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly passengers: readonly Passenger[];
  readonly categories: readonly string[];
  readonly forums: readonly string[];
  readonly forumPosts: readonly number[];
  readonly feedPosts: readonly number[];
  readonly meetings: readonly string[];
  readonly events: readonly string[];
  readonly games: readonly string[];
}

const environmentName = 'load';
/** Of everything that may be chosen, the newest so many: people look at what is going on. */
const newest = 300;
const chatsOfEach = 5;

/** Makes a sailing in a folder, on which everybody is logged in already: logging in three thousand is another rush. */
export async function gatherCrowd(folder: string, scale: number): Promise<Crowd> {
  const variables = { hostname: '127.0.0.1', ADMIN_PASSWORD: 'load password' };
  await makeSailing({ folder, environment: environmentName, variables }, { scale });
  const environment = { ...variables, DATA_DIR: folder, VAPOR_ENV: environmentName, PATH: process.env.PATH ?? '' };
  const config = createConfig(environmentName, { ...environment, PATH: undefined });
  const context = openInstance(config, areas, { log: createLog('warn', 'readable', 'stderr') });
  try {
    return { folder: join(folder), environment, passengers: logInAll(context), ...findPlaces(context) };
  } finally {
    context.db.close();
  }
}

interface ChatOfUser {
  readonly userID: string;
  readonly fezID: string;
}

function logInAll(context: Context): Passenger[] {
  const { sqlite } = context.db;
  const userIDs = sqlite.prepare<[], string>("SELECT id FROM users WHERE username LIKE 'passenger%'").pluck().all();
  const rows = sqlite
    .prepare<[], ChatOfUser>(
      `SELECT user_id AS userID, fez_id AS fezID FROM fez_members JOIN fezzes ON id = fez_id
       WHERE type IN ('open', 'closed') AND deleted_at IS NULL ORDER BY position DESC`,
    )
    .all();
  const chats = Map.groupBy(rows, ({ userID }) => userID);
  const tokens = transact(context, (context) => userIDs.map((userID) => openSession(context, userID)));
  return userIDs.map((userID, index) => ({
    userID,
    authorization: bearerHeader({ token: tokens[index] ?? '' }),
    chats: (chats.get(userID) ?? []).slice(0, chatsOfEach).map(({ fezID }) => fezID),
  }));
}

function findPlaces({ db }: Context) {
  const list = <Value>(query: string): Value[] => db.sqlite.prepare<[], Value>(query).pluck().all();
  const open = "SELECT id FROM forum_categories WHERE title IN ('General', 'Activities', 'Help Desk', 'Food & Drink')";
  return {
    categories: list<string>(open),
    forums: list<string>(
      `SELECT id FROM forums WHERE deleted_at IS NULL AND category_id IN (${open})
       ORDER BY last_post_at DESC LIMIT ${newest}`,
    ),
    forumPosts: list<number>(
      `SELECT forum_posts.id FROM forum_posts JOIN forums ON forums.id = forum_id
       WHERE category_id IN (${open}) AND forum_posts.deleted_at IS NULL ORDER BY forum_posts.id DESC LIMIT ${newest}`,
    ),
    feedPosts: list<number>(`SELECT id FROM microblog_posts WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${newest}`),
    meetings: list<string>(
      `SELECT id FROM fezzes WHERE type IN ('activity', 'gaming', 'dining', 'meetup') AND deleted_at IS NULL
       AND cancelled = 0 ORDER BY created_at DESC LIMIT ${newest}`,
    ),
    events: list<string>('SELECT id FROM events WHERE deleted_at IS NULL'),
    games: list<string>(`SELECT id FROM board_games WHERE deleted_at IS NULL LIMIT ${newest}`),
  };
}
