import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { createTextHydrators, findNewlyViewed, markViewed } from '#core/public-text/index.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { block, getAlerts, listen, mute, write } from './support.ts';

const app = await startTestApp();
const author = await app.newcomer('alert-author');
const getCaller = ({ userID }: User) => toCaller(getUser(app.context, userID));
const addAlertWord = (user: User, word: string) => user.get(publicTextApi.addAlertWord, { params: { word } });
const removeAlertWord = (user: User, word: string) => user.get(publicTextApi.removeAlertWord, { params: { word } });

function viewPosts(user: User, place: 'forum' | 'microblog', search: string, start = 0): void {
  const viewed = findNewlyViewed(app.context, getCaller(user), place, { search, start });
  if (viewed) transact(app.context, (context) => markViewed(context, getCaller(user), viewed));
}

/** Replays the alerts in the forums about the author's posts to a user who was away. */
const hydrateAlerts = (user: User, subjects: readonly string[]) =>
  createTextHydrators(app.context, 'forum', (_, ids) => new Map(ids.map((id) => [id, author.userID])))
    .filter(({ kind }) => kind === 'forum-alert-word')
    .flatMap(({ hydrate }) => [...hydrate(getCaller(user), subjects)]);

test('a word counts once per post, in any letter case, ignoring punctuation (fez rule 74)', async () => {
  const user = await app.newcomer('whale-friend');
  await addAlertWord(user, 'whale');
  const post = write(app, author, 'A WHALE! A wh-ale, a whale.');
  assert.deepEqual(await getAlerts(user), { whale: '1/1 0/0' });
  write(app, author, 'whales and narwhale').delete();
  assert.deepEqual(await getAlerts(user), { whale: '1/1 0/0' });
  write(app, author, 'whale', { place: 'microblog' });
  assert.deepEqual(await getAlerts(user), { whale: '1/1 1/1' });
  post.edit('the whale again');
  assert.deepEqual(await getAlerts(user), { whale: '1/1 1/1' });
  post.edit('gone');
  assert.deepEqual(await getAlerts(user), { whale: '0/0 1/1' });
});

test('the summary only has words with hits; removing a word removes its counts', async () => {
  const user = await app.newcomer('word-remover');
  for (const word of ['otter', 'badger']) await addAlertWord(user, word);
  const post = write(app, author, 'an otter');
  assert.deepEqual(await getAlerts(user), { otter: '1/1 0/0' });
  await removeAlertWord(user, 'otter');
  assert.deepEqual(await getAlerts(user), {});
  await addAlertWord(user, 'otter');
  assert.deepEqual(await getAlerts(user), {});
  post.delete();
  write(app, author, 'one more otter');
  assert.deepEqual(await getAlerts(user), { otter: '1/1 0/0' });
});

test('a word that was added between two versions of a text counts for neither', async () => {
  const user = await app.newcomer('late-adder');
  const post = write(app, author, 'a heron');
  await addAlertWord(user, 'heron');
  post.edit('still a heron');
  assert.deepEqual(await getAlerts(user), {});
  post.delete();
  assert.deepEqual(await getAlerts(user), {});
});

test('the author’s own hits count as viewed, without a notification, and are reverted alike', async () => {
  await addAlertWord(author, 'gannet');
  const [reader, own] = [await app.newcomer('gannet-reader'), await listen(app, author)];
  await addAlertWord(reader, 'gannet');
  const socket = await listen(app, reader);
  const post = write(app, author, 'gannet');
  assert.deepEqual([await getAlerts(author), await getAlerts(reader)], [{ gannet: '0/1 0/0' }, { gannet: '1/1 0/0' }]);
  assert.deepEqual(await own.heard(), []);
  assert.deepEqual(await socket.heard(), [`alertwordPost: alert-author wrote “gannet” in a forum post (${post.id})`]);
  post.delete();
  write(app, reader, 'gannet');
  assert.deepEqual(await getAlerts(author), { gannet: '1/1 0/0' });
  for (const { close } of [own, socket]) close();
});

test('alerts respect blocks, mutes and visibility, and exactly these are reverted', async () => {
  const [blocker, muter, outsider, insider] = await Promise.all(
    ['a-blocker', 'a-muter', 'a-outsider', 'a-insider'].map((name) => app.newcomer(name)),
  );
  assert.ok(blocker && muter && outsider && insider);
  for (const user of [blocker, muter, outsider, insider]) await addAlertWord(user, 'puffin');
  await block(blocker, author);
  await mute(muter, author);
  const socket = await listen(app, blocker);
  const all = async () =>
    (await Promise.all([blocker, muter, outsider, insider].map(getAlerts))).map(({ puffin }) => puffin);
  const open = write(app, author, 'puffin', { place: 'microblog' });
  assert.deepEqual(await all(), [undefined, undefined, '0/0 1/1', '0/0 1/1']);
  const closed = write(app, author, 'puffin', { seenBy: ({ userID }) => userID !== outsider.userID });
  assert.deepEqual(await all(), [undefined, undefined, '0/0 1/1', '1/1 1/1']);
  assert.deepEqual(await socket.heard(), []);
  socket.close();
  await mute(insider, author);
  open.delete();
  closed.delete();
  assert.deepEqual(await all(), [undefined, undefined, undefined, undefined]);
});

test('a search for exactly one word marks its hits as viewed, on the first page only', async () => {
  const user = await app.newcomer('searching-user');
  await addAlertWord(user, 'dolphin');
  write(app, author, 'dolphin');
  for (const search of ['dolphin lido', 'dolphins', '']) viewPosts(user, 'forum', search);
  viewPosts(user, 'forum', 'dolphin', 50);
  viewPosts(user, 'microblog', 'dolphin');
  assert.deepEqual(await getAlerts(user), { dolphin: '1/1 0/0' });
  viewPosts(user, 'forum', ' Dolphin! ');
  assert.deepEqual(await getAlerts(user), { dolphin: '0/1 0/0' });
});

test('words aren’t counted for banned users', async () => {
  const [user, admin] = [await app.newcomer('banned-soon'), await app.logIn('admin')];
  await addAlertWord(user, 'walrus');
  const level = (word: string) => admin.send('POST', `/api/v3/mod/user/${user.userID}/setaccesslevel/${word}`);
  assert.equal((await level('banned')).status, 200);
  write(app, author, 'walrus');
  assert.equal((await level('verified')).status, 200);
  assert.deepEqual(await getAlerts(await app.logIn('banned-soon')), {});
});

test('replay notifies users of alert words in posts that still contain them', async () => {
  const user = await app.newcomer('away-alerted');
  await addAlertWord(user, 'seagull');
  const [kept, edited] = [write(app, author, 'a seagull'), write(app, author, 'a seagull')];
  edited.edit('gone');
  const subjects = [kept, edited].map(({ id }) => `${id} seagull`);
  const hydrate = () => hydrateAlerts(user, subjects);
  assert.deepEqual(
    hydrate().map(([subject]) => subject),
    [`${kept.id} seagull`],
  );
  await mute(user, author);
  assert.deepEqual(hydrate(), []);
});

test('a word counts from when it was added, even if earlier posts are deleted', async () => {
  const [early, late] = [await app.newcomer('early-adder'), await app.newcomer('later-adder')];
  await addAlertWord(early, 'pelican');
  const before = write(app, author, 'pelican');
  await addAlertWord(late, 'pelican');
  const after = write(app, author, 'pelican');
  assert.deepEqual([await getAlerts(early), await getAlerts(late)], [{ pelican: '2/2 0/0' }, { pelican: '1/1 0/0' }]);
  before.delete();
  assert.deepEqual([await getAlerts(early), await getAlerts(late)], [{ pelican: '1/1 0/0' }, { pelican: '1/1 0/0' }]);
  after.delete();
  assert.deepEqual([await getAlerts(early), await getAlerts(late)], [{}, {}]);
});

test('in a restricted post, counts a word only for users who can see it, and reverts exactly those counts', async () => {
  const named = (name: string) => app.newcomer(`few-${name}`);
  const [insider, writer, late] = [await named('insider'), await named('writer'), await named('late')];
  const outsiders = await Promise.all(['one', 'two', 'three'].map(named));
  for (const user of [insider, writer, ...outsiders]) await addAlertWord(user, 'osprey');
  const few = new Set([insider.userID, writer.userID]);
  const seenBy = ({ userID }: { userID: string }) => few.has(userID);
  const all = async () =>
    (await Promise.all([insider, writer, late, ...outsiders].map(getAlerts))).map(({ osprey }) => osprey);
  const closed = write(app, writer, 'osprey', { seenBy });
  const edited = write(app, writer, 'nothing yet', { seenBy });
  edited.edit('an osprey');
  assert.deepEqual(await all(), ['2/2 0/0', '0/2 0/0', ...Array.from({ length: 4 }, () => undefined)]);
  const open = write(app, writer, 'osprey');
  const ofOutsiders = outsiders.map(() => '1/1 0/0');
  await addAlertWord(late, 'osprey');
  assert.deepEqual(await all(), ['3/3 0/0', '0/3 0/0', undefined, ...ofOutsiders]);
  await removeAlertWord(insider, 'osprey');
  await addAlertWord(insider, 'osprey');
  closed.delete();
  edited.edit('gone');
  assert.deepEqual(await all(), [undefined, '0/1 0/0', undefined, ...ofOutsiders]);
  open.delete();
  assert.deepEqual(
    await all(),
    Array.from({ length: 6 }, () => undefined),
  );
});

test('replay notifies users of a word in a restricted post if it was counted for them', async () => {
  const [insider, ...outsiders] = await Promise.all(
    ['in', 'out', 'off', 'far'].map((name) => app.newcomer(`away-${name}`)),
  );
  assert.ok(insider && outsiders[0]);
  for (const user of [insider, ...outsiders]) await addAlertWord(user, 'kestrel');
  const { id } = write(app, author, 'a kestrel', { seenBy: ({ userID }) => userID === insider.userID });
  const count = (user: User) => hydrateAlerts(user, [`${id} kestrel`]).length;
  assert.deepEqual([count(insider), count(outsiders[0])], [1, 0]);
});

test('no derived value is inconsistent', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
});
