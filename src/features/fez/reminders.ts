import type { Context } from '#context';
import type { Reminder, ReminderSource } from '#contract/reminders.ts';
import { serverSettings } from '#core/settings/index.ts';
import { cruise, momentOfReference, shipClock } from '#core/ship-time/index.ts';
import { isUnderReview, knownPerson, maySee } from '#core/users/index.ts';
import { kinds, typesWhere } from './kinds.ts';
import { shownTitle } from './present.ts';
import { findAppointments } from './store/appointments.ts';
import { findMembers } from './store/members.ts';
import type { FezRow } from './tables.ts';

const startingTypes = typesWhere((kind) => kind.startingNotice !== undefined);

/** Tells all members, muted or waiting ones too, shortly before an appointment starts (fez rule 76). */
export function fezReminders(context: Context): ReminderSource {
  return {
    kind: 'fez',
    dueBetween(after, until) {
      const { upcomingLFGNotificationSetting: setting, upcomingEventNotificationSeconds: lead } =
        serverSettings(context);
      if (setting === 'disabled') return [];
      const [from, to] = mayBeginBetween(setting, after, until, lead);
      return findAppointments(context.db, startingTypes, from, to).flatMap((fez) => {
        const { startingNotice: notice } = kinds[fez.type];
        if (!fez.startTime || !notice) return [];
        const reference = new Date(shipClock(context).toDisplay(fez.startTime).getTime() - lead * 1000);
        const dueAt = momentOfReference(cruise(context), setting, reference, until);
        return dueAt && dueAt > after ? [{ ...reminderOf(context, fez), dueAt, notice }] : [];
      });
    },
  };
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const [ever, forever] = [new Date(0), new Date(8_640_000_000_000_000)];

/** Port times of what can be due; the ship's clock is within a day of that of the port. The cruise week comes every week. */
function mayBeginBetween(setting: 'current' | 'cruiseWeek', after: Date, until: Date, lead: number): [Date, Date] {
  if (setting === 'cruiseWeek') return [ever, forever];
  const moved = (time: Date, milliseconds: number) => new Date(time.getTime() + lead * 1000 + milliseconds);
  return [moved(after, -dayMilliseconds), moved(until, dayMilliseconds)];
}

function reminderOf(context: Context, fez: FezRow): Omit<Reminder, 'dueAt' | 'notice'> {
  const place = isUnderReview(fez.moderationState) ? null : fez.location;
  return {
    subjectID: fez.id,
    info: place ? `${shownTitle(fez)} starts soon: ${place}` : `${shownTitle(fez)} starts soon`,
    recipients: () => membersWhoSee(context, fez),
  };
}

/** All members but those from whom a block hides the owner, and the fez with them (fez rule 67). */
function membersWhoSee(context: Context, { id, ownerID }: FezRow): string[] {
  const owner = knownPerson(context, ownerID);
  const members = findMembers(context.db, [id]).get(id) ?? [];
  return members.filter((userID) => maySee(context, knownPerson(context, userID), owner));
}
