import type { Context } from '#area/context.ts';
import type { Reminder, ReminderSource } from '#area/reminders.ts';
import { presentTitle } from '#core/posts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { computeReminderTimes, getCruise, getShipClock, type ReminderTimes } from '#core/ship-time/index.ts';
import { getUser, isUnderReview, maySee } from '#core/users/index.ts';
import { filterTypes, kinds } from '../kinds.ts';
import { findMembers } from '../store.ts';
import type { FezRow } from '../tables.ts';
import { findAppointments } from './store.ts';

const startingTypes = filterTypes((kind) => kind.startingNotice !== undefined);

/** Reminds all members, even muted or waiting ones, shortly before an appointment starts (fez rule 76). */
export function fezReminders(context: Context): ReminderSource {
  return {
    kind: 'fez',
    dueBetween(after, until) {
      const { upcomingLFGNotificationSetting: setting, upcomingEventNotificationSeconds: leadSeconds } =
        getServerSettings(context);
      if (setting === 'disabled') return [];
      const [from, to] = computeSearchWindow(setting, after, until, leadSeconds);
      return findAppointments(context.db, startingTypes, from, to).flatMap((fez) => {
        const { startingNotice: notice } = kinds[fez.type];
        if (!fez.startTime || !notice) return [];
        const start = getShipClock(context).toDisplay(fez.startTime);
        const times = computeReminderTimes(getCruise(context), { setting, leadSeconds }, start, until);
        return times && times.dueAt > after ? [{ ...buildReminder(context, fez), ...times, notice }] : [];
      });
    },
  };
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const [earliestTime, latestTime] = [new Date(0), new Date(8_640_000_000_000_000)];

/**
 * Returns the port times of possibly due appointments; the ship's clock is within a day of the port's. The cruise week
 * repeats every week.
 */
function computeSearchWindow(setting: 'current' | 'cruiseWeek', after: Date, until: Date, lead: number): [Date, Date] {
  if (setting === 'cruiseWeek') return [earliestTime, latestTime];
  const moved = (time: Date, milliseconds: number) => new Date(time.getTime() + lead * 1000 + milliseconds);
  return [moved(after, -dayMilliseconds), moved(until, dayMilliseconds)];
}

function buildReminder(context: Context, fez: FezRow): Omit<Reminder, keyof ReminderTimes | 'notice'> {
  const place = isUnderReview(fez.moderationState) ? null : fez.location;
  return {
    subjectID: fez.id,
    madeAt: fez.createdAt,
    features: kinds[fez.type].features,
    info: place ? `${presentTitle(fez)} starts soon: ${place}` : `${presentTitle(fez)} starts soon`,
    recipients: () => listMembersWhoSee(context, fez),
  };
}

/** Returns all members who can see the owner; a block between them hides the fez too (fez rule 67). */
function listMembersWhoSee(context: Context, { id, ownerID }: FezRow): string[] {
  const owner = getUser(context, ownerID);
  const members = findMembers(context, [id]).get(id) ?? [];
  return members.filter((userID) => maySee(context, getUser(context, userID), owner));
}
