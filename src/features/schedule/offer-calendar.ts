import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Content } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { usernameKey } from '#core/users/index.ts';
import { currentSchedule, eventByEitherID, type LiveEvent } from './current-schedule.ts';
import { labelOf } from './event-types.ts';
import { marksOf } from './marks.ts';
import { type CalendarEntry, type CalendarFile, writeCalendar } from './write-calendar.ts';

/** One event, for a calendar program (schedule rule 110). Throws not-found. */
export function calendarOfEvent(context: Context, id: string): Content {
  const event = eventByEitherID(context, id);
  const { title } = event.row;
  return calendarOfOne(title, entryOf(context, event));
}

/** A calendar file of one event, named after its title. */
export function calendarOfOne(title: string, entry: CalendarEntry): Content {
  const file = { name: title, description: 'An event on board', events: [entry] };
  return { ...asContent(file), attachment: `${fileNameOf(title)}.ics` };
}

const longestFileName = 100;

/** A title without quotes, and without what has a meaning in the names of files. */
const fileNameOf = (title: string): string =>
  title
    .replace(/["“”]/g, '')
    .replace(/[\p{Cc}/\\]+/gu, ' ')
    .slice(0, longestFileName)
    .toWellFormed();

/** What the caller follows, for a calendar program that asks again and again. Throws 401 for somebody else's (schedule rule 111). */
export function calendarOfFollowed(context: Context, caller: Caller, username: string): Content {
  refuseOthersCalendar(caller, username);
  const { favorite } = marksOf(context, caller);
  const events = currentSchedule(context).events.filter(({ row }) => favorite.has(row.id));
  return asContent({
    name: `Events of ${caller.username}`,
    description: `Events on board that ${caller.username} follows`,
    events: events.map((event) => entryOf(context, event)),
  });
}

/** Throws 401, asking for another login, when the calendar named in the path is not the caller's (schedule rule 111). */
export function refuseOthersCalendar(caller: Caller, username: string): void {
  if (usernameKey(username) === usernameKey(caller.username)) return;
  const headers = { 'www-authenticate': 'Basic realm="Gangway", charset="UTF-8"' };
  throw new AppError('unauthenticated', 'this calendar belongs to somebody else', { headers });
}

/** Events that the caller follows or photographs, for a calendar with other things in it (schedule rule 113). */
export function plannedEntries(context: Context, caller: Caller): CalendarEntry[] {
  const { favorite, photographer } = marksOf(context, caller);
  const planned = currentSchedule(context).events.filter(({ row }) => favorite.has(row.id) || photographer.has(row.id));
  return planned.map((event) => entryOf(context, event));
}

export const asContent = (file: CalendarFile): Content => ({
  mediaType: 'text/calendar; charset=utf-8',
  body: Buffer.from(writeCalendar(file)),
});

function entryOf({ config }: Context, { row, startTime, endTime }: LiveEvent): CalendarEntry {
  const { id, uid, title, description, location, eventType, updatedAt } = row;
  const url = `${config.externalURL}/events/${id}/calendarevent.ics`;
  return { uid, title, description, location, category: labelOf(eventType), startTime, endTime, updatedAt, url };
}
