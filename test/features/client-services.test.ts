import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { apiDocumentApi } from '../../src/app/api-document.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';

const app = await startTestApp({
  environment: {
    CANONICAL_HOSTNAMES: 'gangway.ship, social.ship',
    START_DATE: '2025-03-02',
    CRUISE_LENGTH_DAYS: '8',
    PORT_TIMEZONE: 'America/New_York',
  },
});
const admin = await app.logIn('admin');
const client = await app.atLevel('client');
const publicFolder = app.context.config.folders.public;

const absent = '11111111-2222-4333-8444-555555555555';
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const basic = (username: string, password = 'password') => ({
  headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
});
const onBehalfOf = ({ userID }: { userID: string }) => ({ headers: { 'x-client-user': userID } });
const usernames = (headers: readonly { username: string }[]) => headers.map(({ username }) => username);

async function block(blocker: User, blocked: User): Promise<void> {
  await blocker.get(usersApi.block, { params: { userID: blocked.userID } });
}

test('health says OK while the database answers, also with a token that is none', async () => {
  const response = await app.nobody.call(clientServicesApi.health, { headers: { authorization: 'Bearer nonsense' } });
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, { status: 200, reason: 'OK', error: false });
});

for (const [what, pragma, undo, reason] of [
  ['the disk is full', 'max_page_count = 1', 'max_page_count = 1073741823', /disk .* is full/],
  ['the disk is read only', 'query_only = ON', 'query_only = OFF', /disk .* read only/],
] as const) {
  test(`health is 200 while reading works, and says that ${what}`, async () => {
    const health = () => app.nobody.call(clientServicesApi.health);
    app.context.db.sqlite.pragma(pragma);
    const responses = await Promise.all([health(), health()]);
    app.context.db.sqlite.pragma(undo);
    for (const { status, body } of responses) {
      assert.deepEqual([status, body.status, body.error], [200, 200, false]);
      assert.match(body.reason, reason);
    }
    assert.equal((await health()).body.reason, 'OK');
  });
}

test('health is 500 when the database does not answer', async () => {
  const box = await startTestApp({ showsBehaviour: false });
  box.context.db.close();
  const response = await box.nobody.call(clientServicesApi.health);
  assert.equal(response.status, 500);
  assert.equal(response.body.error, true);
  assert.match(response.reason, /database/);
});

test('a client learns of sailing, port and limits before anybody logs in', async () => {
  const settings = await app.nobody.get(clientServicesApi.settings);
  assert.match(settings.installationID, uuidForm);
  assert.deepEqual(settings, {
    canonicalHostnames: ['gangway.ship', 'social.ship'],
    cruiseStartDate: '2025-03-02T05:00:00.000Z',
    cruiseLengthInDays: 8,
    portTimeZoneID: 'America/New_York',
    portTimeZoneAbbrev: 'EST',
    portTimeZoneOffset: -18000,
    scheduleUpdateURL: '',
    enablePreregistration: false,
    minAccessLevel: 'banned',
    maxForumPostImages: 4,
    maxImageSize: 20971520,
    photostreamUploadRateLimit: 300,
    installationID: settings.installationID,
  });
});

test('the port zone is told as of now, and changed settings at once', async () => {
  const box = await startTestApp({ environment: { PORT_TIMEZONE: 'America/New_York' } });
  const before = await box.nobody.get(clientServicesApi.settings);
  box.clock.set('2025-03-09T07:00:00.000Z');
  const body = { shipWifiSSID: 'Ship WiFi', scheduleUpdateURL: 'http://plan.ship/all.ics', maxImageSize: 1000 };
  await (await box.logIn('admin')).get(adminApi.changeServerSettings, { body });
  const after = await box.nobody.get(clientServicesApi.settings);
  assert.deepEqual(after, { ...before, portTimeZoneAbbrev: 'EDT', portTimeZoneOffset: -14400, ...body });
});

test('the metrics are for Prometheus, the crew and the management office', async () => {
  for (const username of ['prometheus', 'admin', 'THO', 'tho']) {
    assert.equal((await app.nobody.call(clientServicesApi.metrics, basic(username))).status, 200, username);
  }
  assert.equal((await app.nobody.call(clientServicesApi.metrics)).status, 401);
  assert.equal((await app.nobody.call(clientServicesApi.metrics, basic('prometheus', 'wrong'))).status, 401);
  assert.equal((await app.nobody.call(clientServicesApi.metrics, basic('james'))).status, 401);
  for (const level of ['client', 'tho', 'admin'] as const) {
    assert.equal((await (await app.atLevel(level)).call(clientServicesApi.metrics)).status, 200, level);
  }
  for (const level of ['verified', 'moderator', 'devteam'] as const) {
    assert.equal((await (await app.atLevel(level)).call(clientServicesApi.metrics)).status, 403, level);
  }
});

test('the metrics stay readable while the server is closed to others', async () => {
  const box = await startTestApp();
  const crew = await box.logIn('admin');
  await crew.get(adminApi.changeServerSettings, { body: { minUserAccessLevel: 'admin' } });
  assert.equal((await box.nobody.call(clientServicesApi.metrics, basic('prometheus'))).status, 200);
});

test('the metrics tell requests, database, sockets and rows, in the text format of Prometheus', async () => {
  const response = await client.call(clientServicesApi.metrics);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  const text = response.bytes.toString('utf8');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*("[^"]*")?[^{}]*\})? \S+)$/);
  }
  const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
  assert.ok(value('gangway_database_bytes') > 0);
  assert.ok(value('gangway_database_log_bytes') >= 0);
  assert.equal(value('gangway_sockets'), 0);
  assert.equal(value('gangway_socket_users'), 0);
  assert.equal(value('gangway_sockets_dropped_total'), 0);
  assert.equal(value('gangway_password_checks_waiting'), 0);
  assert.doesNotMatch(text, /^# TYPE \w+_total gauge$/m, 'only counters are named like counters');
  assert.match(text, /^gangway_http_requests_total\{.*route="\/api\/v3\/client\/metrics".*\} \d+$/m);
  assert.match(text, /^process_cpu_seconds_total \d/m);
});

test('row counts are there from the start and follow with the job', async () => {
  const box = await startTestApp();
  const count = async (kind: string) => {
    const { bytes } = await box.nobody.call(clientServicesApi.metrics, basic('prometheus'));
    return Number(bytes.toString('utf8').match(new RegExp(`gangway_table_rows\\{kind="${kind}"\\} (\\d+)`))?.[1]);
  };
  const usersBefore = await count('user');
  const actionsBefore = await count('moderationAction');
  assert.ok(usersBefore > 0);
  assert.equal(await count('report'), 0);
  const [james, heidi] = [await box.newcomer('counted-one'), await box.newcomer('counted-two')];
  await james.get(profilesApi.reportUser, { params: { userID: heidi.userID }, body: { message: '' } });
  for (const user of [james, heidi]) await user.get(usersApi.addAlertWord, { params: { word: 'dolphin' } });
  await james.get(usersApi.addMuteWord, { params: { word: 'spoiler' } });
  assert.equal(await count('user'), usersBefore, 'not before the job runs');
  await box.runJob('count-rows');
  assert.equal(await count('user'), usersBefore + 2);
  assert.equal(await count('report'), 1);
  assert.equal(await count('alertword'), 1, 'words, not people');
  assert.equal(await count('muteword'), 1);
  assert.equal(await count('moderationAction'), actionsBefore + 2, 'both were verified');
});

test('a registered client reads everybody by username, without those blocked for the person it serves', async () => {
  const [viewer, blocked] = [await app.newcomer('aa-viewer'), await app.newcomer('bb-blocked')];
  await viewer.get(profilesApi.editOwnProfile, { body: { displayName: 'The Viewer', realName: 'Vera' } });
  await block(viewer, blocked);
  const found = await client.get(clientServicesApi.userSearch, onBehalfOf(viewer));
  assert.deepEqual(
    found.find(({ username }) => username === 'aa-viewer'),
    {
      userID: viewer.userID,
      username: 'aa-viewer',
      displayName: 'The Viewer',
      userSearch: 'The Viewer (@aa-viewer) - Vera',
    },
  );
  const names = usernames(found);
  assert.ok(names.includes('james') && names.includes('admin'));
  assert.ok(!names.includes('bb-blocked'));
  const ascending = names.map((name) => name.toLowerCase()).sort();
  assert.deepEqual(
    names.map((name) => name.toLowerCase()),
    ascending,
  );
  assert.ok(!usernames(await client.get(clientServicesApi.userSearch, onBehalfOf(blocked))).includes('aa-viewer'));
  const { userID } = await app.logIn('sam');
  assert.ok(usernames(await client.get(clientServicesApi.userSearch, onBehalfOf({ userID }))).includes('bb-blocked'));
});

test('a registered client reads whose name or picture has changed since a moment, that moment included', async () => {
  const viewer = await app.newcomer('since-viewer');
  app.clock.advance({ hours: 1 });
  const moment = app.clock.now();
  const [changed, blocked] = [await app.newcomer('since-changed'), await app.newcomer('since-blocked')];
  await block(viewer, blocked);
  const since = async (date: string) =>
    usernames(await client.get(clientServicesApi.headersSince, { params: { date }, ...onBehalfOf(viewer) }));
  assert.deepEqual(await since(moment.toISOString()), ['since-changed']);
  assert.deepEqual(await since(String(moment.getTime() / 1000)), ['since-changed']);
  const alias = await client.send(
    'GET',
    `/api/v3/client/user/updates/since/${moment.toISOString()}`,
    onBehalfOf(viewer),
  );
  assert.deepEqual(usernames(alias.body), ['since-changed']);
  app.clock.advance({ hours: 1 });
  const later = app.clock.now().toISOString();
  assert.deepEqual(await since(later), []);
  await changed.get(profilesApi.editOwnProfile, { body: { displayName: 'Changed Again' } });
  assert.deepEqual(await since(later), ['since-changed']);
  assert.ok((await since('2000-01-01T00:00:00Z')).includes('james'));
  const unreadable = await client.call(clientServicesApi.headersSince, {
    params: { date: 'yesterday' },
    ...onBehalfOf(viewer),
  });
  assert.equal(unreadable.status, 400);
});

test('bulk calls name in a header a person who exists and is no client', async () => {
  const params = { date: '2000-01-01T00:00:00Z' };
  for (const call of [clientServicesApi.userSearch, clientServicesApi.headersSince]) {
    assert.equal((await client.call(call, { params })).status, 401);
    for (const userID of ['nonsense', absent, client.userID]) {
      assert.equal((await client.call(call, { params, ...onBehalfOf({ userID }) })).status, 401, userID);
    }
  }
});

test('bulk calls are for clients alone, not for anybody above them', async () => {
  const params = { date: '2000-01-01T00:00:00Z' };
  const { userID } = await app.logIn('james');
  for (const call of [clientServicesApi.userSearch, clientServicesApi.headersSince]) {
    for (const level of ['verified', 'moderator', 'tho', 'admin'] as const) {
      const user = await app.atLevel(level);
      assert.equal((await user.call(call, { params, ...onBehalfOf({ userID }) })).status, 403, level);
    }
    assert.equal((await app.nobody.call(call, { params, ...onBehalfOf({ userID }) })).status, 401);
  }
});

test('the name of that header can be configured', async () => {
  const box = await startTestApp({ environment: { CLIENT_USER_HEADER: 'X-On-Behalf-Of' } });
  const caller = await box.atLevel('client');
  const { userID } = await box.logIn('james');
  assert.equal(
    (await caller.call(clientServicesApi.userSearch, { headers: { 'x-on-behalf-of': userID } })).status,
    200,
  );
  assert.equal((await caller.call(clientServicesApi.userSearch, onBehalfOf({ userID }))).status, 401);
});

test('bulk calls show nothing of a profile under review', async () => {
  const user = await app.newcomer('reviewed-person');
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'Rude Name', realName: 'Rude Real' } });
  await admin.get(moderationApi.setProfileState, { params: { userID: user.userID, state: 'quarantined' } });
  const viewer = onBehalfOf(await app.logIn('james'));
  const lists = [
    await client.call(clientServicesApi.userSearch, viewer),
    await client.call(clientServicesApi.headersSince, { params: { date: '2000-01-01T00:00:00Z' }, ...viewer }),
  ];
  for (const { bytes } of lists) {
    assert.ok(bytes.includes('reviewed-person'));
    assert.ok(!bytes.includes('Rude'));
  }
});

test('the program carries its own pages, open to all and kept by clients for a day', async () => {
  for (const name of ['codeofconduct.md', 'faq.md', 'gangwayhelptext.md']) {
    const page = await app.nobody.call(clientServicesApi.publicPage, { params: { name } });
    assert.equal(page.status, 200, name);
    assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'public, max-age=86400');
    assert.match(page.bytes.toString('utf8'), /^# /);
  }
  const configuration = await app.nobody.call(clientServicesApi.clientConfiguration, {
    params: { name: 'website.json' },
  });
  assert.equal(configuration.status, 200);
  assert.equal(configuration.headers.get('content-type'), 'application/json');
  assert.equal(configuration.headers.get('cache-control'), 'public, max-age=86400');
  assert.equal((await app.nobody.send('HEAD', '/public/faq.md')).status, 200);
});

test('the crew’s own page wins over the carried one, at once', async () => {
  await writeFile(join(publicFolder, 'faq.md'), '# Our own answers\n');
  await mkdir(join(publicFolder, 'clients'), { recursive: true });
  await writeFile(join(publicFolder, 'clients', 'deckhand.json'), '{"notice":"hello"}');
  const page = await app.nobody.call(clientServicesApi.publicPage, { params: { name: 'faq.md' } });
  assert.equal(page.bytes.toString('utf8'), '# Our own answers\n');
  const configuration = await app.nobody.send('GET', '/public/clients/deckhand.json');
  assert.deepEqual(configuration.body, { notice: 'hello' });
  const etag = page.headers.get('etag') ?? '';
  const known = await app.nobody.send('GET', '/public/faq.md', { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  await writeFile(join(publicFolder, 'faq.md'), '# Newer answers\n');
  const newer = await app.nobody.send('GET', '/public/faq.md', { headers: { 'if-none-match': etag } });
  assert.equal(newer.bytes.toString('utf8'), '# Newer answers\n');
});

test('no address leads out of the public folder, to a folder, or to another kind of file', async () => {
  await writeFile(join(publicFolder, 'notes.txt'), 'private');
  await writeFile(join(publicFolder, '.hidden.md'), 'private');
  await mkdir(join(publicFolder, 'folder.md'), { recursive: true });
  await writeFile(join(publicFolder, '..', 'outside.md'), 'private');
  await writeFile(join(publicFolder, '..', 'outside.json'), 'private');
  const names = [
    '..%2Foutside.md',
    '%2e%2e%2foutside.md',
    '..%5Coutside.md',
    'clients%2F..%2F..%2Foutside.md',
    'clients/..%2F..%2Foutside.json',
    'faq.md%00.md',
    'notes.txt',
    '.hidden.md',
    'folder.md',
    'clients',
    'nothing.md',
    'clients/nothing.json',
    '%2Fetc%2Fpasswd',
  ];
  for (const name of names) {
    const response = await app.nobody.send('GET', `/public/${name}`);
    assert.equal(response.status, 404, name);
    assert.equal(response.body.error, true);
    assert.ok(!response.bytes.includes('private'), name);
  }
});

test('the description names every route variant of a call, itself included, and what the calls ask for', async () => {
  const response = await app.nobody.call(apiDocumentApi.document);
  assert.equal(response.status, 200);
  const { openapi, servers, paths } = (await app.nobody.send('GET', '/api/v3/openapi.json')).body;
  assert.equal(openapi, '3.1.0');
  assert.deepEqual(servers, [{ url: '/' }]);
  assert.equal(paths['/api/v3/openapi.json'].get['x-access'], 'open');
  assert.equal(paths['/api/v3/admin/serversettings/update'].post['x-access'], 'min:admin');
  assert.equal(paths['/api/v3/events/update'].post['x-access'], 'min:admin');
  assert.ok(paths['/public/{name}'].get);
  assert.equal(paths['/api/v3/user/create'].post['x-feature'], 'registration');
  const directCall = paths['/api/v3/phone/initiate/{callID}/to/{userID}'].post;
  assert.deepEqual(directCall['x-feature'], ['phone', 'directphone']);
});

test('the description is sent packed, and not again to those who have it', async () => {
  const packed = await fetch(`${app.url}/api/v3/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers.get('content-encoding'), 'gzip');
  const etag = packed.headers.get('etag') ?? '';
  assert.notEqual(etag, '');
  const known = await app.nobody.call(apiDocumentApi.document, { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  assert.equal(known.bytes.length, 0);
});
