import type { Database } from '#db/open.ts';
import { prepareQueryText } from '#db/prepared.ts';

/** The forum of an event, deleted or not. */
export interface EventForum {
  readonly eventID: string;
  readonly forumID: string;
  readonly creatorID: string;
  readonly title: string;
  readonly postsEver: number;
  readonly isDeleted: 0 | 1;
  /** Null if it has no post. */
  readonly firstPostID: number | null;
}

const forumsQuery = prepareQueryText<{ eventIDs: string }, EventForum>(`
  SELECT f.event_id AS eventID, f.id AS forumID, f.creator_id AS creatorID, f.title, f.posts_ever AS postsEver,
    f.deleted_at IS NOT NULL AS isDeleted, p.id AS firstPostID
  FROM json_each(:eventIDs) AS asked CROSS JOIN forums AS f ON f.event_id = asked.value
  LEFT JOIN forum_posts AS p ON p.forum_id = f.id AND p.ordinal = 0`);

/** Finds the forums of these events, unordered. Events that never had one are missing. */
export const findForumsOfEvents = (db: Database, eventIDs: readonly string[]): EventForum[] =>
  forumsQuery.all(db, { eventIDs: JSON.stringify(eventIDs) });

/** Returns undefined for an event that never had one. */
export const findForumOfEvent = (db: Database, eventID: string): EventForum | undefined =>
  findForumsOfEvents(db, [eventID])[0];

const forumsOfDeletedEventsQuery = prepareQueryText<Record<never, never>, { id: string }>(`
  SELECT f.id FROM forums AS f JOIN events AS e ON e.id = f.event_id
  WHERE f.deleted_at IS NULL AND e.deleted_at IS NOT NULL`);

/** Returns the ids of existing forums whose event was deleted. */
export const findForumsOfDeletedEvents = (db: Database): string[] =>
  forumsOfDeletedEventsQuery.all(db, {}).map(({ id }) => id);

const otherAuthorQuery = prepareQueryText<{ forumID: string; authorID: string }, { id: number }>(`
  SELECT id FROM forum_posts WHERE forum_id = :forumID AND author_id <> :authorID AND deleted_at IS NULL LIMIT 1`);

/** Whether anyone but this user has written in the forum. */
export const hasPostsByOthers = (db: Database, forumID: string, authorID: string): boolean =>
  otherAuthorQuery.get(db, { forumID, authorID }) !== undefined;

const forumsOfEventsQuery = prepareQueryText<Record<never, never>, { eventID: string; forum: string }>(
  'SELECT event_id AS eventID, id AS forum FROM forums WHERE event_id IS NOT NULL AND deleted_at IS NULL',
);

/** Maps forums to their events, without deleted forums. */
export const listForumsOfEvents = (db: Database): { eventID: string; forum: string }[] =>
  forumsOfEventsQuery.all(db, {});
