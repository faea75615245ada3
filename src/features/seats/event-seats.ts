import { cacheByKey, cacheValue, createVersion, createVersionByKey } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { EventSeatSource, EventSeats } from '#area/event-seats.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { listEntries, listEntriesOf, readCapacities, saveOpened } from './store.ts';
import { type EventSeatRow, eventCapacities, eventSeats } from './tables.ts';

/** The limits of all events that have one, by event id. */
export const getCapacities = cacheValue([eventCapacities], ({ db }) => readCapacities(db));

/** Who has a seat at an event, and who waits. */
interface Roster {
  readonly taken: number;
  /** Positions on the waiting list by user id, counted from 1; 0 for users with a seat. */
  readonly positions: ReadonlyMap<string, number>;
}

const rosterCache = cacheByKey<Roster>([{ table: eventSeats, key: eventSeats.eventID }], { max: 2000 });

/** Returns who is on the lists of these events. All that aren't cached are read at once. */
const getRosters = (context: Context, eventIDs: readonly string[]): ReadonlyMap<string, Roster> =>
  rosterCache(context).getAll(eventIDs, (missing) => {
    const byEvent = Map.groupBy(listEntries(context.db, missing), ({ eventID }) => eventID);
    return missing.map((eventID) => [eventID, buildRoster(byEvent.get(eventID) ?? [])] as const);
  });

function buildRoster(entries: readonly EventSeatRow[]): Roster {
  const positions = new Map<string, number>();
  let waiting = 0;
  for (const { userID, seatedAt } of entries) positions.set(userID, seatedAt === null ? ++waiting : 0);
  return { taken: entries.length - waiting, positions };
}

/** What a user has at events, by event id. */
export type OwnSeats = ReadonlyMap<string, OwnSeat>;

interface OwnSeat {
  /** False while waiting. */
  readonly isSeat: boolean;
  readonly isNews: boolean;
  /** The newest change of an event when the user came (schedule rule 119). */
  readonly sinceChange: number;
}

const noSeats: OwnSeats = new Map();
/** Returns a number that rises when what the user has at events changes. */
export const getOwnSeatsVersion = createVersionByKey([{ table: eventSeats, key: eventSeats.userID }]);

const ownSeatsCache = cacheByKey<OwnSeats>([{ table: eventSeats, key: eventSeats.userID }], { max: 20_000 });

/** Returns what a user has at events, including deleted ones. */
export const getOwnSeats = (context: Context, { userID }: Pick<Caller, 'userID'>): OwnSeats =>
  ownSeatsCache(context).get(userID, () => {
    const entries = listEntriesOf(context.db, userID);
    if (entries.length === 0) return noSeats;
    return new Map(
      entries.map(({ eventID, seatedAt, isNews, sinceChange }) => [
        eventID,
        { isSeat: seatedAt !== null, isNews, sinceChange },
      ]),
    );
  });

type SeatsByEvent = ReadonlyMap<string, EventSeats>;
const none: SeatsByEvent = new Map();
const getSeatsVersion = createVersion([eventSeats]);
const sharedCache = createOncePerInstance((context) => createDerivedCache<SeatsByEvent>(context.caches, { max: 1 }));

/** Returns the seats of all events with a limit, as everyone without an own seat sees them. */
function getSharedSeats(context: Context): SeatsByEvent {
  const capacities = getCapacities(context);
  if (capacities.size === 0) return none;
  return sharedCache(context).get('', [capacities, getSeatsVersion(context)], () => {
    const rosters = getRosters(context, [...capacities.keys()]);
    return new Map(
      [...capacities].map(([id, capacity]) => [id, { capacity, seatsTaken: rosters.get(id)?.taken ?? 0 }]),
    );
  });
}

/** Whether seats are switched off for this user, or the schedule is. */
export const areSeatsOff = (context: Context, viewer: Caller | undefined): boolean =>
  (['seats', 'schedule'] as const).some((feature) => isFeatureDisabled(context, viewer, feature));

function listSeats(context: Context, viewer: Caller | undefined): SeatsByEvent {
  const shared = getSharedSeats(context);
  const own = viewer ? getOwnSeats(context, viewer) : noSeats;
  if ((shared.size === 0 && own.size === 0) || areSeatsOff(context, viewer)) return none;
  if (!viewer || own.size === 0) return shared;
  const rosters = getRosters(context, [...own.keys()]);
  const seats = new Map(shared);
  for (const eventID of own.keys()) {
    const position = rosters.get(eventID)?.positions.get(viewer.userID) ?? 0;
    const mine = position === 0 ? { seat: 'seat' as const } : { seat: 'waiting' as const, waitingPosition: position };
    seats.set(eventID, { ...shared.get(eventID), ...mine });
  }
  return seats;
}

/** The seats in event records (schedule rules 129 and 133). */
export const eventSeatSource: EventSeatSource = {
  list: listSeats,
  listHolders(context, eventID) {
    if (areSeatsOff(context, undefined)) return [];
    const { positions } = getRosters(context, [eventID]).get(eventID) ?? buildRoster([]);
    return [...positions].flatMap(([userID, position]) => (position === 0 ? [userID] : []));
  },
  noticeOpened(context, viewer, eventID) {
    const isNews = getOwnSeats(context, viewer).get(eventID)?.isNews ?? false;
    return isNews ? ({ db }) => saveOpened(db, eventID, viewer.userID) : undefined;
  },
};
