import type { Context } from '#area/context.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { prepareQueryText } from '#db/prepared.ts';

/** The discussion about an event. */
export interface EventDiscussion {
  readonly forumID: string;
  /** Posts that aren't deleted and weren't written by the account that imports events. */
  readonly postCount: number;
}

const talksQuery = prepareQueryText<{ eventIDs: string; writerID: string }, EventDiscussion & { eventID: string }>(`
  SELECT f.event_id AS eventID, f.id AS forumID, f.post_count - (
    SELECT count(*) FROM forum_posts WHERE forum_id = f.id AND author_id = :writerID AND deleted_at IS NULL) AS postCount
  FROM forums AS f WHERE f.event_id IN (SELECT value FROM json_each(:eventIDs)) AND f.deleted_at IS NULL`);

/** Finds the forums of these events, by event id; events without a forum are missing. */
export function findEventDiscussions(
  context: Context,
  eventIDs: readonly string[],
): ReadonlyMap<string, EventDiscussion> {
  const writerID = findUserRowByName(context.db, sharedAccounts.admin)?.id ?? '';
  const rows = talksQuery.all(context.db, { eventIDs: JSON.stringify(eventIDs), writerID });
  return new Map(rows.map(({ eventID, ...talk }) => [eventID, talk]));
}
