import type { Database } from '#db/open.ts';
import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { listMarks, listUsersWithMarks } from '../store.ts';
import type { CheckFindings } from './check-upload.ts';
import { listPairs } from './conflicts.ts';

/** Fewer common followers than this aren't worth a finding. */
const minFollowers = 10;

type Pair = readonly [ScheduledEvent, ScheduledEvent];

/**
 * Finds events at the same time that many users follow both of, those with the most first. Counts user by user, since
 * there are far more pairs of events than users follow.
 */
export function* findOverlapsWithSameFollowers(
  db: Database,
  sorted: readonly ScheduledEvent[],
  ids: ReadonlyMap<string, string>,
): CheckFindings {
  const eventByID = new Map(sorted.map((event) => [ids.get(event.uid), event]));
  const counts = new Map<ScheduledEvent, Map<ScheduledEvent, number>>();
  for (const userID of listUsersWithMarks(db)) {
    const followed = listMarks(db, userID).flatMap(({ favorite, eventID }) =>
      favorite ? (eventByID.get(eventID) ?? []) : [],
    );
    for (const pair of listPairs(followed.sort(compareStarts))) countPair(counts, pair);
    yield undefined;
  }
  yield* listMostFollowedPairs(counts).map(([events, commonFollowers]) => ({ events, commonFollowers }));
}

const compareStarts = (one: ScheduledEvent, other: ScheduledEvent): number =>
  one.startTime.getTime() - other.startTime.getTime() || Number(one.uid > other.uid) - Number(one.uid < other.uid);

function countPair(counts: Map<ScheduledEvent, Map<ScheduledEvent, number>>, [first, second]: Pair): void {
  const ofFirst = counts.get(first) ?? new Map<ScheduledEvent, number>();
  ofFirst.set(second, (ofFirst.get(second) ?? 0) + 1);
  counts.set(first, ofFirst);
}

const listMostFollowedPairs = (
  counts: ReadonlyMap<ScheduledEvent, ReadonlyMap<ScheduledEvent, number>>,
): [Pair, number][] =>
  [...counts]
    .flatMap(([first, seconds]) =>
      [...seconds]
        .filter(([, followers]) => followers >= minFollowers)
        .map(([second, followers]): [Pair, number] => [[first, second], followers]),
    )
    .sort(([, one], [, other]) => other - one);
