import { getCurrentSchedule } from '#features/schedule/index.ts';
import { eventFavorites } from '#features/schedule/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';

const eventsFollowed = 15;

/** Makes everyone follow some of the instance's events. */
export const schedulePart: SailingPart = {
  name: 'schedule',
  fill({ context, random, people, make }) {
    const eventIDs = getCurrentSchedule(context).events.map(({ row }) => row.id);
    make('people with favorite events', people.length, (context, index) => {
      const userID = people[index]?.id;
      if (userID === undefined) return;
      for (const eventID of random.pick(eventIDs, eventsFollowed)) {
        insertRow(context, eventFavorites, { userID, eventID, favorite: true });
      }
    });
  },
};
