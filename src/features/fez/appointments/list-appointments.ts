import type { AppointmentData, AppointmentSource } from '#area/appointments.ts';
import type { Version } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { presentTitle, underReview } from '#core/posts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getShipClock, type ShipClock } from '#core/ship-time/index.ts';
import { getUser, isUnderReview, listHiddenUserIDs, toCaller } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { isKindMuted } from '../access.ts';
import { appointmentTypes, type Kind, kinds } from '../kinds.ts';
import { getMembersContentVersion, getMembershipsVersion } from '../store.ts';
import { findAppointmentsOfUser, type PlannedFez } from './store.ts';

const appointmentsCache = createOncePerInstance((context) =>
  createDerivedCache<readonly AppointmentData[]>(context.caches, { max: 20_000 }),
);

const listVersions = (context: Context, userID: string): readonly Version[] => [
  getMembershipsVersion(context, userID),
  getMembersContentVersion(context, userID),
];

/**
 * Lists the user's appointments by display time, including past ones, but without cancelled ones, those of hidden
 * owners and those of kinds disabled for the user (fez rule 78). Returns the same array when only posts change.
 */
export function listFezAppointments(context: Context, userID: string): readonly AppointmentData[] {
  const user = getUser(context, userID);
  const hiddenIDs = listHiddenUserIDs(context, user);
  const clock = getShipClock(context);
  const versions = [...listVersions(context, userID), getServerSettings(context)];
  const dependencies = [...versions, clock, user.level, hiddenIDs.length > 0 && hiddenIDs];
  return appointmentsCache(context).get(userID, dependencies, () => {
    const types = appointmentTypes.filter((type) => !isKindMuted(context, toCaller(user), kinds[type]));
    const rows = findAppointmentsOfUser(context.db, { userID, types, blockedIDs: hiddenIDs });
    return rows.map((row) => presentAppointment(clock, row)).sort(compareStarts);
  });
}

const getAppointmentKind = ({ group, hasOthers }: Kind): AppointmentData['kind'] => {
  if (group === 'lfg') return 'lfg';
  return hasOthers ? 'privateEvent' : 'personalEvent';
};

function presentAppointment(clock: ShipClock, fez: PlannedFez): AppointmentData {
  const location = isUnderReview(fez.moderationState) ? underReview.title : fez.location;
  return {
    kind: getAppointmentKind(kinds[fez.type]),
    id: fez.id,
    title: presentTitle(fez),
    startTime: clock.toDisplay(fez.startTime),
    ...(fez.endTime && { endTime: clock.toDisplay(fez.endTime) }),
    ...(location && { location }),
  };
}

/** Around a change of the ship's clock, port times and display times sort differently. */
const compareStarts = (one: AppointmentData, other: AppointmentData): number =>
  one.startTime.getTime() - other.startTime.getTime();

/** Finds the user's earliest appointment after an instant (fez rule 78). */
export function findNextAppointment(
  context: Context,
  userID: string,
  after: Date,
): { readonly fezID: string; readonly startTime: Date } | undefined {
  const next = listFezAppointments(context, userID).find(({ startTime }) => startTime > after);
  return next && { fezID: next.id, startTime: next.startTime };
}

export const createFezAppointmentsSource = (context: Context): AppointmentSource => ({
  version: ({ userID }) => Math.max(...listVersions(context, userID)),
  list: ({ userID }) => listFezAppointments(context, userID),
});
