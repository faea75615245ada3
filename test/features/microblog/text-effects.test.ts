import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publicTextApi } from '#core/public-text/api.ts';
import { getAlerts, getMentions, listen } from '../../core/public-text/support.ts';
import { block, deletePost, mute, reply, setState, startAppWithUsers, updatePost, write } from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('mentions (forums rules B54, B56, B57 and B72)', () => {
  test('are counted and sent to the mentioned users; edits apply the difference, deletions revert them', async () => {
    const socket = await listen(app, heidi);
    const post = await write(james, 'hello @Heidi, and @heidi again');
    assert.equal(await getMentions(heidi), '0/0 1/1');
    assert.match((await socket.heard()).join(), new RegExp(`^microblogMention: .* \\(${post.postID}\\)$`));
    await updatePost(james, post, 'hello @sam');
    assert.deepEqual([await getMentions(heidi), await getMentions(sam)], ['0/0 0/0', '0/0 1/1']);
    await deletePost(james, post);
    assert.equal(await getMentions(sam), '0/0 0/0');
    socket.close();
  });

  test('work in replies, but not of oneself, across blocks and mutes, or of teams', async () => {
    const [reader, blocked, muted] = [
      await app.newcomer('reader'),
      await app.newcomer('blocked'),
      await app.newcomer('muted'),
    ];
    await block(reader, blocked);
    await mute(reader, muted);
    const head = await write(reader, 'me: @reader');
    for (const user of [blocked, muted]) await write(user, 'hello @reader');
    assert.equal(await getMentions(reader), '0/0 0/0');
    await reply(james, head, '@reader @moderator');
    assert.equal(await getMentions(reader), '0/0 1/1');
    assert.equal(await getMentions(moderator), '0/0 0/0');
  });

  test('are replayed while the post exists', async () => {
    const [kept, deleted] = [await write(james, 'for @sam'), await write(james, 'also for @sam')];
    await deletePost(james, deleted);
    const socket = await listen(app, sam, '?since=0');
    const heard = (await socket.heard()).filter((frame) => frame.startsWith('microblogMention'));
    assert.ok(heard.some((frame) => frame.endsWith(`(${kept.postID})`)));
    assert.ok(heard.every((frame) => !frame.endsWith(`(${deleted.postID})`)));
    socket.close();
  });
});

test('alert words are counted, and notify their owners (forums rule B58)', async () => {
  const watcher = await app.newcomer('watcher');
  await watcher.send('POST', '/api/v3/user/alertwords/add/lanterns');
  const socket = await listen(app, watcher);
  const post = await write(james, 'Lanterns! On the deck.');
  assert.deepEqual(await getAlerts(watcher), { lanterns: '0/0 1/1' });
  assert.match((await socket.heard()).join(), new RegExp(`^alertwordMicroblog: .* \\(${post.postID}\\)$`));
  await updatePost(james, post, 'Nothing on the deck.');
  assert.deepEqual(await getAlerts(watcher), {});
  socket.close();
});

test('hashtags are suggested while a post with them is public (forums rule B60)', async () => {
  const complete = (text: string) => app.anonymous.get(publicTextApi.completeHashtag, { params: { text } });
  const post = await write(james, 'see the #Quayside2');
  assert.deepEqual(await complete('Quay'), ['Quayside2']);
  await updatePost(james, post, 'see the #Quaint one');
  assert.deepEqual(await complete('Quay'), ['Quayside2'], 'none is removed');
  await setState(moderator, post, 'quarantined');
  assert.deepEqual(await complete('Qua'), []);
  await updatePost(moderator, post, 'see #Quarters');
  assert.deepEqual(await complete('Qua'), []);
  await setState(moderator, post, 'normal');
  assert.deepEqual(await complete('Qua'), ['Quaint', 'Quarters', 'Quayside2']);
});
