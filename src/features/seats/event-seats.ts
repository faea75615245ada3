import { cacheByKey, cacheValue, createVersion, createVersionByKey } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { EventSeatSource, EventSeats } from '#area/event-seats.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { listEntries, listEntriesOf, markSeatSeen, readCapacities } from './store.ts';
import { type EventSeatRow, eventCapacities, eventSeats } from './tables.ts';

/** The limits of all events that have one, by event id. */
export const getCapacities = cacheValue([eventCapacities], ({ db }) => readCapacities(db));

/** The users with a seat at an event, and the waiting list. */
interface SeatList {
  readonly taken: number;
  /** Positions on the waiting list by user id, counted from 1; 0 for users with a seat. */
  readonly positions: ReadonlyMap<string, number>;
}

const seatListCache = cacheByKey<SeatList>([{ table: eventSeats, key: eventSeats.eventID }], { max: 2000 });

/** Returns who is on the lists of these events. All that aren't cached are read at once. */
const getSeatLists = (context: Context, eventIDs: readonly string[]): ReadonlyMap<string, SeatList> =>
  seatListCache(context).getAll(eventIDs, (missing) => {
    const byEvent = Map.groupBy(listEntries(context.db, missing), ({ eventID }) => eventID);
    return missing.map((eventID) => [eventID, buildSeatList(byEvent.get(eventID) ?? [])] as const);
  });

function buildSeatList(entries: readonly EventSeatRow[]): SeatList {
  const positions = new Map<string, number>();
  let waiting = 0;
  for (const { userID, seatedAt } of entries) positions.set(userID, seatedAt === null ? ++waiting : 0);
  return { taken: entries.length - waiting, positions };
}

/** A user's seats and positions on waiting lists, by event id. */
export type OwnSeats = ReadonlyMap<string, OwnSeat>;

interface OwnSeat {
  /** False while waiting. */
  readonly isSeat: boolean;
  readonly isNews: boolean;
  /** The newest change of an event when the user came (schedule rule 119). */
  readonly sinceChange: number;
}

const noSeats: OwnSeats = new Map();
/** Returns a number that increases when the user's seats or waiting list positions change. */
export const getOwnSeatsVersion = createVersionByKey([{ table: eventSeats, key: eventSeats.userID }]);

const ownSeatsCache = cacheByKey<OwnSeats>([{ table: eventSeats, key: eventSeats.userID }], { max: 20_000 });

/** Returns a user's seats and waiting list positions, including those at deleted events. */
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
const noSeatsByEvent: SeatsByEvent = new Map();
const getSeatsVersion = createVersion([eventSeats]);
const sharedCache = createOncePerInstance((context) => createDerivedCache<SeatsByEvent>(context.caches, { max: 1 }));

/** Returns the seats of all events with a limit, as shown to everyone without a seat of their own. */
function getSharedSeats(context: Context): SeatsByEvent {
  const capacities = getCapacities(context);
  if (capacities.size === 0) return noSeatsByEvent;
  return sharedCache(context).get('', [capacities, getSeatsVersion(context)], () => {
    const rosters = getSeatLists(context, [...capacities.keys()]);
    return new Map(
      [...capacities].map(([id, capacity]) => [id, { capacity, seatsTaken: rosters.get(id)?.taken ?? 0 }]),
    );
  });
}

/** Whether seats are switched off for this user, or the schedule is. */
export const areSeatsDisabled = (context: Context, viewer: Caller | undefined): boolean =>
  (['seats', 'schedule'] as const).some((feature) => isFeatureDisabled(context, viewer, feature));

function listSeats(context: Context, viewer: Caller | undefined): SeatsByEvent {
  const shared = getSharedSeats(context);
  const own = viewer ? getOwnSeats(context, viewer) : noSeats;
  if ((shared.size === 0 && own.size === 0) || areSeatsDisabled(context, viewer)) return noSeatsByEvent;
  if (!viewer || own.size === 0) return shared;
  const rosters = getSeatLists(context, [...own.keys()]);
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
    if (areSeatsDisabled(context, undefined)) return [];
    const { positions } = getSeatLists(context, [eventID]).get(eventID) ?? buildSeatList([]);
    return [...positions].flatMap(([userID, position]) => (position === 0 ? [userID] : []));
  },
  noticeOpened(context, viewer, eventID) {
    const isNews = getOwnSeats(context, viewer).get(eventID)?.isNews ?? false;
    return isNews ? ({ db }) => markSeatSeen(db, eventID, viewer.userID) : undefined;
  },
};
