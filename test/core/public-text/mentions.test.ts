import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { createTextHydrators, findNewlyViewed, markViewed, revertMentions } from '#core/public-text/index.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { createFez, writePost } from '../../features/fez/support.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { block, getAlerts, getMentions, listen, mute, readSummary, write } from './support.ts';

const app = await startTestApp();
const author = await app.newcomer('mention-author');
const getCaller = ({ userID }: User) => toCaller(getUser(app.context, userID));

/** Views posts like a list filtered by these mentions. */
function viewPosts(user: User, place: 'forum' | 'microblog', mentionedName: string): void {
  const viewed = findNewlyViewed(app.context, getCaller(user), place, { mentionedName });
  if (viewed) transact(app.context, (context) => markViewed(context, getCaller(user), viewed));
}

test('writing, editing and deleting change the counts by exactly the difference (fez rule 72)', async () => {
  const [first, second] = [await app.newcomer('first-named'), await app.newcomer('second-named')];
  const post = write(app, author, 'hello @first-named and @FIRST-named');
  assert.equal(await getMentions(first), '1/1 0/0');
  post.edit('hello @First-Named and @second-named');
  assert.equal(await getMentions(first), '1/1 0/0');
  assert.equal(await getMentions(second), '1/1 0/0');
  post.edit('only @second-named');
  assert.equal(await getMentions(first), '0/0 0/0');
  post.delete();
  assert.equal(await getMentions(second), '0/0 0/0');
});

test('counts each place separately, also for posts with the same number', async () => {
  const user = await app.newcomer('twice-placed');
  const forum = write(app, author, '@twice-placed');
  write(app, author, '@twice-placed', { place: 'microblog', contentID: forum.id });
  assert.equal(await getMentions(user), '1/1 1/1');
  forum.delete();
  assert.equal(await getMentions(user), '0/0 1/1');
});

test('users aren’t mentioned by themselves, across a block or mute, or where they can’t see the post', async () => {
  const [blocker, blocked, muter, outsider] = await Promise.all(
    ['m-blocker', 'm-blocked', 'm-muter', 'm-outsider'].map((name) => app.newcomer(name)),
  );
  assert.ok(blocker && blocked && muter && outsider);
  await block(blocker, author);
  await block(author, blocked);
  await mute(muter, author);
  const socket = await listen(app, muter);
  const seenBy = ({ userID }: { userID: string }) => userID !== outsider.userID;
  const post = write(app, author, '@m-blocker @m-blocked @m-muter @m-outsider @mention-author @unknown-user', {
    seenBy,
  });
  for (const user of [blocker, blocked, muter, outsider, author]) assert.equal(await getMentions(user), '0/0 0/0');
  assert.deepEqual(await socket.heard(), []);
  socket.close();
  post.delete();
});

test('reverts exactly what was counted, even after mutes and name changes', async () => {
  const [muter, renamed] = [await app.newcomer('late-muter'), await app.newcomer('old-name')];
  const post = write(app, author, '@late-muter @old-name');
  await mute(muter, author);
  await renamed.send('POST', '/api/v3/user/username', { body: { username: 'new-name' } });
  post.edit('anonymous');
  assert.equal(await getMentions(muter), '0/0 0/0');
  assert.equal(await getMentions(renamed), '0/0 0/0');
});

test('new mentions are those since the last view, never a negative number', async () => {
  const user = await app.newcomer('viewing-user');
  const post = write(app, author, '@viewing-user');
  viewPosts(author, 'forum', 'viewing-user');
  viewPosts(user, 'microblog', 'viewing-user');
  assert.equal(await getMentions(user), '1/1 0/0');
  viewPosts(user, 'forum', 'Viewing-USER');
  assert.equal(await getMentions(user), '0/1 0/0');
  assert.equal(findNewlyViewed(app.context, getCaller(user), 'forum', { mentionedName: 'viewing-user' }), undefined);
  write(app, author, '@viewing-user');
  assert.equal(await getMentions(user), '1/2 0/0');
  viewPosts(user, 'forum', 'viewing-user');
  post.delete();
  assert.equal(await getMentions(user), '0/1 0/0');
});

test('mentioning a shared account in the forums reaches its team, except the author', async () => {
  const [moderator, devteam, admin] = [
    await app.atLevel('moderator'),
    await app.atLevel('devteam'),
    await app.logIn('admin'),
  ];
  const count = async (user: User) => {
    const { moderatorData } = await readSummary(user);
    return `${moderatorData?.newModeratorForumMentionCount} ${moderatorData?.newDevTeamForumMentionCount}`;
  };
  const [socket, own] = [await listen(app, admin), await listen(app, moderator)];
  const post = write(app, moderator, 'dear @Moderator');
  assert.deepEqual([await count(moderator), await count(devteam), await count(admin)], ['0 0', '1 0', '1 0']);
  const other = write(app, author, '@devteam and @moderator');
  assert.deepEqual([await count(moderator), await count(devteam), await count(admin)], ['1 0', '2 1', '2 1']);
  write(app, author, '@moderator @devteam', { place: 'microblog' });
  assert.deepEqual(await socket.heard(), [
    `moderatorForumMention: moderator-person mentioned @moderator in a forum post (${post.id})`,
    `devTeamForumMention: mention-author mentioned @devteam in a forum post (${other.id})`,
    `moderatorForumMention: mention-author mentioned @moderator in a forum post (${other.id})`,
  ]);
  assert.deepEqual(await own.heard(), [
    `moderatorForumMention: mention-author mentioned @moderator in a forum post (${other.id})`,
  ]);
  for (const { close } of [socket, own]) close();
  viewPosts(devteam, 'forum', 'moderator');
  viewPosts(author, 'forum', 'moderator');
  assert.deepEqual([await count(devteam), await count(admin)], ['0 1', '2 1']);
  post.delete();
  other.delete();
  assert.deepEqual([await count(moderator), await count(devteam), await count(admin)], ['0 0', '0 0', '0 0']);
});

test('a mention sends one notification to every socket, with the post’s id', async () => {
  const user = await app.newcomer('hearing-user');
  const socket = await listen(app, user);
  const post = write(app, author, '@hearing-user', { place: 'microblog' });
  post.edit('still @hearing-user');
  write(app, author, '@mention-author');
  assert.deepEqual(await socket.heard(), [
    `microblogMention: mention-author mentioned you in a microblog post (${post.id})`,
  ]);
  socket.close();
});

test('deleting a thread reverts all of its mentions at once', async () => {
  const users = [await app.newcomer('thread-one'), await app.newcomer('thread-two')];
  const posts = Array.from({ length: 5 }, () => write(app, author, '@thread-one @thread-two'));
  const kept = write(app, author, '@thread-two');
  transact(app.context, (context) =>
    revertMentions(
      context,
      'forum',
      posts.map(({ id }) => id),
    ),
  );
  assert.deepEqual(await Promise.all(users.map(getMentions)), ['0/0 0/0', '1/1 0/0']);
  kept.delete();
});

test('switched-off features aren’t counted and send no notifications', async () => {
  const [admin, user] = [await app.logIn('admin'), await app.newcomer('switched-off')];
  const pair = [{ app: 'all', feature: 'forums' }];
  const change = (body: object) => admin.send('POST', '/api/v3/admin/serversettings/update', { body });
  write(app, author, '@switched-off');
  const socket = await listen(app, user);
  assert.equal((await change({ enableFeatures: [], disableFeatures: pair })).status, 200);
  write(app, author, '@switched-off');
  assert.equal(await getMentions(user), '0/0 0/0');
  assert.deepEqual(await socket.heard(), []);
  assert.equal((await change({ enableFeatures: pair, disableFeatures: [] })).status, 200);
  assert.equal(await getMentions(user), '2/2 0/0');
  socket.close();
});

test('replay notifies users of visible posts that still mention them', async () => {
  const user = await app.newcomer('away-user');
  const posts = ['@away-user', '@away-user', '@away-user', '@away-user'].map((text) => write(app, author, text));
  const [kept, edited, deleted, hidden] = posts;
  assert.ok(kept && edited && deleted && hidden);
  edited.edit('anonymous');
  deleted.delete();
  const authors = new Map([kept, edited, hidden].map(({ id }) => [id, author.userID]));
  authors.delete(hidden.id);
  const hydrate = (viewer: User) =>
    createTextHydrators(
      app.context,
      'forum',
      (_viewer, ids) => new Map([...authors].filter(([id]) => ids.includes(id))),
    )
      .filter(({ kind }) => kind === 'forum-mention')
      .flatMap(({ hydrate }) => [
        ...hydrate(
          getCaller(viewer),
          posts.map(({ id }) => String(id)),
        ).keys(),
      ]);
  assert.deepEqual(hydrate(user), [String(kept.id)]);
  assert.deepEqual(hydrate(author), []);
  await mute(user, author);
  assert.deepEqual(hydrate(user), []);
});

test('texts in chats cause no mentions, alerts or hashtags', async () => {
  const [writer, member] = [await app.newcomer('chat-writer'), await app.newcomer('chat-member')];
  await member.send('POST', '/api/v3/user/alertwords/add/porpoise');
  const chat = await createFez(writer, { fezType: 'open', title: 'with @chat-member' }, [member]);
  await writePost(writer, chat, '@chat-member a porpoise #chattag');
  assert.equal(await getMentions(member), '0/0 0/0');
  assert.deepEqual(await getAlerts(member), {});
  assert.deepEqual((await app.anonymous.send('GET', '/api/v3/notification/hashtags/chatt')).body, []);
});

test('no derived value is inconsistent', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
});
