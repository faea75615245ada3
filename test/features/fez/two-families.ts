import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { TestApp, User } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  type Fields,
  getIDs,
  groupFields,
  leave,
  ownEventFields,
  unblock,
  writePost,
} from './support.ts';

/** Two accounts of one family. Their names, and everything they write, contain a word that no other family uses. */
export interface Family {
  readonly word: string;
  readonly primary: User;
  readonly second: User;
}

/** A fez with the posts in it. */
export interface FezWithPosts {
  readonly fez: Fez;
  /** Absent if a shared account owns it. */
  readonly owner: User | undefined;
  readonly memberIDs: readonly string[];
  /** Author and text of the remaining posts, in order; the author is absent for a shared account. */
  readonly posts: readonly { readonly author: User | undefined; readonly text: string }[];
  /** Whether the fez still exists and the primary accounts are still in it. */
  readonly isShared: boolean;
}

/** Two families who do everything together, and a user between them. */
export interface TwoFamilies {
  readonly app: TestApp;
  readonly left: Family;
  readonly right: Family;
  readonly between: User;
  readonly moderator: User;
  readonly made: readonly FezWithPosts[];
  /** An event that both families photograph. */
  readonly eventID: string;
}

async function makeFamily(app: TestApp, word: string): Promise<Family> {
  const username = `${word}-primary`;
  const primary = await app.newcomer(username);
  const body = {
    displayName: `The ${word}`,
    realName: `Real ${word}`,
    about: `All about a ${word}`,
    message: `Greetings from a ${word}`,
    homeLocation: `Home of a ${word}`,
  };
  await primary.get(profilesApi.editOwnProfile, { body });
  await primary.get(accountsApi.add, { body: { username: `${word}-second`, password: 'password' } });
  for (const role of ['shutternaut', 'shutternautmanager'] as const) await giveRole(app, primary, role);
  return { word, primary, second: await app.logIn(`${word}-second`) };
}

export const listUsersOf = ({ primary, second }: Family): User[] => [primary, second];

/** A word in everything a user writes, so that it's found wherever their content is shown. */
const getWordOfUser = ({ username }: User): string => username.split('-')[0] ?? username;

const kinds: readonly Fields[] = [
  chatFields,
  { ...chatFields, fezType: 'open' },
  groupFields,
  eventFields,
  { ...eventFields, visibility: 'unlisted' },
];

const getFields = (owner: User, fields: Fields): Fields => {
  const says = { title: `Plans of ${getWordOfUser(owner)}` };
  const isChat = fields.fezType === 'closed' || fields.fezType === 'open';
  return {
    ...fields,
    ...says,
    ...(!isChat && { info: `Info by ${getWordOfUser(owner)}`, location: `Deck ${getWordOfUser(owner)}` }),
  };
};

/** Lets everyone post twice and delete the second post. */
async function addPostsOfEveryone(fez: Fez, users: readonly User[]): Promise<FezWithPosts['posts']> {
  const posts = [];
  for (const author of users) {
    const text = `A post by ${getWordOfUser(author)}`;
    await writePost(author, fez, text);
    posts.push({ author, text });
    const { postID } = await writePost(author, fez, `Taken back by ${getWordOfUser(author)}`);
    await author.get(fezApi.deletePost, { params: { postID } });
  }
  return posts;
}

const getFirstPost = (word: string) => ({ firstPost: { text: `First words of ${word}`, images: [] } });

/** Creates a fez of this kind with a first post of its owner, and posts by everyone. */
async function makeFezWithPosts(owner: User, fields: Fields, others: readonly User[]): Promise<FezWithPosts> {
  const fez = await createFez(owner, { ...getFields(owner, fields), ...getFirstPost(getWordOfUser(owner)) }, others);
  const first = { author: owner, text: `First words of ${getWordOfUser(owner)}` };
  const memberIDs = getIDs([owner, ...others]);
  return {
    fez,
    owner,
    memberIDs,
    posts: [first, ...(await addPostsOfEveryone(fez, [owner, ...others]))],
    isShared: true,
  };
}

async function makeForTeam(moderator: User, fields: Fields, others: readonly User[]): Promise<FezWithPosts> {
  const body = { ...fields, createdByModerator: true, initialUsers: getIDs(others), ...getFirstPost('the team') };
  const fez = await moderator.get(fezApi.create, { body });
  const posts = [{ author: undefined, text: 'First words of the team' }, ...(await addPostsOfEveryone(fez, others))];
  return { fez, owner: undefined, memberIDs: [fez.owner.userID, ...getIDs(others)], posts, isShared: true };
}

/** Creates a group that both primary accounts have left, or been removed from. */
async function makeGroupLeftByPrimaries(
  owner: User,
  leavers: readonly User[],
  others: readonly User[],
): Promise<FezWithPosts> {
  const made = await makeFezWithPosts(owner, groupFields, [...leavers, ...others]);
  const [first, ...rest] = leavers;
  if (first) await leave(first, made.fez);
  for (const leaver of rest) await changeMember(owner, 'removeMember', made.fez, leaver);
  return { ...made, memberIDs: getIDs([owner, ...others]), isShared: false };
}

async function makeAll(world: Omit<TwoFamilies, 'made' | 'eventID'>): Promise<FezWithPosts[]> {
  const { left, right, between, moderator } = world;
  const [leftUser, rightUser] = [left.primary, right.primary];
  const everybody = [between, leftUser, rightUser];
  const made: FezWithPosts[] = [];
  for (const owner of everybody) {
    const others = everybody.filter((user) => user !== owner);
    for (const fields of kinds) made.push(await makeFezWithPosts(owner, fields, others));
    made.push(await makeFezWithPosts(owner, { ...groupFields, maxCapacity: 1 }, others));
    const off = await makeFezWithPosts(owner, { ...groupFields, startTime: '2025-03-04T22:00:00.000Z' }, others);
    await owner.get(fezApi.cancel, { params: { fezID: off.fez.fezID } });
    made.push(off);
    const leavers = others.filter((user) => user !== between);
    made.push(await makeGroupLeftByPrimaries(owner, leavers, owner === between ? [] : [between]));
    const gone = await makeFezWithPosts(owner, groupFields, others);
    await moderator.get(fezApi.delete, { params: { fezID: gone.fez.fezID } });
    made.push({ ...gone, memberIDs: [], isShared: false });
  }
  for (const fields of kinds) made.push(await makeForTeam(moderator, fields, everybody));
  for (const owner of [leftUser, rightUser]) {
    made.push(await makeFezWithPosts(owner, groupFields, []), await makeFezWithPosts(between, groupFields, [owner]));
    const fez = await createFez(owner, getFields(owner, ownEventFields));
    made.push({ fez, owner, memberIDs: [owner.userID], posts: [], isShared: true });
  }
  const families = [...listUsersOf(left), ...listUsersOf(right)];
  made.push(await makeFezWithPosts(between, groupFields, families));
  made.push(await makeFezWithPosts(left.second, eventFields, families.slice(0, 1).concat(families.slice(2))));
  made.push(await makeFezWithPosts(right.second, { ...chatFields, fezType: 'open' }, families.slice(0, 3)));
  return made;
}

/** Creates an announcement by a former member of staff. */
async function announceAsFormerStaff(app: TestApp, user: User): Promise<void> {
  const office = await app.logIn('admin');
  await office.send('POST', `/api/v3/admin/devteam/promote/${user.userID}`);
  const author = await app.logIn(user.username);
  const body = { text: 'Dinner is served', displayUntil: '2025-03-09T00:00:00.000Z' };
  await author.get(announcementsApi.create, { body });
  await office.send('POST', `/api/v3/admin/user/demote/${user.userID}`);
}

/** Makes everyone a favorite of everyone; all photograph and follow the same event. */
async function createRelations(users: readonly User[], eventID: string): Promise<void> {
  for (const user of users) {
    for (const { userID } of users) {
      if (userID !== user.userID) await user.get(usersApi.favorite, { params: { userID } });
    }
    await user.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
  }
}

/** Creates the families; each call needs different words. Opens half of the chats, so that some posts are read. */
export async function createTwoFamilies(app: TestApp, words: readonly [string, string]): Promise<TwoFamilies> {
  const [left, right] = [await makeFamily(app, words[0]), await makeFamily(app, words[1])];
  const [between, moderator] = [
    await app.newcomer(`between-${randomUUID().slice(0, 8)}`),
    await app.atLevel('moderator'),
  ];
  for (const { primary } of [left, right]) await announceAsFormerStaff(app, primary);
  const users = { left: await logInAgain(app, left), right: await logInAgain(app, right), between, moderator };
  const [event] = await between.get(scheduleApi.list);
  if (!event) throw new Error('there is no event to photograph');
  const { left: leftFamily, right: rightFamily } = users;
  await createRelations([between, ...listUsersOf(leftFamily), ...listUsersOf(rightFamily)], event.eventID);
  for (const { primary } of [leftFamily, rightFamily]) {
    await primary.get(scheduleApi.addPhotographer, { params: { event_id: event.eventID } });
  }
  const made = await makeAll({ app, ...users });
  for (const { fez, isShared } of made.filter((_, index) => index % 2 === 0)) {
    if (isShared)
      for (const { primary } of [leftFamily, rightFamily])
        await primary.call(fezApi.read, { params: { fezID: fez.fezID } });
  }
  return { app, ...users, made, eventID: event.eventID };
}

/** Logs a family in again, since a change of level has ended their logins. */
async function logInAgain(app: TestApp, { word, primary, second }: Family): Promise<Family> {
  return { word, primary: await app.logIn(primary.username), second: await app.logIn(second.username) };
}

/** Blocks a user until the test ends. */
export async function blockDuringTest(test: TestContext, blocker: User, blocked: User): Promise<void> {
  await block(blocker, blocked);
  test.after(() => unblock(blocker, blocked));
}
