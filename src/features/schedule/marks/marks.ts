import { cacheByKey, createVersionByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findEvent, listMarks, saveMarks } from '../store.ts';
import { eventFavorites } from '../tables.ts';

/** Ids of the events that one user follows or photographs (schedule rule 21). */
export interface EventMarks {
  readonly favorite: ReadonlySet<string>;
  readonly photographer: ReadonlySet<string>;
  /** The newest change of an event when the user marked it, by event (schedule rule 119). */
  readonly sinceChange: ReadonlyMap<string, number>;
}

type MarkKind = 'favorite' | 'photographer';

/** Shared by all users without marks and all callers who aren't logged in. */
export const noMarks: EventMarks = { favorite: new Set(), photographer: new Set(), sinceChange: new Map() };

const marksOfUser = [{ table: eventFavorites, key: eventFavorites.userID }];
const marksCache = cacheByKey<EventMarks>(marksOfUser, { max: 20_000 });

/** Returns a number that rises when the user's marks change. */
export const getMarksVersion = createVersionByKey(marksOfUser);

/**
 * Returns a user's marks. It's the same object until they change, so its identity shows whether a cached list is up to
 * date.
 */
export function getMarks(context: Context, caller: Pick<Caller, 'userID'> | undefined): EventMarks {
  return caller ? marksCache(context).get(caller.userID, () => loadMarks(context, caller.userID)) : noMarks;
}

function loadMarks({ db }: Context, userID: string): EventMarks {
  const rows = listMarks(db, userID);
  if (rows.length === 0) return noMarks;
  const eventIDsWith = (mark: MarkKind) => new Set(rows.filter((row) => row[mark]).map(({ eventID }) => eventID));
  const sinceChange = new Map(rows.map((row) => [row.eventID, row.sinceChange]));
  return { favorite: eventIDsWith('favorite'), photographer: eventIDsWith('photographer'), sinceChange };
}

/**
 * Sets or clears one mark of the caller on an event and leaves the other. Returns whether anything changed (schedule
 * rules 21 to 23). Throws not-found.
 */
export function setMark(
  context: WriteContext,
  caller: Caller,
  eventID: string,
  mark: MarkKind,
  value: boolean,
): boolean {
  if (!findEvent(context.db, eventID)) throw notFound('event');
  const { userID } = caller;
  const marks = getMarks(context, caller);
  if (marks[mark].has(eventID) === value) return false;
  const before = { favorite: marks.favorite.has(eventID), photographer: marks.photographer.has(eventID) };
  saveMarks(context.db, { userID, eventID, ...before, [mark]: value });
  return true;
}

/** Adds a user's marks on these events from before the sailing. Existing ones stay. */
export function restoreMarks(context: WriteContext, userID: string, marks: Pick<EventMarks, MarkKind>): void {
  const before = getMarks(context, { userID });
  for (const eventID of marks.favorite.union(marks.photographer)) {
    const has = (mark: MarkKind) => before[mark].has(eventID) || marks[mark].has(eventID);
    saveMarks(context.db, { userID, eventID, favorite: has('favorite'), photographer: has('photographer') });
  }
}
