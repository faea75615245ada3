import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { startTestApp } from '../support/app.ts';
import { basicHeaders, countActions } from './support.ts';

const app = await startTestApp({ environment: { CLIENT_APPS: 'deckhand' } });
const admin = await app.logIn('admin');
const office = await app.logIn('THO');

const changeServerSettings = (body: unknown) => admin.call(adminApi.changeServerSettings, { body });
const readServerSettings = () => admin.get(adminApi.serverSettings);
const getLogInStatus = async (username: string) => {
  return (await app.anonymous.call(accountsApi.login, basicHeaders(username))).status;
};

/** Runs `work` with some settings changed, and restores them. */
async function withChangedSettings(changes: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const { minAccessUserLevel, disabledFeatures, shipWifiSSID = '', ...others } = await readServerSettings();
  assert.deepEqual(disabledFeatures, []);
  assert.equal((await changeServerSettings(changes)).status, 200);
  try {
    await work();
  } finally {
    const enableFeatures = (await readServerSettings()).disabledFeatures;
    await changeServerSettings({ ...others, minUserAccessLevel: minAccessUserLevel, shipWifiSSID, enableFeatures });
  }
}

test('settings start with their defaults', async () => {
  const fresh = await startTestApp();
  const settings = await (await fresh.logIn('admin')).get(adminApi.serverSettings);
  assert.deepEqual(settings, {
    minAccessUserLevel: 'banned',
    enablePreregistration: false,
    registrationCodeRequired: false,
    tokenLifetimeDays: 0,
    maxAlternateAccounts: 6,
    maximumMicroblogPosts: 200,
    maximumForums: 200,
    maximumForumPosts: 200,
    maxImageSize: 20971520,
    maxForumPostImages: 4,
    photostreamUploadRateLimit: 300,
    forumAutoQuarantineThreshold: 3,
    postAutoQuarantineThreshold: 3,
    userAutoQuarantineThreshold: 5,
    allowAnimatedImages: true,
    disabledFeatures: [],
    scheduleUpdateURL: '',
    upcomingEventNotificationSeconds: 600,
    upcomingEventNotificationSetting: 'cruiseWeek',
    upcomingLFGNotificationSetting: 'current',
    enableSiteNotificationDataCaching: true,
  });
});

test('every setting can be changed; absent or null ones don’t change', async () => {
  const changed = {
    enablePreregistration: true,
    registrationCodeRequired: true,
    tokenLifetimeDays: 3650,
    maxAlternateAccounts: 0,
    maximumMicroblogPosts: 10000,
    maximumForums: 1,
    maximumForumPosts: 17,
    maxImageSize: 178257920,
    maxForumPostImages: 8,
    photostreamUploadRateLimit: 0,
    forumAutoQuarantineThreshold: 1,
    postAutoQuarantineThreshold: 2,
    userAutoQuarantineThreshold: 4,
    allowAnimatedImages: false,
    shipWifiSSID: 'Ship WiFi',
    scheduleUpdateURL: 'http://schedule.ship/calendar.ics',
    upcomingEventNotificationSeconds: 0,
    upcomingEventNotificationSetting: 'disabled',
    upcomingLFGNotificationSetting: 'cruiseWeek',
    enableSiteNotificationDataCaching: false,
  };
  await withChangedSettings(changed, async () => {
    const before = await readServerSettings();
    for (const [name, value] of Object.entries(changed)) {
      assert.deepEqual(before[name as keyof typeof before], value, name);
    }
    const response = await changeServerSettings({
      maxForumPostImages: 2,
      shipWifiSSID: null,
      minUserAccessLevel: null,
      disableFeatures: null,
    });
    assert.equal(response.status, 200);
    assert.equal(response.bytes.length, 0);
    assert.deepEqual(await readServerSettings(), { ...before, maxForumPostImages: 2 });
    assert.equal((await changeServerSettings({ shipWifiSSID: '' })).status, 200);
    assert.equal('shipWifiSSID' in (await readServerSettings()), false);
  });
});

test('the alias below /events is the same call, despite event ids in that position', async () => {
  await withChangedSettings({}, async () => {
    const response = await admin.send('POST', '/api/v3/events/update', { body: { maximumForums: 42 } });
    assert.equal(response.status, 200);
    assert.equal((await readServerSettings()).maximumForums, 42);
    assert.equal((await admin.send('GET', '/api/v3/events/update')).status, 405);
  });
});

test('changed settings survive a restart', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-restart-'));
  const pair = { app: 'all', feature: 'karaoke' };
  const first = await startTestApp({ dataFolder });
  const body = { maximumForums: 23, disableFeatures: [pair] };
  await (await first.logIn('admin')).get(adminApi.changeServerSettings, { body });
  await first.close();
  const second = await startTestApp({ dataFolder });
  const settings = await (await second.logIn('admin')).get(adminApi.serverSettings);
  assert.equal(settings.maximumForums, 23);
  assert.deepEqual(settings.disabledFeatures, [pair]);
  await second.close();
  await rm(dataFolder, { recursive: true });
});

test('all errors are reported at once, each under its key, and nothing is stored', async () => {
  const before = await readServerSettings();
  const response = await changeServerSettings({
    minUserAccessLevel: 'verified',
    tokenLifetimeDays: 3651,
    maximumForums: 0,
    maxForumPostImages: 9,
    userAutoQuarantineThreshold: 0,
    upcomingLFGNotificationSetting: 'sometimes',
    disableFeatures: [
      { app: 'all', feature: 'karaoke' },
      { app: 'toaster', feature: 'submarine' },
    ],
    maximumForumPosts: 11,
  });
  assert.equal(response.status, 400);
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}).sort(), [
    'disableFeatures.1.app',
    'disableFeatures.1.feature',
    'maxForumPostImages',
    'maximumForums',
    'minUserAccessLevel',
    'tokenLifetimeDays',
    'upcomingLFGNotificationSetting',
    'userAutoQuarantineThreshold',
  ]);
  // All messages are one sentence (core rule 17), which lists the allowed words (decision 89).
  assert.equal(response.reason.split('; ').length, 8);
  assert.match(response.reason, /^The minUserAccessLevel must be one of banned, moderator, devteam, tho, admin; The /);
  const { fieldErrors = {} } = response;
  assert.match(
    fieldErrors['disableFeatures.1.app'] ?? '',
    /^The app must be one of website, ios, android, mobile, all/,
  );
  assert.match(
    fieldErrors['disableFeatures.1.feature'] ?? '',
    /^The feature must be one of microblog, .*quartermaster.*, all/,
  );
  assert.deepEqual(await readServerSettings(), before);
});

test('numbers out of range are rejected; the limits themselves aren’t', async () => {
  const ranges: [string, number, number][] = [
    ['tokenLifetimeDays', 0, 3650],
    ['maxAlternateAccounts', 0, 100],
    ['maximumMicroblogPosts', 1, 10000],
    ['maximumForums', 1, 10000],
    ['maximumForumPosts', 1, 10000],
    ['maxImageSize', 1, 178257920],
    ['maxForumPostImages', 0, 8],
  ];
  await withChangedSettings({}, async () => {
    for (const [name, min, max] of ranges) {
      for (const value of [min, max])
        assert.equal((await changeServerSettings({ [name]: value })).status, 200, `${name} ${value}`);
      for (const value of [min - 1, max + 1, 10 ** 12, -(10 ** 12)]) {
        assert.deepEqual(
          Object.keys((await changeServerSettings({ [name]: value })).fieldErrors ?? {}),
          [name],
          `${value}`,
        );
      }
    }
    for (const name of ['photostreamUploadRateLimit', 'upcomingEventNotificationSeconds']) {
      assert.equal((await changeServerSettings({ [name]: 0 })).status, 200);
      assert.deepEqual(Object.keys((await changeServerSettings({ [name]: -1 })).fieldErrors ?? {}), [name]);
    }
    for (const name of ['forum', 'post', 'user'].map((kind) => `${kind}AutoQuarantineThreshold`)) {
      assert.deepEqual(Object.keys((await changeServerSettings({ [name]: 0 })).fieldErrors ?? {}), [name]);
    }
  });
});

test('a value of the wrong type is a plain 400', async () => {
  for (const body of [
    { maximumForums: 'many' },
    { maximumForums: 1.5 },
    { disableFeatures: [{ app: 1, feature: 'all' }] },
  ]) {
    const response = await changeServerSettings(body);
    assert.equal(response.status, 400);
    assert.equal(response.fieldErrors, undefined);
  }
});

test('pairs are enabled before others are disabled, and only the named pair changes', async () => {
  const websiteForums = { app: 'website', feature: 'forums' };
  const allForums = { app: 'all', feature: 'forums' };
  const own = { app: 'deckhand', feature: 'all' };
  const disabled = async () => (await readServerSettings()).disabledFeatures;
  await withChangedSettings({ disableFeatures: [websiteForums, allForums, allForums, own] }, async () => {
    assert.deepEqual(await disabled(), [websiteForums, allForums, own], 'twice is once');
    await changeServerSettings({ disableFeatures: [allForums] });
    assert.deepEqual(await disabled(), [websiteForums, allForums, own]);
    await changeServerSettings({ enableFeatures: [allForums] });
    assert.deepEqual(await disabled(), [websiteForums, own], 'only the pair named');
    await changeServerSettings({ enableFeatures: [own], disableFeatures: [own] });
    assert.deepEqual(await disabled(), [websiteForums, own], 'in both lists it ends disabled');
    await changeServerSettings({ enableFeatures: [{ app: 'ios', feature: 'hunts' }] });
    assert.deepEqual(await disabled(), [websiteForums, own]);
  });
});

test('an unknown app or feature is rejected in the pairs to enable too', async () => {
  const response = await changeServerSettings({ enableFeatures: [{ app: 'nowhere', feature: 'Forums' }] });
  assert.equal(response.status, 400);
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['enableFeatures.0.app', 'enableFeatures.0.feature']);
});

test('devteam can read the settings but not change them', async () => {
  const devteam = await app.atLevel('devteam');
  assert.equal((await devteam.call(adminApi.serverSettings)).status, 200);
  for (const user of [devteam, office]) {
    assert.equal((await user.call(adminApi.changeServerSettings, { body: {} })).status, 403);
    assert.equal((await user.send('POST', '/api/v3/events/update', { body: {} })).status, 403);
  }
  const moderator = await app.atLevel('moderator');
  assert.equal((await moderator.call(adminApi.serverSettings)).status, 403);
  assert.equal((await app.anonymous.call(adminApi.serverSettings)).status, 401);
});

test('changing settings isn’t logged in the moderators’ log', async () => {
  const before = await countActions(admin);
  await withChangedSettings({ maximumForums: 5 }, async () => {});
  assert.equal(await countActions(admin), before);
});

test('a disabled feature is immediately 451 for users and moderators, but not for tho and above', async () => {
  const james = await app.logIn('james');
  const moderator = await app.atLevel('moderator');
  for (const pair of [
    { app: 'all', feature: 'users' },
    { app: 'all', feature: 'all' },
  ]) {
    await withChangedSettings({ disableFeatures: [pair] }, async () => {
      assert.equal((await james.call(usersApi.blocks)).status, 451);
      assert.equal((await moderator.call(usersApi.blocks)).status, 451);
      assert.equal((await office.call(usersApi.blocks)).status, 200);
      assert.equal((await admin.call(usersApi.blocks)).status, 200);
      assert.equal((await app.anonymous.call(usersApi.blocks)).status, 401, 'who you are comes first');
      assert.equal((await james.call(accountsApi.whoami)).status, 200, 'calls without a flag go on');
      assert.equal((await moderator.call(moderationApi.actionLog)).status, 200);
    });
  }
  assert.equal((await james.call(usersApi.blocks)).status, 200);
});

test('a pair that names an app never disables the feature for the service itself', async () => {
  const james = await app.logIn('james');
  await withChangedSettings(
    {
      disableFeatures: [
        { app: 'website', feature: 'users' },
        { app: 'ios', feature: 'all' },
      ],
    },
    async () => {
      assert.equal((await james.call(usersApi.blocks)).status, 200);
    },
  );
});

test('with registration disabled, no account can be created', async () => {
  await withChangedSettings({ disableFeatures: [{ app: 'all', feature: 'registration' }] }, async () => {
    const body = { username: 'too-late', password: 'password' };
    assert.equal((await app.anonymous.call(accountsApi.create, { body })).status, 451);
  });
});

test('a server with a minimum level rejects users below it, except for open calls and logout', async () => {
  const james = await app.newcomer('shut-out');
  const moderator = await app.atLevel('moderator');
  await withChangedSettings({ minUserAccessLevel: 'moderator' }, async () => {
    assert.equal((await james.call(accountsApi.whoami)).status, 403);
    assert.equal((await james.call(usersApi.notes)).status, 403);
    assert.equal((await moderator.call(accountsApi.whoami)).status, 200);
    assert.equal((await moderator.call(usersApi.notes)).status, 200);
    assert.equal(await getLogInStatus('shut-out'), 403);
    assert.equal(await getLogInStatus(moderator.username), 200);
    assert.equal((await app.anonymous.call(clientServicesApi.health)).status, 200);
    const settings = await app.anonymous.get(clientServicesApi.settings);
    assert.equal(settings.minAccessLevel, 'moderator');
    assert.equal(settings.enablePreregistration, false);
    const created = { username: 'early-bird', password: 'password' };
    assert.equal((await app.anonymous.call(accountsApi.create, { body: created })).status, 201);
    assert.equal((await james.call(accountsApi.logout)).status, 204);
  });
  assert.equal(await getLogInStatus('shut-out'), 200);
});

test('during pre-registration, users below the minimum can log in and use only the calls meant for it', async () => {
  await withChangedSettings({ minUserAccessLevel: 'devteam', enablePreregistration: true }, async () => {
    assert.equal(await getLogInStatus('heidi'), 200);
    const heidi = await app.logIn('heidi');
    const moderator = await app.atLevel('moderator');
    for (const user of [heidi, moderator]) {
      assert.equal((await user.call(accountsApi.whoami)).status, 200);
      assert.equal((await user.call(usersApi.blocks)).status, 200);
      assert.equal((await user.call(usersApi.notes)).status, 403);
      assert.equal((await user.call(accountsApi.verify, { body: { verification: 'ABC ABC' } })).status, 403);
    }
    assert.equal((await moderator.call(moderationApi.actionLog)).status, 403);
    const devteam = await app.atLevel('devteam');
    assert.equal((await devteam.call(usersApi.notes)).status, 200);
    assert.equal((await app.anonymous.call(accountsApi.whoami)).status, 401);
    assert.equal((await app.anonymous.get(clientServicesApi.settings)).enablePreregistration, true);
  });
});

test('if codes are required, no account is created without one', async () => {
  await withChangedSettings({ registrationCodeRequired: true }, async () => {
    const rejected = await app.anonymous.call(accountsApi.create, {
      body: { username: 'no-code', password: 'password' },
    });
    assert.equal(rejected.status, 400);
    assert.deepEqual(Object.keys(rejected.fieldErrors ?? {}), ['verification']);
  });
});

test('with a token lifetime, logins expire after that many days, even earlier ones', async () => {
  const fresh = await startTestApp();
  const sam = await fresh.logIn('sam');
  await (await fresh.logIn('admin')).get(adminApi.changeServerSettings, { body: { tokenLifetimeDays: 2 } });
  fresh.clock.advance({ days: 1, hours: 23 });
  assert.equal((await sam.call(accountsApi.whoami)).status, 200);
  fresh.clock.advance({ hours: 1 });
  assert.equal((await sam.call(accountsApi.whoami)).status, 401);
  assert.notEqual((await fresh.logIn('sam')).token, sam.token);
});
