import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { createSmallApp, type Fetch, Rejection } from './small-app.ts';

/** What an author of apps would write on a client made from the OpenAPI document, against the running service. */
const service = await startTestApp();
const password = 'password';

/** Registers, is verified by the staff, and logs in. */
async function join(username: string, fetchOnce?: Fetch) {
  const app = createSmallApp(service.url, { lastSeq: 0 }, fetchOnce);
  const { userID, recoveryKey } = await app.register(username, password);
  assert.match(recoveryKey, /\S/);
  const admin = await service.logIn('admin');
  await admin.send('POST', `/api/v3/mod/user/${userID}/setaccesslevel/verified`);
  await app.logIn(username, password);
  return app;
}

/** The network to the server and back, where every second response is lost. */
function createLossyFetch() {
  let sent = 0;
  const lossy: Fetch = async (request) => {
    const response = await fetch(request);
    sent += 1;
    if (sent % 2 === 1) throw new TypeError('the response was lost');
    return response;
  };
  return { lossy, count: () => sent };
}

test('two people chat, and anyone who was away gets what they missed, once', async () => {
  const [anna, bert] = [await join('anna'), await join('bert')];
  const { fezID } = await anna.startChat('Tea at four?', 'bert');
  await anna.post(fezID, 'On deck nine.');
  const missed = await bert.listen((frame) => 'seamailUnreadMsg' in frame.type);
  assert.deepEqual(
    missed.map(({ type, contentID }) => [Object.keys(type), contentID]),
    [
      [['addedToSeamail'], fezID],
      [['seamailUnreadMsg'], fezID],
    ],
  );
  assert.deepEqual(
    (await bert.read(fezID)).map(({ text, author }) => [author.username, text]),
    [['anna', 'On deck nine.']],
  );
  await anna.post(fezID, 'Bring cups!');
  const later = await bert.listen(() => true);
  assert.equal(later.length, 1);
  assert.ok((later[0]?.seq ?? 0) > (missed.at(-1)?.seq ?? 0));
});

test('a retry after a lost response takes effect once', async () => {
  const { lossy, count } = createLossyFetch();
  // An account that no one has logged in to may be made again (decision 48), so a lost recovery key is no loss.
  const clara = await join('clara', lossy);
  await service.newcomer('dora');
  const before = count();
  const { fezID } = await clara.startChat('Cards', 'dora');
  await clara.post(fezID, 'Who plays?');
  assert.equal(count() - before, 6, 'each of three calls was sent twice');
  assert.deepEqual(
    (await clara.read(fezID)).map(({ text }) => text),
    ['Who plays?'],
  );
});

test('an error of the service is the declared record, with a sentence for people', async () => {
  const frida = await join('frida');
  await assert.rejects(frida.startChat('Anybody?', 'nobody-of-this-name'), (error: unknown) => {
    assert.ok(error instanceof Rejection);
    assert.equal(error.status, 404);
    return /not found/i.test(error.message);
  });
});
