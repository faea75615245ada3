import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fetch } from '../../assets/authors/helper.ts';
import { startTestApp } from '../support/app.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import { openNetwork } from '../support/weak-network.ts';
import { createSmallApp, Rejection } from './small-app.ts';

/** An app as an author would write it with a client generated from the OpenAPI document, run against the service. */
const service = await startTestApp();
const password = 'password';

/** Registers, is verified by the staff, and logs in. */
async function registerAndLogIn(username: string, fetchOnce?: Fetch, url = service.url) {
  const app = createSmallApp(url, { lastSeq: 0 }, fetchOnce);
  const { userID, recoveryKey } = await app.register(username, password);
  assert.match(recoveryKey, /\S/);
  const admin = await service.logIn('admin');
  await admin.send('POST', `/api/v3/mod/user/${userID}/setaccesslevel/verified`);
  await app.logIn(username, password);
  return app;
}

/** The network to the server and back, which loses every second response. */
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
  const [anna, bert] = [await registerAndLogIn('anna'), await registerAndLogIn('bert')];
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
  // An account that was never logged in to may be created again (decision 48), so a lost recovery key does no harm.
  const clara = await registerAndLogIn('clara', lossy);
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
  const frida = await registerAndLogIn('frida');
  await assert.rejects(frida.startChat('Anybody?', 'no-such-user'), (error: unknown) => {
    assert.ok(error instanceof Rejection);
    assert.equal(error.status, 404);
    return /not found/i.test(error.message);
  });
});

test('a broken socket reconnects, and then receives what it missed', {
  timeout: timeoutMilliseconds,
}, async () => {
  const network = await openNetwork(service.url);
  const [gina, hugo] = [await registerAndLogIn('gina'), await registerAndLogIn('hugo', undefined, network.url)];
  const infos: string[] = [];
  const { promise: hasHeard, resolve } = Promise.withResolvers<void>();
  const listening = hugo.listen(({ info }) => {
    infos.push(info);
    if (infos.length === 1) resolve();
    return info.endsWith('after');
  });
  const { fezID } = await gina.startChat('Before', 'hugo');
  await hasHeard;
  network.cut();
  await gina.post(fezID, 'meanwhile');
  network.restore();
  await gina.post(fezID, 'after');
  await listening;
  assert.deepEqual(
    infos.map((info) => /Before|meanwhile|after/.exec(info)?.[0]),
    ['Before', 'meanwhile', 'after'],
  );
});

test('a socket whose login has ended isn’t reopened', { timeout: timeoutMilliseconds }, async () => {
  const iris = await registerAndLogIn('iris');
  const listening = iris.listen(() => false);
  await service.anonymous.send('POST', '/api/v3/auth/logout', {
    headers: { authorization: `Bearer ${iris.memory.token}` },
  });
  await assert.rejects(listening, /the login has ended/);
});

describe('reads a list to the end, however it’s paged', async () => {
  const kate = await registerAndLogIn('kate');
  const { fezID } = await kate.startChat('Long', 'james');
  const texts = Array.from({ length: 7 }, (_, index) => `number ${index}`);
  for (const text of texts) await kate.post(fezID, text);
  for (const [index, text] of texts.entries())
    await service.anonymous.send('POST', '/api/v3/microblog/create', {
      body: { text: `${text} of ${index}`, images: [] },
      headers: { authorization: `Bearer ${kate.memory.token}` },
    });
  const countItems = (pages: readonly object[], name: string): number =>
    pages
      .flatMap((page) => Object.entries(page))
      .reduce((sum, [key, value]) => sum + (key === name ? value.length : 0), 0);

  test('posts of a chat', async () => {
    assert.deepEqual(
      (await kate.readAll(fezID, 3)).map(({ text }) => text),
      texts,
    );
  });

  test('the microblog, from the newest post on', async () => {
    const found = await kate.readMicroblog(3);
    assert.deepEqual(
      found.map(({ text }) => text).slice(0, 7),
      texts.map((text, index) => `${text} of ${index}`).reverse(),
    );
    assert.equal(new Set(found.map(({ postID }) => postID)).size, found.length);
  });

  test('games, which have a paginator', async () => {
    const [all] = await kate.readPages('/api/v3/boardgames', 200);
    const { gameArray } = all as { gameArray: object[] };
    assert.ok(gameArray.length > 2);
    assert.equal(countItems(await kate.readPages('/api/v3/boardgames', 2), 'gameArray'), gameArray.length);
  });

  test('songs, which include the total', async () => {
    const [all] = await kate.readPages('/api/v3/karaoke?search=t', 200);
    const { totalSongs } = all as { totalSongs: number };
    assert.ok(totalSongs > 5);
    assert.equal(countItems(await kate.readPages('/api/v3/karaoke?search=t', 5), 'songs'), totalSongs);
  });

  test('arrays, which have no total', async () => {
    const pages = await kate.readPages('/api/v3/microblog/user', 3);
    assert.deepEqual(
      pages.map((page) => (page as object[]).length),
      [3, 3, 1, 0],
    );
  });
});

test('the helper supports the form of every paged list', async () => {
  const { body: document } = await service.anonymous.send('GET', '/api/v3/openapi.json');
  const findForm = (path: string): string => {
    const { schema } = document.paths[path].get.responses['200'].content['application/json'];
    const { type, properties = {} } = document.components.schemas[schema.$ref?.split('/').at(-1)] ?? schema;
    return type === 'array'
      ? type
      : (['paginator', 'members', 'totalSongs'].find((name) => name in properties) ?? path);
  };
  const paged = Object.keys(document.paths).filter((path) =>
    document.paths[path].get?.parameters.some(({ name }: { name: string }) => name === 'limit'),
  );
  assert.deepEqual(new Set(paged.map(findForm)), new Set(['paginator', 'members', 'array', 'totalSongs']));
});
