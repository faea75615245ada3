import { accountsApi } from '#core/accounts/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import type { FezData } from '#features/fez/records.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';

export type Fez = Wire<FezData>;

/** Fields of a request that differ from those of a closed chat. */
export type Fields = Record<string, unknown>;

export const chatFields: Fields = {
  fezType: 'closed',
  title: 'Dinner plans',
  info: '',
  minCapacity: 0,
  maxCapacity: 0,
  initialUsers: [],
};

/** A group that is open to everyone, tomorrow from six to eight in the evening in New York. */
export const groupFields: Fields = {
  ...chatFields,
  fezType: 'gaming',
  title: 'Chess for beginners',
  info: 'Boards are there.',
  location: 'Deck 4',
  startTime: '2025-03-04T23:00:00.000Z',
  endTime: '2025-03-05T01:00:00.000Z',
};

export const eventFields: Fields = { ...groupFields, fezType: 'privateEvent', title: 'Birthday breakfast' };
export const unlistedFields: Fields = { ...eventFields, visibility: 'unlisted' };
export const ownEventFields: Fields = { ...groupFields, fezType: 'personalEvent', title: 'Haircut' };

export const getIDs = (users: readonly User[]): string[] => users.map(({ userID }) => userID);

/** Starts the service with users who talk to each other, and a moderator. */
export async function startAppWithUsers() {
  const app = await startTestApp();
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  return { app, james, heidi, sam, moderator: await app.atLevel('moderator') };
}

/** Returns the parameters of a call about this fez. */
export const fezParams = ({ fezID }: Pick<Fez, 'fezID'>) => ({ params: { fezID } });

/** Creates a fez with these members and these fields. */
export function createFez(owner: User, fields: Fields, others: readonly User[] = []): Promise<Fez> {
  return owner.get(fezApi.create, { body: { ...chatFields, ...fields, initialUsers: getIDs(others) } });
}

export const openFez = (user: User, { fezID }: Pick<Fez, 'fezID'>, query: Record<string, number> = {}) =>
  user.get(fezApi.read, { params: { fezID }, query });

export const tryToOpenFez = (user: User, { fezID }: Pick<Fez, 'fezID'>, query: Record<string, number> = {}) =>
  user.call(fezApi.read, { params: { fezID }, query });

export function writePost(user: User, { fezID }: Pick<Fez, 'fezID'>, text: string, fields: Fields = {}) {
  return user.get(fezApi.post, { params: { fezID }, body: { text, images: [], ...fields } });
}

/** Creates a fez in which its owner has written this many posts, which no one else has read. */
export async function createFezWithPosts(
  owner: User,
  number: number,
  fields: Fields = {},
  others: readonly User[] = [],
): Promise<Fez> {
  const fez = await createFez(owner, fields, others);
  for (let count = 1; count <= number; count += 1) await writePost(owner, fez, `post ${count}`);
  return fez;
}

/** Returns the names of the participants, without the waiting list. */
export const listParticipants = ({ members }: Fez): string[] =>
  members?.participants.map(({ username }) => username) ?? [];

/** Returns the names on the waiting list. */
export const listWaiting = ({ members }: Fez): string[] => members?.waitingList.map(({ username }) => username) ?? [];

/** Returns the texts of the posts on the page. */
export const listTexts = ({ members }: Fez): string[] => members?.posts?.map(({ text }) => text) ?? [];

/** Returns how many posts the reader sees, and how many of them they have read. */
export const getPostCounts = ({ members }: Fez): [number, number] => [
  members?.postCount ?? -1,
  members?.readCount ?? -1,
];

const listsByName = { open: fezApi.open, joined: fezApi.joined, owned: fezApi.owned, former: fezApi.former };

/** Returns the titles in one of the lists, in order. */
export async function listFezTitles(
  user: User,
  list: keyof typeof listsByName,
  query: Record<string, string | number | boolean> = {},
): Promise<string[]> {
  const { fezzes } = await user.get(listsByName[list], { query });
  return fezzes.map(({ title }) => title);
}

type MemberCall = 'addMember' | 'removeMember';

/** Adds or removes a member as the owner. */
export const changeMember = (owner: User, call: MemberCall, { fezID }: Pick<Fez, 'fezID'>, user: { userID: string }) =>
  owner.call(fezApi[call], { params: { fezID, userID: user.userID } });

export const join = (user: User, { fezID }: Pick<Fez, 'fezID'>) => user.call(fezApi.join, { params: { fezID } });
export const leave = (user: User, { fezID }: Pick<Fez, 'fezID'>) => user.call(fezApi.unjoin, { params: { fezID } });

export const block = (user: User, { userID }: User) => user.get(usersApi.block, { params: { userID } });
export const unblock = (user: User, { userID }: User) => user.get(usersApi.unblock, { params: { userID } });
export const mute = (user: User, { userID }: User) => user.get(usersApi.mute, { params: { userID } });
export const unmute = (user: User, { userID }: User) => user.get(usersApi.unmute, { params: { userID } });

/** Creates another account of the same family. */
export async function addOtherAccount(app: TestApp, user: User, username: string): Promise<User> {
  await user.get(accountsApi.add, { body: { username, password: user.password } });
  return app.logIn(username);
}

/** Puts a user into quarantine for an hour. */
export const quarantine = (moderator: User, { userID }: User) =>
  moderator.get(moderationApi.quarantineTemporarily, { params: { userID, hours: 1 } });

/** Lists the newest entries of the moderators' log. */
export async function listLastActions(moderator: User, limit: number): Promise<unknown[]> {
  const { actions } = await moderator.get(moderationApi.actionLog, { query: { limit } });
  return actions.map(({ actionType, contentType, contentID }) => [actionType, contentType, contentID]);
}

/** Returns how many pictures the service stores. */
export async function countPictures({ context }: TestApp): Promise<number> {
  let pictures = 0;
  for await (const _ of context.pictures.full.names()) pictures += 1;
  return pictures;
}

/** Makes the database reject new posts while `work` runs, as on a full disk. */
export async function runWhileNewPostsFail({ context }: TestApp, work: () => Promise<void>): Promise<void> {
  const { sqlite } = context.db;
  sqlite.exec("CREATE TEMP TRIGGER no_posts BEFORE INSERT ON fez_posts BEGIN SELECT RAISE(ABORT, 'as planned'); END");
  await work().finally(() => sqlite.exec('DROP TRIGGER no_posts'));
}

/** Replaces these fields of a fez. */
export const updateFez = (user: User, fez: Pick<Fez, 'fezID'>, fields: Fields) =>
  user.call(fezApi.update, { ...fezParams(fez), body: { ...chatFields, ...fields } });

/** Sets the moderation state of a fez. */
export const setState = (moderator: User, { fezID }: Pick<Fez, 'fezID'>, state: string) =>
  moderator.get(moderationApi.setFezState, { params: { fezID, state } });

/** Opens a user's notification socket; `query` is like `?since=0`. */
export const listen = ({ url }: TestApp, { token }: User, query = ''): Promise<TestSocket> =>
  openSocket(url, `/api/v3/notification/socket${query}`, token);

/** Opens the socket of a fez; `query` is like `?since=0`. */
export const openFezSocket = (
  { url }: TestApp,
  { token }: User,
  { fezID }: Pick<Fez, 'fezID'>,
  query = '',
): Promise<TestSocket> => openSocket(url, `/api/v3/fez/${fezID}/socket${query}`, token);

/** Returns the types of all notifications on a socket so far. */
export async function getNotificationTypes(socket: TestSocket): Promise<string[]> {
  await socket.ping();
  return socket.frames.map(({ type }) => Object.keys(type as object).join());
}

/** Returns the types of the notifications that each of these users got during `action`. */
export async function getNotificationTypesDuring(
  app: TestApp,
  users: readonly User[],
  action: () => Promise<unknown>,
): Promise<string[][]> {
  const sockets = await Promise.all(users.map((user) => listen(app, user)));
  await action();
  const types = await Promise.all(sockets.map(getNotificationTypes));
  for (const socket of sockets) socket.close();
  return types;
}
