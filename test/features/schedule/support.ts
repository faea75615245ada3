import assert from 'node:assert/strict';
import { transact } from '#area/context.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { eventFavorites, events } from '#features/schedule/tables.ts';
import type { ImportOptions } from '#platform/import/import-outcome.ts';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { startTestApp, type TestApp, type TestAppOptions, type User } from '../../support/app.ts';
import type { CallOptions, Client } from '../../support/client.ts';
import { giveRole } from '../../support/roles.ts';

export const unforcedOptions: ImportOptions = { force: false, dryRun: false };
export const forcedOptions: ImportOptions = { force: true, dryRun: false };

/** Path parameters of an event that doesn't exist. */
export const unknownEvent = { params: { event_id: '00000000-0000-4000-8000-000000000000' } };

/** An event of a calendar file, with times in the file's format. */
export interface FileEvent {
  readonly start: string;
  /** The end, by default the same as the start. */
  readonly end?: string;
  /** Further lines, such as `LOCATION:Lido`. */
  readonly lines?: readonly string[];
}

/** Returns a calendar file of these events, by uid; the title of `a` is `Event a`. */
export function buildCalendarOf(fileEvents: Readonly<Record<string, FileEvent>>): string {
  const blocks = Object.entries(fileEvents).flatMap(([uid, { start, end = start, lines = [] }]) => [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Event ${uid}`, `DTSTART:${start}`, `DTEND:${end}`],
    ...lines,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', ...blocks, 'END:VCALENDAR', ''].join('\n');
}

/** The calendar file of the sample sailing. */
export const buildSampleSchedule = (): string => readEmbedded('assets/samples/schedule.ics').toString('utf8');

/** The service with the sample schedule. Events are identified by the number in their uid. */
export interface SampleShip extends TestApp {
  readonly james: User;
  readonly photographer: User;
  readonly manager: User;
  /** Returns the path parameters of an event. */
  eventParams(number: string): { params: { event_id: string } };
  list(query?: CallOptions['query'], client?: Client): Promise<ListedEvent[]>;
  /** Returns the numbers of the events that a query finds, in order. */
  listNumbers(query?: CallOptions['query'], client?: Client): Promise<string[]>;
}
type ListedEvent = Awaited<ReturnType<typeof listEvents>>[number];

const listEvents = (client: Client, query: CallOptions['query']) => client.get(scheduleApi.list, { query });

export const getNumbers = (listed: readonly { uid: string }[]) =>
  listed.map(({ uid }) => uid.replace(/^sample-(\d\d)-.*$/, '$1'));

/** The sample sailing: Sunday 2 to Sunday 9 March 2025 from New York, on Atlantic time from the 4th to the 7th. */
export async function startSampleShip(options: TestAppOptions = {}): Promise<SampleShip> {
  const app = await startTestApp(options);
  const { anonymous } = app;
  const sample = await listEvents(anonymous, {});
  const list: SampleShip['list'] = (query = {}, client = anonymous) => listEvents(client, query);
  return {
    ...app,
    james: await app.logIn('james'),
    photographer: await giveRole(app, await app.logIn('heidi'), 'shutternaut'),
    manager: await giveRole(app, await app.logIn('sam'), 'shutternautmanager'),
    list,
    listNumbers: async (query, client) => getNumbers(await list(query, client)),
    eventParams(number) {
      const event = sample.find(({ uid }) => uid.startsWith(`sample-${number}-`));
      assert.ok(event);
      return { params: { event_id: event.eventID } };
    },
  };
}

/** Deletes all marks of users, and all requests for photographers. */
export function clearMarks({ context }: TestApp): void {
  transact(context, ({ db }) => {
    db.queries.delete(eventFavorites).run();
    db.queries.update(events).set({ needsPhotographer: false }).run();
  });
  context.caches.invalidateAll();
}

/** Returns how the uploaded schedule at the desk differs from the current one. */
export async function getDifference(user: Client) {
  const difference = await user.get(deskApi.compareSchedule);
  assert.ok('deletedEvents' in difference, 'it is the difference of a schedule');
  return difference;
}
