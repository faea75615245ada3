import { type Context, createOncePerInstance } from '#area/context.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getUser, listHiddenUserIDs, toCaller } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { isKindSilent } from '../access.ts';
import { appointmentTypes, kinds } from '../kinds.ts';
import { getContentVersion, getMembershipsVersion } from '../store.ts';
import { findUpcoming } from './store.ts';

/** An appointment to come that a user is in. */
export interface Appointment {
  readonly fezID: string;
  /** Display time. */
  readonly startTime: Date;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** No zone of the ship is further than this from that of the port. */
const maxOffsetMilliseconds = dayMilliseconds;

/**
 * The earliest appointment after an instant that the user is in, by the times as they are shown; cancelled ones and
 * those of hidden owners are left out, as are those of kinds that are switched off for the user (fez rule 78).
 */
export function findNextAppointment(context: Context, userID: string, after: Date): Appointment | undefined {
  const clock = getShipClock(context);
  const upcoming = listUpcoming(context, userID, after);
  const shown = upcoming.map(({ fezID, startTime }) => ({ fezID, startTime: clock.toDisplay(startTime) }));
  const next = shown.filter(({ startTime }) => startTime > after);
  return next.reduce<Appointment | undefined>(
    (earliest, appointment) => (earliest && earliest.startTime <= appointment.startTime ? earliest : appointment),
    undefined,
  );
}

type Upcoming = ReturnType<typeof findUpcoming>;

const upcomingCache = createOncePerInstance((context) => createDerivedCache<Upcoming>(context.caches, { max: 20_000 }));

/**
 * Appointments of the user from an instant on, in port time, and some before it: the same list for a whole day, whatever
 * is posted meanwhile.
 */
function listUpcoming(context: Context, userID: string, after: Date): Upcoming {
  const user = getUser(context, userID);
  const hiddenIDs = listHiddenUserIDs(context, user);
  // Around a change of the ship's clock the order of port times is not that of displayed ones.
  const from = Math.floor((after.getTime() - maxOffsetMilliseconds) / dayMilliseconds) * dayMilliseconds;
  const versions = [getContentVersion(context), getMembershipsVersion(context, userID), getServerSettings(context)];
  const basis = [...versions, user.level, hiddenIDs.length > 0 && hiddenIDs, from];
  return upcomingCache(context).get(userID, basis, () =>
    findUpcoming(context.db, {
      userID,
      types: appointmentTypes.filter((type) => !isKindSilent(context, toCaller(user), kinds[type])),
      blockedIDs: hiddenIDs,
      after: new Date(from),
    }),
  );
}
