import type { Database } from '#db/open.ts';
import { pages } from '#web/pages/pages.ts';

/** A page, with values for its path and query parameters. */
export interface PageQuery {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

const queryValues: Readonly<Record<string, readonly string[]>> = {
  start: ['500', '50000', '2000000000'],
  which: ['bookmarks', 'liked', 'mentions', 'own', 'recent', 'favorites', 'unread', 'muted'],
  following: ['true'],
  closed: ['true'],
  marked: ['true'],
  passengers: ['true'],
  mine: ['true'],
  read: ['true'],
  day: ['3'],
};

/** Lists every page for the sailing's largest records, without and with each query parameter. */
export function listPageQueries(db: Database, searches: readonly string[]): PageQuery[] {
  const values = findValues(db);
  return pages.flatMap(({ path, query = {} }) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'unknown'));
    const names = Object.keys(query);
    const asked = names.flatMap((name) =>
      (name === 'search' ? searches : (queryValues[name] ?? [])).map((value) => ({ [name]: value })),
    );
    return [{}, ...asked].map((query) => ({ path: filled, query }));
  });
}

/** Maps names of path parameters to values; a parameter is missing if the sailing has no such record. */
function findValues({ sqlite }: Database): Readonly<Record<string, string | undefined>> {
  const find = (query: string): string | undefined => {
    const value: unknown = sqlite.prepare<[]>(query).pluck().get();
    return value === undefined ? undefined : String(value);
  };
  const findBusiest = (column: string, table: string) =>
    find(`SELECT ${column} FROM ${table} GROUP BY ${column} ORDER BY count(*) DESC LIMIT 1`);
  const findChat = (types: string) =>
    find(`SELECT fez_id FROM fez_posts JOIN fezzes ON fezzes.id = fez_id WHERE type IN (${types})
      AND fez_id IN (SELECT fez_id FROM fez_members JOIN users ON users.id = user_id WHERE username = 'passenger0')
      GROUP BY fez_id ORDER BY count(*) DESC LIMIT 1`);
  const findReported = (type: string, table: string) =>
    find(`SELECT content_id FROM reports WHERE type = '${type}' GROUP BY content_id ORDER BY count(*) DESC LIMIT 1`) ??
    find(`SELECT id FROM ${table} ORDER BY id LIMIT 1`);
  const findFirst = (table: string) => find(`SELECT id FROM ${table} LIMIT 1`);
  const [group, clipSong] = [
    findChat("'activity', 'dining', 'gaming', 'meetup', 'music', 'other', 'shore'"),
    findFirst('clip_songs'),
  ];
  const appointment = findChat("'privateEvent'") ?? findChat("'personalEvent'");
  return {
    ...{ day: '3', username: 'passenger0', event: findBusiest('event_id', 'event_performers') },
    ...{ chat: findChat("'open', 'closed'"), group, appointment, privateEvent: appointment },
    ...{ message: find('SELECT id FROM fez_posts LIMIT 1'), groupPost: find('SELECT id FROM fez_posts LIMIT 1') },
    ...{ category: findBusiest('category_id', 'forums'), thread: findBusiest('forum_id', 'forum_posts') },
    ...{ post: find('SELECT id FROM forum_posts LIMIT 1'), forumPost: findReported('forumPost', 'forum_posts') },
    feedPost: findFirst('microblog_posts'),
    person: find("SELECT id FROM users WHERE username = 'passenger7'"),
    ...{ photo: findFirst('stream_photos'), item: findFirst('quartermaster_items'), game: findFirst('board_games') },
    ...{ karaokeSong: findFirst('karaoke_songs'), song: clipSong, clipSong, hunt: findFirst('hunts') },
    puzzle: findBusiest('puzzle_id', 'hunt_call_ins'),
    performer: findBusiest('performer_id', 'event_performers'),
    ...{ announcement: findFirst('announcements'), theme: findFirst('daily_themes') },
    ...{ entry: findFirst('schedule_log'), feedback: findFirst('feedback_reports') },
  };
}
