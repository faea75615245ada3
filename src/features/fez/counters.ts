import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Contribution, CounterSource } from '#contract/counters.ts';
import { serverSettings } from '#core/settings/index.ts';
import { cruise, referenceInstant, runsEvenlyUntil, shipClock, wholeSeconds } from '#core/ship-time/index.ts';
import { fezCounts } from './counts.ts';
import { nextAppointment } from './next-appointment.ts';

/** What is new in the viewer's chats, and their next appointment (fez rules 67, 68 and 78). */
export const fezCounters =
  (context: Context): CounterSource =>
  (viewer) => {
    if (!viewer) return {};
    const { own, inboxes } = fezCounts(context, viewer);
    const { next, validUntil } = upcoming(context, viewer);
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
  };

interface Upcoming {
  readonly next: Pick<NonNullable<Contribution['counters']>, 'nextJoinedLFGTime' | 'nextJoinedLFGID'>;
  readonly validUntil: Date;
}

function upcoming(context: Context, viewer: Caller): Upcoming {
  const now = context.clock.now();
  const { upcomingLFGNotificationSetting } = serverSettings(context);
  const reference = referenceInstant(cruise(context), upcomingLFGNotificationSetting, now);
  const evenly = runsEvenlyUntil(shipClock(context), now);
  const appointment = nextAppointment(context, viewer.userID, reference);
  if (!appointment) return { next: {}, validUntil: evenly };
  const begins = new Date(wholeSeconds(now).getTime() + appointment.startTime.getTime() - reference.getTime());
  return {
    next: { nextJoinedLFGTime: appointment.startTime, nextJoinedLFGID: appointment.fezID },
    validUntil: begins < evenly ? begins : evenly,
  };
}
