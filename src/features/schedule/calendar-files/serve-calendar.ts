import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { AppError } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { foldUsername } from '#core/users/index.ts';
import { getCurrentSchedule, getEventByEitherID, type LiveEvent } from '../events/current-schedule.ts';
import { getLabel } from '../events/event-types.ts';
import { getMarks } from '../marks/marks.ts';
import { type CalendarEntry, type CalendarFile, writeCalendar } from './write-calendar.ts';

/** Returns a calendar file with one event (schedule rule 110). Throws not-found. */
export function buildEventCalendar(context: Context, id: string): Content {
  const event = getEventByEitherID(context, id);
  return buildSingleEventCalendar(event.row.title, buildEntry(context, event));
}

/** Creates a calendar file with one event, named after its title. */
export function buildSingleEventCalendar(title: string, entry: CalendarEntry): Content {
  const file = { name: title, description: 'An event on board', events: [entry] };
  return { ...toContent(file), attachment: `${formatFileName(title)}.ics` };
}

const maxFileName = 100;

/** Removes quotes from a title, and characters that are special in file names. */
const formatFileName = (title: string): string =>
  title
    .replace(/["“”]/g, '')
    .replace(/[\p{Cc}/\\]+/gu, ' ')
    .slice(0, maxFileName)
    .toWellFormed();

/**
 * Returns the events that the caller follows, for calendar programs that poll. Throws 401 if the calendar is another
 * user's (schedule rule 111).
 */
export function buildFollowedCalendar(context: Context, caller: Caller, username: string): Content {
  assertOwnCalendar(caller, username);
  const { favorite } = getMarks(context, caller);
  return toContent({
    name: `Events of ${caller.username}`,
    description: `Events on board that ${caller.username} follows`,
    events: listEntries(context, (id) => favorite.has(id)),
  });
}

/** Throws 401 and requests another login if the calendar in the path isn't the caller's (schedule rule 111). */
export function assertOwnCalendar(caller: Caller, username: string): void {
  if (foldUsername(username) === foldUsername(caller.username)) return;
  const headers = { 'www-authenticate': 'Basic realm="Gangway", charset="UTF-8"' };
  throw new AppError('wrongAccount', 'This calendar belongs to another user.', { headers });
}

/** Returns these events, for a calendar that also has other entries (schedule rule 113). */
export const listPlannedEntries = (context: Context, eventIDs: ReadonlySet<string>): CalendarEntry[] =>
  listEntries(context, (id) => eventIDs.has(id));

const listEntries = (context: Context, isIncluded: (eventID: string) => boolean): CalendarEntry[] =>
  getCurrentSchedule(context)
    .events.filter(({ row }) => isIncluded(row.id))
    .map((event) => buildEntry(context, event));

/** Returns a calendar as a response body. */
export const toContent = (file: CalendarFile): Content => ({
  mediaType: 'text/calendar; charset=utf-8',
  body: Buffer.from(writeCalendar(file)),
});

function buildEntry({ config }: Context, { row, startTime, endTime }: LiveEvent): CalendarEntry {
  const { id, uid, title, description, location, eventType, updatedAt } = row;
  const url = `${config.externalURL}/events/${id}/calendarevent.ics`;
  return { uid, title, description, location, category: getLabel(eventType), startTime, endTime, updatedAt, url };
}
