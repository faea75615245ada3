import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { withBasic } from '../support/accounts.ts';
import type { User } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { startAppOnSmallDisk } from '../support/small-disk.ts';
import { visit } from '../web/visitor.ts';

const logBook = createLogBook();
const app = await startAppOnSmallDisk({ log: logBook.log });
const { setFree } = app;
const [james, heidi, admin] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('admin')];
const picture = toUpload(await createPicture({ width: 20, height: 20 }));
const category = (await james.get(forumsApi.categories)).find(({ isRestricted }) => !isRestricted)?.categoryID ?? '';
let writeCount = 0;

const write = (user: User, images: object[] = []) => user.call(microblogApi.create, { body: { text: 'Ahoy', images } });
const startThread = (user: User) =>
  user.call(forumsApi.create, {
    params: { categoryID: category },
    body: { title: `Thread ${++writeCount}`, firstPost: { text: 'Ahoy', images: [] } },
  });
const writeNote = (user: User) =>
  user.call(usersApi.writeNote, { params: { userID: heidi.userID }, body: { note: 'met at the bar' } });

/** Makes one call of each kind; returns the statuses, 200 or 503. */
const tryAll = async (user: User) =>
  [await write(user, [picture]), await startThread(user), await write(user)].map(({ status }) =>
    status === 201 ? 200 : status,
  );

const readRefused = async () => (await admin.get(serverStateApi.box)).refused;
async function readMetric(): Promise<string[]> {
  const { bytes } = await withBasic(app, 'prometheus:password').call(clientServicesApi.metrics);
  return [...bytes.toString().matchAll(/^gangway_refused\{what="(\w+)"\} 1$/gm)].map(([, what = '']) => what);
}
const readReason = async () => (await app.anonymous.get(clientServicesApi.health)).reason;

test('warns the crew early, before anything is refused (core rule 128)', async () => {
  await setFree(49);
  assert.deepEqual(await tryAll(james), [200, 200, 200]);
  const { troubles, refused } = await admin.get(serverStateApi.box);
  assert.deepEqual([troubles.map(({ name }) => name), refused], [['disk-nearly-full'], []]);
  assert.deepEqual([await readMetric(), await readReason()], [[], 'OK']);
});

test('refuses first pictures, then new containers, then all writes except the staff’s (core rule 128)', async () => {
  await setFree(24);
  assert.deepEqual(await tryAll(james), [503, 200, 200]);
  assert.deepEqual([await readRefused(), await readMetric()], [['pictures'], ['pictures']]);
  const refused = await write(james, [picture]);
  assert.match(refused.reason, /pictures and clips can’t be uploaded right now/);
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.equal(refused.headers.get('x-refused'), 'pictures');
  assert.equal(await readReason(), refused.reason);

  await setFree(12);
  assert.deepEqual(await tryAll(james), [503, 503, 200]);
  assert.deepEqual(await readRefused(), ['pictures', 'beginnings']);
  assert.match((await startThread(james)).reason, /new threads, chats, events, items and pictures are paused/);

  await setFree(6);
  assert.deepEqual(await tryAll(james), [503, 503, 503]);
  assert.deepEqual(await tryAll(admin), [200, 200, 200]);
  assert.deepEqual(await readMetric(), ['pictures', 'beginnings', 'writing']);
  assert.match((await write(james)).reason, /posting is paused/);
});

test('users who can only read can sign in and out, delete, block and report, without read markers', async () => {
  await setFree(1000);
  const post = await heidi.get(microblogApi.create, { body: { text: 'Ahoy @james', images: [] } });
  assert.equal((await writeNote(james)).status, 201);
  await setFree(1);
  assert.equal((await writeNote(james)).status, 503);
  const { newMicroblogMentionCount } = await james.get(notificationsApi.summary);
  assert.ok(newMicroblogMentionCount > 0);
  assert.equal((await james.call(microblogApi.mentions, {})).status, 200);
  assert.equal((await james.get(notificationsApi.summary)).newMicroblogMentionCount, newMicroblogMentionCount);
  const sam = await app.logIn('sam');
  assert.ok((await sam.call(usersApi.mute, { params: { userID: heidi.userID } })).status < 300);
  assert.equal(
    (await sam.call(microblogApi.report, { params: { postID: post.postID }, body: { message: '' } })).status,
    201,
  );
  assert.equal((await heidi.call(microblogApi.delete, { params: { postID: post.postID } })).status, 204);
  assert.equal((await sam.call(accountsApi.logout)).status, 204);
});

test('what the low disk pauses is explained on every page and on the server page', async () => {
  await setFree(24);
  const page = async (user: User | undefined) => (await visit(app, user).open('/help')).body;
  const words = /pictures and clips can’t be uploaded right now\./;
  assert.match(await page(james), words);
  assert.match(await page(undefined), words);
  assert.doesNotMatch(await page(admin), words);
  assert.match(
    (await visit(app, admin).open('/server')).body,
    /<dt>Paused<\/dt><dd><b class="stop">pictures and clips</,
  );
  await setFree(1000);
  assert.doesNotMatch(await page(james), words);
});

test('each step ends with a quarter more space than at its start; both are logged', async () => {
  await setFree(1000);
  logBook.clear();
  await setFree(24);
  await setFree(26);
  assert.deepEqual(await readRefused(), ['pictures'], 'a disk on the brink does not change its mind all the time');
  await setFree(32);
  assert.deepEqual([await readRefused(), (await write(james, [picture])).status], [[], 201]);
  await setFree(1000);
  assert.deepEqual(
    logBook.find(/disk|Passengers/).map(({ level, msg }) => `${level} ${msg.slice(0, 42)}`),
    [
      'warn The disk is nearly full: data, database, p',
      "warn Passengers can't upload pictures and clips",
      "info resolved: Passengers can't upload pictures",
      'info resolved: The disk is nearly full: data, d',
    ].map((line) => line.slice(0, 47)),
  );
});

test('if only the pictures’ disk is full, texts and threads still work', async () => {
  await setFree(1, ['pictures']);
  assert.deepEqual(await tryAll(heidi), [503, 200, 200]);
  assert.deepEqual(await readRefused(), ['pictures']);
});
