import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotentResponses } from '#core/idempotency/tables.ts';
import type { Client } from '../support/client.ts';
import { harbourHeader, logInFromHarbour, startHarbour } from './ship.ts';

const app = await startHarbour();
const james = await app.logIn('james');
const harbourJames = await logInFromHarbour(app, 'james');
const moderator = await app.atLevel('moderator');
const devteam = await app.atLevel('devteam');
const harbourTeam = await logInFromHarbour(app, devteam.username, devteam.password);
const admin = await app.logIn('admin');
const harbourAdmin = await logInFromHarbour(app, 'admin');
const createPostBody = (text: string, more: object = {}) => ({ body: { text, images: [], ...more } });

test('a client with other paths writes and reads posts under its own names (decision 92)', async () => {
  const written = await harbourJames.send('POST', '/api/v3/chirps/create', createPostBody('Land ahoy'));
  assert.equal(written.status, 201);
  const { chirpID } = written.body;
  assert.deepEqual([typeof chirpID, 'postID' in written.body], ['number', false]);
  const list = await harbourJames.send('GET', '/api/v3/chirps?limit=1');
  assert.deepEqual([list.body[0].chirpID, 'postID' in list.body[0]], [chirpID, false]);
  // A record that the dialect doesn't name keeps our name for the same field.
  assert.equal((await harbourJames.send('GET', `/api/v3/chirps/${chirpID}`)).body.postID, chirpID);
  const [own] = (await james.send('GET', '/api/v3/microblog?limit=1')).body;
  assert.deepEqual([own.postID, 'chirpID' in own], [chirpID, false], 'another client has our own words');
  assert.equal((await james.send('GET', '/api/v3/chirps')).status, 404);
  assert.equal((await harbourJames.send('DELETE', `/api/v3/chirps/${chirpID}/`)).status, 204);
});

test('the longest matching path prefix wins, in whole segments', async () => {
  assert.equal((await harbourAdmin.send('GET', '/api/v3/admin/harbourteam')).status, 200);
  assert.equal((await harbourAdmin.send('GET', '/api/v3/admin/harbourteams')).status, 404);
  assert.equal((await harbourJames.send('GET', '/api/v3/chirpsandmore')).status, 404);
});

test('accepts fields under the client’s names, and under our own', async () => {
  for (const name of ['forTheHarbour', 'postAsDevTeam']) {
    const { body } = await harbourTeam.send(
      'POST',
      '/api/v3/chirps/create',
      createPostBody('From all', { [name]: true }),
    );
    assert.equal(body.author.username, 'HarbourMaster', name);
  }
  const chat = { fezType: 'open', title: 'Questions', info: '', minCapacity: 0, maxCapacity: 0 };
  const created = await harbourTeam.send('POST', '/api/v3/fez/create', {
    body: {
      ...chat,
      initialUsers: [james.userID],
      ofTheHarbour: true,
      firstPost: { text: 'Ask us', images: [], forTheHarbour: true },
    },
  });
  assert.equal(created.body.owner.username, 'HarbourMaster');
  assert.equal(created.body.members.posts[0].author.username, 'HarbourMaster');
  const own = await james.send('GET', `/api/v3/fez/${created.body.fezID}`);
  assert.equal(own.body.owner.username, 'DevTeam');
  const both = createPostBody('Both', { forTheHarbour: true, postAsDevTeam: false });
  assert.equal((await harbourTeam.send('POST', '/api/v3/chirps/create', both)).body.author.username, devteam.username);
});

test('settings, features, apps and levels have the client’s words in both directions', async () => {
  const change = {
    minUserAccessLevel: 'crew',
    mostChirps: 44,
    disableFeatures: [{ app: 'harbour', feature: 'chirps' }],
  };
  const changed = await harbourAdmin.send('POST', '/api/v3/admin/serversettings/update', { body: change });
  assert.equal(changed.status, 200, changed.reason);
  const said = (await harbourAdmin.send('GET', '/api/v3/admin/serversettings')).body;
  assert.deepEqual(
    [said.minAccessUserLevel, said.mostChirps, said.disabledFeatures],
    ['crew', 44, [{ app: 'harbour', feature: 'chirps' }]],
  );
  const own = (await admin.send('GET', '/api/v3/admin/serversettings')).body;
  assert.deepEqual(
    [own.minAccessUserLevel, own.maximumMicroblogPosts, own.disabledFeatures],
    ['devteam', 44, [{ app: 'harbour', feature: 'microblog' }]],
  );
  const settings = await app.anonymous.send('GET', '/api/v3/client/settings', { headers: harbourHeader });
  assert.equal(settings.body.minAccessLevel, 'crew');
  const summary = (await harbourTeam.send('GET', '/api/v3/notification/global')).body;
  assert.deepEqual(summary.disabledFeatures, [{ appName: 'harbour', featureName: 'chirps' }]);
  const back = { minUserAccessLevel: 'banned', enableFeatures: change.disableFeatures };
  await harbourAdmin.send('POST', '/api/v3/admin/serversettings/update', { body: back });
});

test('the summary has the client’s names, for moderators too', async () => {
  const path = '/api/v3/notification/global';
  const own = (await james.send('GET', path)).body;
  const said = (await harbourJames.send('GET', path)).body;
  assert.deepEqual([typeof said.chirpMentionCount, typeof said.newChirpMentionCount], ['number', 'number']);
  assert.ok(!('microblogMentionCount' in said) && !('chirpMentionCount' in own));
  const { moderatorData } = (await harbourTeam.send('GET', path)).body;
  assert.equal(typeof moderatorData.newHarbourForumMentionCount, 'number');
  assert.equal(typeof moderatorData.newDevTeamSeamailMessageCount, 'number', 'what the file leaves out stays');
});

test('tagged responses are translated and compressed, and no client gets a 304 for another client’s words', async () => {
  const path = '/api/v3/events';
  const own = await james.send('GET', path);
  assert.ok(own.body.length > 0 && own.body.every((event: object) => 'location' in event));
  for (const encoding of ['identity', 'gzip']) {
    const said = await harbourJames.send('GET', path, { headers: { 'accept-encoding': encoding } });
    const named = own.body.map(({ location, ...event }: { location: string }) => ({ ...event, berth: location }));
    assert.deepEqual(said.body.map(sortFields), named.map(sortFields));
  }
  for (const tagged of [path, '/api/v3/notification/global', '/api/v3/openapi.json']) {
    const [ownTag, saidTag] = [await readTag(james, tagged), await readTag(harbourJames, tagged)];
    const poll = async (client: Client, tag: string) =>
      (await client.send('GET', tagged, { headers: { 'if-none-match': tag } })).status;
    assert.deepEqual([await poll(james, ownTag), await poll(harbourJames, saidTag)], [304, 304]);
    assert.deepEqual([await poll(james, saidTag), await poll(harbourJames, ownTag)], [200, 200]);
  }
});

const readTag = async (client: Client, path: string): Promise<string> =>
  (await client.send('GET', path)).headers.get('etag') ?? 'none';

const sortFields = (record: object) => Object.fromEntries(Object.entries(record).sort());

test('logins and whoami return levels in the client’s words', async () => {
  assert.equal(harbourTeam.login.accessLevel, 'crew');
  assert.equal((await harbourTeam.send('GET', '/api/v3/user/whoami')).body.accessLevel, 'crew');
  assert.equal((await devteam.send('GET', '/api/v3/user/whoami')).body.accessLevel, 'devteam');
});

test('queries have the client’s words; unknown ones are 400 with the client’s words', async () => {
  const list = (word: string) => harbourTeam.send('GET', '/api/v3/fez/joined', { query: { foruser: word } });
  assert.equal((await list('crew')).status, 200);
  const { status, reason } = await list('captain');
  assert.deepEqual([status, reason], [400, 'The field foruser is not moderator or crew.']);
});

test('a shared account is found and mentioned by the client’s name for it, and stored under ours', async () => {
  const found = await harbourJames.send('GET', '/api/v3/users/find/harbourmaster');
  const own = await james.send('GET', '/api/v3/users/find/DevTeam');
  assert.deepEqual([found.body.userID, found.body.username], [own.body.userID, 'HarbourMaster']);
  assert.equal((await james.send('GET', '/api/v3/users/find/HarbourMaster')).status, 404);
  const categories = (await james.send('GET', '/api/v3/forum/categories')).body;
  const category = categories.find(({ isRestricted }: { isRestricted: boolean }) => !isRestricted);
  const forum = await harbourJames.send('POST', `/api/v3/forum/categories/${category.categoryID}/create`, {
    body: { title: 'Help', firstPost: { text: 'Hello @harbourmaster, and @HarbourMasters', images: [] } },
  });
  assert.equal(forum.status, 200, forum.reason);
  assert.equal(forum.body.posts[0].text, 'Hello @HarbourMaster, and @HarbourMasters');
  const read = await james.send('GET', `/api/v3/forum/${forum.body.forumID}`);
  assert.equal(read.body.posts[0].text, 'Hello @DevTeam, and @HarbourMasters');
  const { moderatorData } = (await harbourTeam.send('GET', '/api/v3/notification/global')).body;
  assert.equal(moderatorData.newHarbourForumMentionCount, 1);
});

test('users can’t take a name by which clients know a shared account', async () => {
  const body = { username: 'harbourMASTER', password: 'password' };
  assert.equal((await app.anonymous.send('POST', '/api/v3/user/create', { body })).status, 409);
});

test('moderators see reports and the log in the client’s words', async () => {
  const { body } = await james.send('POST', '/api/v3/microblog/create', createPostBody('To be reported'));
  await app
    .logIn('heidi')
    .then((heidi) => heidi.send('POST', `/api/v3/microblog/${body.postID}/report`, { body: { message: '' } }));
  const harbourModerator = await logInFromHarbour(app, moderator.username, moderator.password);
  const reports = (await harbourModerator.send('GET', '/api/v3/mod/reports')).body;
  assert.ok(reports.some(({ type }: { type: string }) => type === 'chirp'));
  const page = await harbourModerator.send('GET', `/api/v3/mod/chirp/${body.postID}`);
  assert.deepEqual([page.body.chirp.postID ?? page.body.chirp.chirpID, 'post' in page.body], [body.postID, false]);
  await harbourModerator.send('POST', `/api/v3/mod/chirp/${body.postID}/setstate/locked`);
  await admin.send('POST', `/api/v3/admin/devteam/promote/${(await app.newcomer('promoted')).userID}`);
  const actions = async (client: { send: typeof admin.send }) =>
    (await client.send('GET', '/api/v3/mod/moderationlog')).body;
  const said = JSON.stringify(await actions(harbourAdmin));
  assert.match(said, /"actionType":"accessLevelCrew"/);
  assert.match(said, /"contentType":"chirp"/);
  assert.match(JSON.stringify(await actions(admin)), /"actionType":"accessLevelDevTeam"/);
});

test('errors name fields and words the way the client does', async () => {
  const unreadable = await harbourTeam.send('POST', '/api/v3/chirps/create', createPostBody('x', { forTheHarbour: 5 }));
  assert.match(unreadable.reason, /forTheHarbour must be boolean/);
  const change = { mostChirps: 0, minUserAccessLevel: 'captain' };
  const { status, fieldErrors } = await harbourAdmin.send('POST', '/api/v3/admin/serversettings/update', {
    body: change,
  });
  assert.deepEqual([status, Object.keys(fieldErrors ?? {}).sort()], [400, ['minUserAccessLevel', 'mostChirps']]);
  assert.match(fieldErrors?.minUserAccessLevel ?? '', /\bcrew\b/);
  const own = await admin.send('POST', '/api/v3/admin/serversettings/update', {
    body: { maximumMicroblogPosts: 0, minUserAccessLevel: 'captain' },
  });
  assert.match(own.fieldErrors?.minUserAccessLevel ?? '', /\bdevteam\b/);
  assert.equal((await harbourJames.send('POST', '/api/v3/chirps/create', { body: '{"forTheHarbour":' })).status, 400);
  assert.deepEqual((await harbourJames.send('GET', '/api/v3/nowhere')).body.reason, 'Address not found.');
});

test('a retry gets the stored response in the dialect of the retrying client', async () => {
  const headers = { 'idempotency-key': 'harbour-1' };
  const body = '{"text":"Once","images":[],"forTheHarbour":true}';
  const first = await harbourTeam.send('POST', '/api/v3/chirps/create', { headers, body });
  const again = await harbourTeam.send('POST', '/api/v3/chirps/create', { headers, body });
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.ok(first.body.chirpID);
  const own = await devteam.send('POST', '/api/v3/microblog/create', {
    headers,
    body: '{"text":"Once","images":[],"postAsDevTeam":true}',
  });
  assert.deepEqual([own.body.postID, own.body.author.username], [first.body.chirpID, 'DevTeam']);
  const stored = app.context.db.queries.select().from(idempotentResponses).all();
  assert.match(JSON.stringify(stored), /postID/);
  assert.doesNotMatch(JSON.stringify(stored), /chirp|Harbour/);
});

test('metrics count the call under our own path', async () => {
  await harbourJames.send('GET', '/api/v3/chirps?limit=1');
  const measured = await app.context.metrics.registry.metrics();
  assert.match(measured, /route="\/api\/v3\/microblog"/);
  assert.doesNotMatch(measured, /chirps/);
});
