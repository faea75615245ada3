import * as v from 'valibot';
import type { Context, WriteContext } from '#area/context.ts';
import type { UserFileFields, UserFileList } from '#area/user-file.ts';
import { notFound } from '#contract/errors.ts';
import { instantInput, line, list, optionalInput } from '#contract/fields.ts';
import { getUser } from '#core/users/index.ts';
import { findEventByUid } from '#features/schedule/index.ts';
import { setCapacity } from './change-capacity.ts';
import { getCapacities } from './event-seats.ts';
import { fillFreeSeats } from './move-up.ts';
import { EventCapacityData } from './records.ts';
import { countEntries, hasFamilyEntry, insertEntry, listCapacitiesByUid, listEntriesWithUids } from './store.ts';

const maxEvents = 5000;
const uid = line('uid', 1, 500);

const Seat = v.object({
  eventUID: uid,
  arrivedAt: instantInput,
  seatedAt: optionalInput(instantInput),
});
type Seat = v.InferOutput<typeof Seat>;

interface Fields {
  readonly seats?: readonly Seat[];
}

/** Seats that users took before the sailing, and their order on waiting lists (schedule rule 141). */
export const seatUserFields: UserFileFields<Fields> = {
  entries: { seats: optionalInput(list('seats', Seat, maxEvents)) },
  collect({ db }, userIDs) {
    const byUser = Map.groupBy(listEntriesWithUids(db, userIDs), ({ entry }) => entry.userID);
    return new Map(
      [...byUser].map(([userID, rows]) => {
        const seats = rows.map(({ uid, entry: { arrivedAt, seatedAt } }) => ({
          eventUID: uid,
          arrivedAt,
          ...(seatedAt && { seatedAt }),
        }));
        return [userID, { seats }];
      }),
    );
  },
  restore(context, userID, { seats = [] }) {
    const { familyID, level } = getUser(context, userID);
    if (level === 'banned') return;
    for (const { eventUID, arrivedAt, seatedAt = null } of seats) {
      const eventID = findEventByUid(context.db, eventUID)?.id;
      if (eventID === undefined || hasFamilyEntry(context.db, eventID, familyID)) continue;
      insertEntry(context.db, { eventID, userID, arrivedAt, seatedAt, checkedInAt: null });
    }
  },
};

interface Capacity {
  readonly uid: string;
  readonly capacity: number;
}

/** How many seats events have (schedule rule 141). Imported after the users, so those who waited longest get what's free. */
export const capacityList: UserFileList<Capacity> = {
  key: 'eventCapacities',
  isOptional: true,
  item: v.object({ uid, capacity: EventCapacityData.entries.capacity }),
  maxItems: maxEvents,
  collect: ({ db }) => listCapacitiesByUid(db),
  describe: ({ uid }) => `seats of event ${uid}`,
  judge(context, { uid, capacity }) {
    const event = findEventByUid(context.db, uid);
    if (!event || event.deletedAt !== null) throw notFound('event');
    return isSettled(context, event.id, capacity) ? 'duplicate' : 'imported';
  },
  restore(context, { uid, capacity }) {
    const event = findEventByUid(context.db, uid);
    if (event) restoreCapacity(context, event.id, capacity);
  },
};

const isSettled = (context: Context, eventID: string, capacity: number): boolean => {
  const { taken, waiting } = countEntries(context.db, eventID);
  return getCapacities(context).get(eventID) === capacity && (waiting === 0 || taken >= capacity);
};

function restoreCapacity(context: WriteContext, eventID: string, capacity: number): void {
  if (getCapacities(context).get(eventID) === capacity) fillFreeSeats(context, eventID);
  else setCapacity(context, eventID, capacity);
}
