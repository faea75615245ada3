import { getUser, listUsers, toCaller } from '#core/users/index.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { setMark } from '#features/schedule/marks/marks.ts';
import { setNeedsPhotographer } from '#features/schedule/photographers/photographers.ts';
import type { SailingPart } from '../part.ts';

const eventsPhotographed = 8;

/** Marks one event in five as needing a photographer, and signs photographers up for events, whether marked or not. */
export const photographersPart: SailingPart = {
  name: 'photographers',
  fill({ context, random, make }) {
    const eventIDs = getCurrentSchedule(context).events.map(({ row }) => row.id);
    const photographers = listUsers(context).filter(({ roles }) => roles.has('shutternaut'));
    const needed = random.pick(eventIDs, Math.floor(eventIDs.length / 5));
    make('events that need a photographer', needed.length, (context, index) => {
      const eventID = needed[index];
      if (eventID !== undefined) setNeedsPhotographer(context, eventID, true);
    });
    make('photographers', photographers.length, (context, index) => {
      const caller = toCaller(getUser(context, photographers[index]?.userID ?? ''));
      for (const eventID of random.pick(eventIDs, eventsPhotographed)) {
        setMark(context, caller, eventID, 'photographer', true);
      }
    });
  },
};
