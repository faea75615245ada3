import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { startTestApp } from '../support/app.ts';
import type { CallOptions, Client, Reply } from '../support/client.ts';
import { declaredVariants } from '../support/declared.ts';

const app = await startTestApp();
const [james, sam, admin] = [await app.logIn('james'), await app.logIn('sam'), await app.logIn('admin')];

const getTag = ({ headers }: Reply<unknown>): string => headers.get('etag') ?? 'none';

/** Polls like an app that has an earlier response. */
const poll = (client: Client, path: string, tag: string, options: CallOptions = {}) =>
  client.send('GET', path, { ...options, headers: { 'if-none-match': tag } });

const api = '/api/v3';
const summary = `${api}/notification/global`;
const polledPaths = {
  'the summary': summary,
  'the settings': `${api}/client/settings`,
  'the categories of forums': `${api}/forum/categories`,
  'the songs': `${api}/karaoke?search=a`,
  'the performers': `${api}/performer/official`,
  'a profile': `${api}/users/${sam.userID}/profile`,
  'the favorite people': `${api}/users/favorites`,
  'people by name': `${api}/users/match/allnames/sam`,
};

describe('what clients poll is 304 without a body while nothing changes (decision 94)', () => {
  for (const [what, path] of Object.entries(polledPaths)) {
    test(what, async () => {
      const first = await james.send('GET', path);
      assert.equal(first.status, 200);
      for (const headers of [first.headers, (await poll(james, path, getTag(first))).headers]) {
        assert.equal(headers.get('cache-control'), 'private, no-cache');
        assert.equal(headers.get('vary'), 'Accept-Encoding, Authorization');
      }
      app.clock.advance({ seconds: 1 });
      const again = await poll(james, path, getTag(first));
      assert.deepEqual([again.status, again.bytes.length, getTag(again)], [304, 0, getTag(first)]);
      assert.equal((await poll(james, path, '"other", W/"another"')).status, 200);
    });
  }
});

test('a summary is sent again once something is new, and one account’s tag never matches another’s', async () => {
  const [before, ofSam] = [getTag(await james.send('GET', summary)), getTag(await sam.send('GET', summary))];
  const body = { title: 'News', fezType: 'closed', minCapacity: 0, maxCapacity: 0, initialUsers: [james.userID] };
  assert.equal((await sam.send('POST', `${api}/fez/create`, { body: { ...body, info: '' } })).status, 201);
  const changed = await poll(james, summary, before);
  assert.deepEqual([changed.status, changed.body.addedToSeamailCount], [200, 1]);
  assert.equal((await poll(sam, summary, ofSam)).status, 304);
  assert.equal((await poll(sam, summary, getTag(changed))).status, 200);
  assert.equal((await poll(admin, summary, getTag(changed))).status, 200);
});

test('a summary is sent again after five minutes, because a phone’s cache would keep its time', async () => {
  const first = await james.send('GET', summary);
  app.clock.advance({ minutes: 5 });
  const later = await poll(james, summary, getTag(first));
  assert.equal(later.status, 200);
  assert.equal(Date.parse(later.body.serverTime) - Date.parse(first.body.serverTime), 5 * 60_000);
});

test('settings are sent again once one has changed', async () => {
  const tag = getTag(await app.anonymous.call(clientServicesApi.settings));
  await admin.send('POST', `${api}/admin/serversettings/update`, { body: { maxForumPostImages: 3 } });
  const { status, body } = await poll(app.anonymous, `${api}/client/settings`, tag);
  assert.deepEqual([status, body.maxForumPostImages], [200, 3]);
});

test('JSON responses can only be cached by the client, and must be revalidated', async () => {
  const replies = [
    await james.send('GET', `${api}/user/whoami`),
    await james.send('GET', `${api}/nowhere`),
    await james.send('GET', `${api}/fez/joined`),
    await app.anonymous.send('GET', `${api}/user/whoami`),
    await james.send('GET', `${api}/users/${sam.userID}/vcard`),
  ];
  for (const { headers } of replies) assert.equal(headers.get('cache-control'), 'private, no-cache');
  const picture = await app.anonymous.send('GET', `${api}/image/user/identicon/${sam.userID}`);
  assert.match(picture.headers.get('cache-control') ?? '', /^public/);
});

test('every call with an entity tag is a GET', () => {
  const tagged = declaredVariants.filter(({ declaration }) => declaration.hasEntityTag);
  assert.deepEqual(
    tagged.filter(({ variant }) => variant.method !== 'GET').map(({ name }) => name),
    [],
  );
});
