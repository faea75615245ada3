import assert from 'node:assert/strict';
import { test } from 'node:test';
import { area } from '#area/area.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { createTextHydrators } from '#core/public-text/index.ts';
import { areas } from '../../../src/app/areas.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { listen, mute, write } from './support.ts';

/** Authors of the existing posts. */
const authors = new Map<number, string>();

/** A fixture area with posts, and nothing else that an area of posts has. */
const postsArea = area({
  name: 'posts-of-a-test',
  api: {},
  handlers: () => ({}),
  hydrators: (context) =>
    createTextHydrators(
      context,
      'microblog',
      (_viewer, ids) => new Map([...authors].filter(([id]) => ids.includes(id))),
    ),
});

const app = await startTestApp({ areas: [...areas, postsArea] });
const author = await app.newcomer('replay-author');
const moderator = await app.atLevel('moderator');

function post(text: string) {
  const written = write(app, author, text, { place: 'microblog' });
  authors.set(written.id, author.userID);
  return written;
}

/** Replays all frames to a user who was away from the start. */
async function replayFromStart(user: User): Promise<string[]> {
  const socket = await listen(app, user, '?since=0');
  const heard = await socket.heard();
  socket.close();
  return heard;
}

test('replay notifies users of mentions and alert words that still exist, but not by users they mute', async () => {
  const user = await app.newcomer('replay-reader');
  await user.get(publicTextApi.addAlertWord, { params: { word: 'glacier' } });
  const [kept, edited, deleted] = ['first', 'second', 'third'].map((text) => post(`@replay-reader ${text} glacier`));
  assert.ok(kept && edited && deleted);
  edited.edit('@replay-reader alone');
  authors.delete(deleted.id);
  assert.deepEqual(await replayFromStart(user), [
    `microblogMention: replay-author mentioned you in a microblog post (${kept.id})`,
    `alertwordMicroblog: replay-author wrote “glacier” in a microblog post (${kept.id})`,
    `microblogMention: replay-author mentioned you in a microblog post (${edited.id})`,
  ]);
  assert.deepEqual(await replayFromStart(author), []);
  assert.deepEqual(await replayFromStart(moderator), []);
  await mute(user, author);
  assert.deepEqual(await replayFromStart(user), []);
});

test('a new alert word doesn’t replay earlier posts', async () => {
  const user = await app.newcomer('replay-late');
  const early = await app.newcomer('replay-early');
  await early.get(publicTextApi.addAlertWord, { params: { word: 'iceberg' } });
  post('an iceberg');
  await user.get(publicTextApi.addAlertWord, { params: { word: 'iceberg' } });
  assert.deepEqual([(await replayFromStart(early)).length, await replayFromStart(user)], [1, []]);
});
