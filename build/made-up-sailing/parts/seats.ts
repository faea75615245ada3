import { getCurrentSchedule } from '#features/schedule/index.ts';
import { insertEntry, saveCapacity } from '#features/seats/store.ts';
import type { SailingPart } from '../part.ts';

/** Every tenth event is a workshop with twenty seats, which thirty people want. */
const eventsPerWorkshop = 10;
const capacity = 20;
const takers = 30;

/** Makes the seats and waiting lists of workshops. */
export const seatsPart: SailingPart = {
  name: 'seats',
  fill({ context, random, people, make }) {
    const workshops = getCurrentSchedule(context).events.filter((_, index) => index % eventsPerWorkshop === 0);
    // A person gets one seat, however many accounts they have (schedule rule 132).
    const persons = people.filter(({ id, familyID }) => id === familyID);
    const at = context.clock.now();
    make('events with limited seats', workshops.length, (context, index) => {
      const eventID = workshops[index]?.row.id;
      if (eventID === undefined) return;
      saveCapacity(context.db, eventID, capacity);
      for (const [position, { id: userID }] of random.pick(persons, takers).entries())
        insertEntry(context.db, {
          ...{ eventID, userID, arrivedAt: at, checkedInAt: null },
          seatedAt: position < capacity ? at : null,
        });
    });
  },
};
