import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { setLevel, updateUser } from '#core/users/index.ts';
import { createFamily } from '../support/accounts.ts';
import type { TestApp, User } from '../support/app.ts';
import type { Client } from '../support/client.ts';

/** All readers: the author, insiders, outsiders, readers it's hidden from, and the staff. */
export const readerNames = [
  'author',
  'insider',
  'outsider',
  'blocker',
  'blockersOther',
  'blocked',
  'muter',
  'wordMuter',
  'quarantined',
  'unverified',
  'moderatorInside',
  'moderator',
  'admin',
  'banned',
  'anonymous',
] as const;
export type Reader = (typeof readerNames)[number];

/** Insiders: they are in every group, are mentioned in every post, and have reacted to it. */
export const insiders = [
  'insider',
  'blocker',
  'blockersOther',
  'blocked',
  'muter',
  'wordMuter',
  'quarantined',
  'unverified',
  'moderatorInside',
] as const satisfies readonly Reader[];

export const staff = ['moderatorInside', 'moderator', 'admin'] as const satisfies readonly Reader[];

/** All readers with an account; `anonymous` has none. */
export type Readers = Readonly<Record<Exclude<Reader, 'anonymous'>, User>>;

/** The word that the word muter has muted, and the alert word of all insiders. */
export const muteWord = 'kumquat';
export const alertWord = 'durian';

/** The author has a registration code of the sample, which a host's profile requires. */
async function createAuthor(app: TestApp): Promise<User> {
  const { username } = await createFamily(app, 'reader-author', 'abcabc');
  return app.logIn(username);
}

/** Creates all readers, without any relations between them. */
export async function createReaders(app: TestApp): Promise<Readers> {
  const create = (name: Reader) => app.newcomer(`reader-${name}`);
  const blocker = await create('blocker');
  await blocker.get(accountsApi.add, { body: { username: 'reader-blockers-other', password: blocker.password } });
  const readers = {
    author: await createAuthor(app),
    insider: await create('insider'),
    outsider: await create('outsider'),
    blocker,
    blockersOther: await app.logIn('reader-blockers-other'),
    blocked: await create('blocked'),
    muter: await create('muter'),
    wordMuter: await create('wordMuter'),
    quarantined: await create('quarantined'),
    unverified: await create('unverified'),
    moderatorInside: await create('moderatorInside'),
    moderator: await app.atLevel('moderator'),
    admin: await app.logIn('admin'),
    banned: await create('banned'),
  };
  const office = await app.logIn('admin');
  await office.send('POST', `/api/v3/admin/moderator/promote/${readers.moderatorInside.userID}`);
  const seen = { ...readers, moderatorInside: await app.logIn(readers.moderatorInside.username) };
  for (const name of insiders) await seen[name].get(publicTextApi.addAlertWord, { params: { word: alertWord } });
  return seen;
}

/** Hides the author's content from some readers, for one reason each. */
export async function hideAuthor(app: TestApp, readers: Readers): Promise<Readers> {
  const { author, blocker, blocked, muter, wordMuter, moderator, quarantined, unverified, banned } = readers;
  await blocker.get(usersApi.block, { params: { userID: author.userID } });
  await author.get(usersApi.block, { params: { userID: blocked.userID } });
  await muter.get(usersApi.mute, { params: { userID: author.userID } });
  await wordMuter.get(publicTextApi.addMuteWord, { params: { word: muteWord } });
  // Blocks between moderators and others hide nothing.
  await moderator.get(usersApi.block, { params: { userID: author.userID } });
  transact(app.context, (context) => {
    updateUser(context, quarantined.userID, { quarantinedUntil: new Date('2026-01-01T00:00:00Z') });
    setLevel(context, unverified.userID, 'unverified');
    setLevel(context, banned.userID, 'banned');
  });
  return { ...readers, unverified: await app.logIn(unverified.username) };
}

/** Returns the client of the reader with this name. */
export const getClient = (app: TestApp, readers: Readers, reader: Reader): Client =>
  reader === 'anonymous' ? app.anonymous : readers[reader];
