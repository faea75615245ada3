import { transact } from '#area/context.ts';
import { performersApi } from '#features/performers/api.ts';
import { insertLinks } from '#features/performers/store.ts';
import { adminApi } from '#staff/admin/api.ts';
import { createFamily } from '../../support/accounts.ts';
import type { TestApp, User } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

/** Returns the form of a performer with only a name and these fields. */
export const buildForm = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  photo: {},
  isOfficialPerformer: false,
  yearsAttended: [],
  eventUIDs: [],
  ...more,
});

/** Returns the form of an official performer. */
export const buildOfficialForm = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
  buildForm(name, { isOfficialPerformer: true, ...more });

/** Adds or replaces an official performer; returns the id. */
export async function addOfficial(desk: Client, name: string, more = {}): Promise<string> {
  await desk.get(performersApi.savePerformer, { body: buildOfficialForm(name, more) });
  const { performers } = await desk.get(performersApi.officialPerformers, { query: { search: name, limit: 200 } });
  return performers.find((performer) => performer.name === name)?.id ?? '';
}

/** Links a performer to an event, as an import does. */
export function linkToEvent({ context }: TestApp, performerID: string, eventID: string): void {
  transact(context, ({ db }) => insertLinks(db, [{ performerID, eventID }]));
}

/** Opens or closes the period before the sailing in which passengers create their profiles. */
export const setPreregistration = (app: TestApp, enablePreregistration: boolean) =>
  app.logIn('admin').then((admin) => admin.get(adminApi.changeServerSettings, { body: { enablePreregistration } }));

/** Registers a user with a registration code of the sample. */
export async function createPassengerWithCode(app: TestApp, username: string, code: string): Promise<User> {
  await createFamily(app, username, code);
  return app.logIn(username);
}

export const getNames = ({ performers }: { performers: readonly { name: string }[] }) =>
  performers.map(({ name }) => name);
