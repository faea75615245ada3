import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../support/app.ts';
import { openSocket } from '../support/socket.ts';

/** Requests of clients made for similar services are parsed as intended (decision 90). */
const app = await startTestApp();
const james = await app.logIn('james');
const devteam = await app.atLevel('devteam');
const admin = await app.atLevel('admin');

test('a trailing slash makes no difference, even for a socket (decision 90)', async () => {
  for (const path of ['/forum/search', '/forum/favorites', '/forum/recent', '/forum/owner', '/forum/mutes']) {
    const { status, body } = await james.send('GET', `/api/v3${path}/?limit=1&search=deck`);
    assert.equal(status, 200, path);
    assert.deepEqual(body, (await james.send('GET', `/api/v3${path}?limit=1&search=deck`)).body);
  }
  assert.equal((await james.send('POST', '/api/v3/forum/search/')).status, 405);
  assert.equal((await james.send('GET', '/api/v3/nowhere/')).status, 404);
  const socket = await openSocket(app.url, '/api/v3/notification/socket/', james.token);
  socket.close();
});

const instantFormats = {
  'as some platforms print them': '2025-03-04 20:00:00 +0000',
  'with an offset': '2025-03-04 22:00:00 +0200',
  'as seconds since 1970': '1741118400',
  'as ISO 8601': '2025-03-04T20:00:00.000Z',
};

/** Creates a dinner; returns when it begins and ends. */
async function createDinner(startTime: string, endTime: string | number) {
  const { status, body } = await james.send('POST', '/api/v3/fez/create', {
    body: {
      fezType: 'dining',
      title: 'Dinner',
      info: 'Dinner together',
      location: 'Pool Deck',
      startTime,
      endTime,
      minCapacity: 2,
      maxCapacity: 4,
      initialUsers: [],
    },
  });
  assert.equal(status, 201);
  assert.equal(Date.parse(body.endTime) - Date.parse(body.startTime), 3_600_000);
  return [body.startTime, body.endTime];
}

for (const [title, moment] of Object.entries(instantFormats)) {
  test(`dates in queries, paths and bodies are read ${title} (core rule 4)`, async () => {
    const [category] = (await james.send('GET', '/api/v3/forum/categories')).body;
    const page = await james.send('GET', `/api/v3/forum/categories/${category.categoryID}`, {
      query: { beforedate: moment },
    });
    assert.equal(page.status, 200);
    const client = await app.atLevel('client');
    const since = await client.send('GET', `/api/v3/client/user/headers/since/${encodeURIComponent(moment)}`, {
      headers: { 'x-client-user': james.userID },
    });
    assert.equal(since.status, 200);
    assert.deepEqual(
      await createDinner(moment, 1741122000),
      await createDinner(instantFormats['as ISO 8601'], '1741122000.0'),
    );
  });
}

test('something that looks like a date but isn’t is 400 in every form (core rule 4)', async () => {
  const [category] = (await james.send('GET', '/api/v3/forum/categories')).body;
  for (const moment of ['2025-02-30 20:00:00 +0000', '2025-03-05 20:00:00', '2025-03-05 25:00:00 +0000', 'today']) {
    const path = `/api/v3/forum/categories/${category.categoryID}`;
    assert.equal((await james.send('GET', path, { query: { beforedate: moment } })).status, 400, moment);
  }
});

test('a post or chat belongs to the team, under any of its names (decision 90)', async () => {
  const post = { text: 'From all of us', images: [], postAsCabinTeam: true };
  const { status, body } = await devteam.send('POST', '/api/v3/microblog/create', { body: post });
  assert.deepEqual([status, body.author.username], [201, 'DevTeam']);
  const chat = {
    fezType: 'open',
    title: 'Questions',
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [james.userID],
    createdByCabinTeam: true,
    firstPost: post,
  };
  const created = await devteam.send('POST', '/api/v3/fez/create', { body: chat });
  assert.deepEqual([created.status, created.body.owner.username], [201, 'DevTeam']);
  assert.equal(created.body.members.posts[0].author.username, 'DevTeam');
  const ownName = { ...post, postAsDevTeam: false };
  const own = await devteam.send('POST', '/api/v3/microblog/create', { body: ownName });
  assert.equal(own.body.author.username, devteam.username, 'the declared name counts where both are sent');
  const unreadable = await devteam.send('POST', '/api/v3/microblog/create', { body: { ...post, postAsCabinTeam: 5 } });
  assert.match(unreadable.reason, /postAsDevTeam/);
});

test('settings accept level and feed maximum under other names (decision 90)', async () => {
  const change = { maximumChirps: 77, maximumForums: 66, maximumForumPosts: 55, minUserAccessLevel: 'cabinteam' };
  const { status } = await admin.send('POST', '/api/v3/admin/serversettings/update', { body: change });
  assert.equal(status, 200);
  const settings = await admin.get(adminApi.serverSettings);
  assert.deepEqual(
    [settings.maximumMicroblogPosts, settings.maximumForums, settings.maximumForumPosts, settings.minAccessUserLevel],
    [77, 66, 55, 'devteam'],
  );
  await admin.send('POST', '/api/v3/admin/serversettings/update', { body: { minUserAccessLevel: 'banned' } });
});

test('shared inbox lists accept other names for the team, and reject unknown ones (fez rule 30)', async () => {
  const chat = { fezType: 'closed', title: 'For the team', info: '', minCapacity: 0, maxCapacity: 0 };
  const { userID } = (await james.send('GET', '/api/v3/users/find/DevTeam')).body;
  await james.send('POST', '/api/v3/fez/create', { body: { ...chat, initialUsers: [userID] } });
  const list = async (word: string) => devteam.send('GET', '/api/v3/fez/joined', { query: { foruser: word } });
  for (const word of ['devteam', 'cabinteam', 'CabinTeam']) {
    assert.ok(
      (await list(word)).body.fezzes.some(({ title }: { title: string }) => title === chat.title),
      word,
    );
  }
  assert.equal((await list('')).status, 200);
  for (const name of ['owner', 'former']) {
    assert.equal((await devteam.send('GET', `/api/v3/fez/${name}?foruser=captain`)).status, 400, name);
  }
  const nonsense = await list('nonsense');
  assert.deepEqual([nonsense.status, nonsense.reason], [400, 'The field foruser is not moderator or devteam.']);
  assert.equal((await james.send('GET', '/api/v3/fez/joined', { query: { foruser: 'cabinteam' } })).status, 403);
});

test('a word outside a fixed list is 400 and lists the words (decision 90)', async () => {
  const kinds = await james.send('GET', '/api/v3/fez/joined', { query: { type: 'gaming,nothing' } });
  assert.equal(kinds.status, 400);
  assert.match(kinds.reason, /^The field type has a word that is not closed or .*gaming/);
});

test('the help text is available under any service name', async () => {
  const own = await app.anonymous.send('GET', '/public/gangwayhelptext.md');
  const other = await app.anonymous.send('GET', '/public/cabinhelptext.md');
  assert.deepEqual([other.status, other.bytes], [200, own.bytes]);
  assert.equal((await app.anonymous.send('GET', '/public/cabin.md')).status, 404);
  assert.equal((await app.anonymous.send('GET', '/public/clients/cabinhelptext.md')).status, 404);
});

test('browsers can send headers that identify clients (core rule 14)', async () => {
  const ask = async (headers: string) => {
    const requested = { 'access-control-request-headers': headers, origin: 'http://elsewhere' };
    const reply = await app.anonymous.send('OPTIONS', '/api/v3/fez/joined', { headers: requested });
    return reply.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  };
  const allowed = await ask('authorization, x-cabin-client');
  assert.ok(allowed.includes('x-cabin-client') && allowed.includes('Idempotency-Key'));
  assert.ok(!(await ask('x-cabin-client(')).some((name) => name.startsWith('x-cabin')));
});
