import type { Context } from '#area/context.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getUser, listHiddenUserIDs, toCaller } from '#core/users/index.ts';
import { isKindSilent } from '../access.ts';
import { appointmentTypes, kinds } from '../kinds.ts';
import { findUpcoming } from './store.ts';

/** An appointment to come that a user is in. */
export interface Appointment {
  readonly fezID: string;
  /** Display time. */
  readonly startTime: Date;
}

/** No zone of the ship is further than this from that of the port. */
const maxOffsetMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The earliest appointment after an instant that the user is in, by the times as they are shown; cancelled ones and
 * those of hidden owners are left out, as are those of kinds that are switched off for the user (fez rule 78).
 */
export function findNextAppointment(context: Context, userID: string, after: Date): Appointment | undefined {
  const clock = getShipClock(context);
  const user = getUser(context, userID);
  const upcoming = findUpcoming(context.db, {
    userID,
    types: appointmentTypes.filter((type) => !isKindSilent(context, toCaller(user), kinds[type])),
    blockedIDs: listHiddenUserIDs(context, user),
    // Around a change of the ship's clock the order of port times is not that of displayed ones.
    after: new Date(after.getTime() - maxOffsetMilliseconds),
  });
  const shown = upcoming.map(({ fezID, startTime }) => ({ fezID, startTime: clock.toDisplay(startTime) }));
  const next = shown.filter(({ startTime }) => startTime > after);
  return next.reduce<Appointment | undefined>(
    (earliest, appointment) => (earliest && earliest.startTime <= appointment.startTime ? earliest : appointment),
    undefined,
  );
}
