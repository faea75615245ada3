import type { Context } from '#area/context.ts';
import type { CounterContribution, CounterSource } from '#area/counters.ts';
import type { Caller } from '#contract/access.ts';
import { getServerSettings } from '#core/settings/index.ts';
import {
  computeNextTransition,
  computeReferenceInstant,
  getCruise,
  getShipClock,
  truncateToSeconds,
} from '#core/ship-time/index.ts';
import { findNextAppointment } from '../appointments/list-appointments.ts';
import { countUnreadFezzes } from './unread.ts';
import { getUnreadVersion } from './unread-rows.ts';

/** Counts what is new in the viewer's chats and finds their next appointment (fez rules 67, 68 and 78). */
export const fezCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? getUnreadVersion(context, viewer) : 0),
  count(viewer) {
    if (!viewer) return {};
    const { own, inboxes } = countUnreadFezzes(context, viewer);
    const { next, validUntil } = findUpcomingAppointment(context, viewer);
    return {
      counters: {
        addedToSeamailIDs: [...own.seamail.added],
        addedToLFGIDs: [...own.lfg.added],
        addedToPrivateEventIDs: [...own.privateEvent.added],
        newSeamailMessageCount: own.seamail.unread.length,
        newFezMessageCount: own.lfg.unread.length,
        newPrivateEventMessageCount: own.privateEvent.unread.length,
        ...next,
      },
      moderatorCounters: {
        newModeratorSeamailMessageCount: inboxes.moderator.length,
        newDevTeamSeamailMessageCount: inboxes.devteam.length,
      },
      validUntil,
    };
  },
});

interface Upcoming {
  readonly next: Pick<NonNullable<CounterContribution['counters']>, 'nextJoinedLFGTime' | 'nextJoinedLFGID'>;
  readonly validUntil: Date;
}

function findUpcomingAppointment(context: Context, viewer: Caller): Upcoming {
  const now = context.clock.now();
  const { upcomingLFGNotificationSetting } = getServerSettings(context);
  const reference = computeReferenceInstant(getCruise(context), upcomingLFGNotificationSetting, now);
  const clockChange = computeNextTransition(getShipClock(context), now);
  const appointment = findNextAppointment(context, viewer.userID, reference);
  if (!appointment) return { next: {}, validUntil: clockChange };
  const begins = new Date(truncateToSeconds(now).getTime() + appointment.startTime.getTime() - reference.getTime());
  return {
    next: { nextJoinedLFGTime: appointment.startTime, nextJoinedLFGID: appointment.fezID },
    validUntil: begins < clockChange ? begins : clockChange,
  };
}
