import { createVersionByKey } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { fezPosts } from '../tables.ts';

/**
 * Where every hundredth post of a chat stands among those that a reader sees, so that a page is found from there on, and
 * not from the beginning: new posts come at the end, so nothing moves until one is deleted.
 */
const distance = 100;

const postIDsQuery = prepareQueryText<
  { fezID: string; hiddenIDs: string; from: number; limit: number },
  { ids: string }
>(
  `SELECT json_group_array(id) AS ids FROM (
    SELECT id FROM fez_posts
    WHERE fez_id = :fezID AND id >= :from AND deleted_at IS NULL
      AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))
    ORDER BY id LIMIT :limit)`,
);

const getDeletionVersion = createVersionByKey([
  { table: fezPosts, key: fezPosts.fezID, columns: [fezPosts.deletedAt], statements: ['update', 'delete'] },
]);

const milestonesCache = createOncePerInstance((context) => createDerivedCache<number[]>(context.caches, { max: 5000 }));

/** Id of a post that is in this place or before it, and how many more come before that place. */
export function findMilestone(
  context: Context,
  { fezID, hiddenIDs }: { fezID: string; hiddenIDs: readonly string[] },
  place: number,
): { id: number; further: number } {
  if (place < distance) return { id: 0, further: place };
  const basis = [getDeletionVersion(context, fezID)];
  const ids = milestonesCache(context).get([fezID, ...hiddenIDs].join(' '), basis, () => [0]);
  const wanted = Math.floor(place / distance);
  if (wanted >= ids.length) {
    const [from, limit] = [ids.at(-1) ?? 0, (wanted - ids.length + 1) * distance + 1];
    const row = postIDsQuery.get(context.db, { fezID, hiddenIDs: JSON.stringify(hiddenIDs), from, limit });
    const next: number[] = JSON.parse(row?.ids ?? '[]');
    ids.push(...next.filter((_, index) => index > 0 && index % distance === 0));
  }
  const reached = Math.min(wanted, ids.length - 1);
  return { id: ids[reached] ?? 0, further: place - reached * distance };
}
