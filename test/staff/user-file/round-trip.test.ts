import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { EveryField } from '#contract/record.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { UserProfileUploadData } from '#core/profiles/records.ts';
import { usersApi } from '#core/users/api/index.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { seatsApi } from '#features/seats/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import { createFamily, createSubAccount, type Family } from '../../support/accounts.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { giveRole } from '../../support/roles.ts';
import { readPicture } from '../../support/stored-pictures.ts';
import { download, type FileList, startInstance } from './support.ts';

const [instance, nextInstance] = [await startInstance(), await startInstance()];
let anna: Family;

const names = { displayName: 'Anna A.', preferredPronoun: 'she/her' };
const otherTexts = {
  realName: 'Anna Example',
  homeLocation: 'Oslo',
  roomNumber: '7001',
  email: 'anna@example.org',
  message: 'All aboard',
  about: 'likes trains',
  dinnerTeam: 'gold',
  discordUsername: 'anna.a',
} as const;
const texts = { ...names, ...otherTexts } satisfies EveryField<UserProfileUploadData>;

/** The index of an event that isn't over yet. */
const lastEvent = -1;

/** Creates people with all data that goes to the next sailing. */
before(async () => {
  anna = await createFamily(instance, 'anna', 'abcabc');
  await createFamily(instance, 'bert', 'bcdbcd');
  const [first, second] = [await instance.logIn('anna'), await instance.logIn('bert')];
  const child = await createSubAccount(instance, first, 'anna-junior');
  await first.get(profilesApi.editOwnProfile, {
    body: texts,
  });
  await first.get(profilesApi.setAvatar, {
    body: { ...toUpload(await createPicture()), description: 'Anna at the helm' },
  });
  await child.get(profilesApi.setAvatar, { body: toUpload(await createPicture({ colour: 'red' })) });
  await first.get(usersApi.favorite, { params: { userID: second.userID } });
  await second.get(usersApi.favorite, { params: { userID: child.userID } });
  await giveRole(instance, second, 'shutternaut');
  const office = await instance.logIn('THO');
  await office.get(adminApi.promoteToModerator, { params: { userID: second.userID } });
  const events = await first.get(scheduleApi.list);
  const at = (index: number) => ({ params: { event_id: events.at(index)?.eventID ?? '' } });
  await first.get(scheduleApi.addFavorite, at(0));
  await first.get(scheduleApi.addFavorite, at(1));
  await second.get(scheduleApi.addPhotographer, at(1));
  await instance.admin.get(seatsApi.changeCapacity, { ...at(lastEvent), body: { capacity: 1 } });
  for (const user of [first, second]) await user.get(seatsApi.take, at(lastEvent));
  await (await giveRole(instance, await instance.logIn('sam'), 'shutternautmanager')).get(
    scheduleApi.needPhotographer,
    at(2),
  );
  await instance.admin.get(dailyThemesApi.create, {
    body: {
      title: 'Stripes',
      info: 'Wear stripes',
      cruiseDay: 2,
      image: { ...toUpload(await createPicture()), description: 'Stripes' },
    },
  });
  const photo = { ...toUpload(await createPicture()), description: 'Four people with drums' };
  await instance.admin.get(performersApi.savePerformer, {
    body: { ...createPerformerEntry('The Band', true, events[3]?.uid), photo },
  });
  const held = events.find(({ eventType }) => eventType === 'Shadow Event');
  await giveRole(instance, first, 'performerselfeditor');
  await first.get(performersApi.holdEvent, {
    params: { event_id: held?.eventID ?? '' },
    body: createPerformerEntry('Anna the Great', false),
  });
  await instance.admin.get(huntsApi.create, {
    body: {
      title: 'Treasure',
      description: 'Under the deck',
      puzzles: [{ title: 'One', body: 'Which?', answer: 'that', hints: { this: 'Nearly' } }],
    },
  });
  for (const one of [instance, nextInstance]) await one.setClosed(true);
});

const createPerformerEntry = (name: string, isOfficialPerformer: boolean, uid?: string) => ({
  name,
  isOfficialPerformer,
  bio: `${name} plays`,
  photo: {},
  yearsAttended: [2024],
  eventUIDs: uid === undefined ? [] : [uid],
});

/** Sorts in an order that doesn't depend on ids, which differ between servers. */
const sortList = ({ users, ...lists }: FileList) => ({
  ...lists,
  users: users.toSorted((one, other) => (one.username < other.username ? -1 : 1)),
});

test('people, roles, favorites, marks, themes and pictures survive a round trip unchanged', async () => {
  const there = await download(instance);
  assert.equal(there.list.users.length, 3);
  assert.equal(there.pictures.size, 4);
  assert.equal((await nextInstance.upload(there.zip)).status, 200);
  const tried = await nextInstance.admin.get(userFileApi.verify);
  assert.deepEqual(
    [tried.changesApplied, tried.userCounts, tried.needsPhotographerCounts.importedCount],
    [false, { totalRecordsProcessed: 3, importedCount: 3, duplicateCount: 0, errorCount: 0 }, 1],
  );
  assert.equal(tried.performerCounts.importedCount, 1, 'those of users who are not here yet are not looked at');
  assert.deepEqual((await download(nextInstance)).list.users, [], 'trying it out stores nothing');
  const applied = await nextInstance.admin.get(userFileApi.apply);
  assert.deepEqual({ ...applied, changesApplied: false, performerCounts: tried.performerCounts }, tried);
  assert.equal(applied.performerCounts.importedCount, 2);
  assert.deepEqual([applied.otherErrors, applied.errorNotImported], [[], []]);

  const here = await download(nextInstance);
  assert.deepEqual(sortList(here.list), sortList(there.list));
  assert.deepEqual(new Map([...here.pictures].sort()), new Map([...there.pictures].sort()));

  const before = sortList(there.list);
  assert.equal((await instance.upload(here.zip)).status, 200);
  const back = await instance.admin.get(userFileApi.apply);
  assert.deepEqual(back.userCounts, { totalRecordsProcessed: 3, importedCount: 0, duplicateCount: 3, errorCount: 0 });
  assert.deepEqual([back.needsPhotographerCounts.duplicateCount, back.performerCounts.duplicateCount], [1, 2]);
  assert.deepEqual(sortList((await download(instance)).list), before);
});

test('imported users keep their seats and the order of the waiting list (schedule rule 141)', async () => {
  await nextInstance.setClosed(false);
  const seats = await Promise.all(
    ['anna', 'bert'].map(async (username) =>
      (await (await nextInstance.logIn(username)).get(scheduleApi.list)).at(lastEvent),
    ),
  );
  assert.deepEqual(
    seats.map((event) => [event?.capacity, event?.seatsTaken, event?.seat, event?.waitingPosition]),
    [
      [1, 1, 'seat', undefined],
      [1, 1, 'waiting', 1],
    ],
  );
});

test('imported pictures keep their descriptions (core rule 138)', async () => {
  await nextInstance.setClosed(false);
  const user = await nextInstance.logIn('anna');
  const { imageDescription } = await user.get(profilesApi.readOwnProfile);
  const [theme] = await user.get(dailyThemesApi.list);
  const { performers } = await user.get(performersApi.officialPerformers, { query: { search: 'The Band' } });
  const { photoDescription } = await user.get(performersApi.performer, {
    params: { performer_id: performers[0]?.id ?? '' },
  });
  assert.deepEqual(
    [imageDescription, theme?.imageDescription, photoDescription],
    ['Anna at the helm', 'Stripes', 'Four people with drums'],
  );
});

test('imported users keep their password, profile, followed events and picture', async () => {
  await nextInstance.setClosed(false);
  const [first, second] = [await nextInstance.logIn('anna'), await nextInstance.logIn('bert')];
  const whoami = await second.get(accountsApi.whoami);
  assert.deepEqual([whoami.accessLevel, whoami.roles], ['moderator', ['shutternaut']]);
  const profile = await first.get(profilesApi.readProfile, { params: { userID: first.userID } });
  assert.partialDeepStrictEqual(profile, { header: names, ...otherTexts });
  for (const size of ['full', 'thumb'] as const) {
    const [here, there] = await Promise.all(
      [nextInstance, instance].map((one) => readPicture(one, size, profile.header.userImage ?? '')),
    );
    assert.deepEqual([here?.status, here?.bytes], [200, there?.bytes], size);
  }
  const favorites = await first.get(scheduleApi.favorites);
  assert.equal(favorites.length, 2);
  const summary = await first.get(notificationsApi.summary);
  const summaryThere = await (await reopenForUsers()).get(notificationsApi.summary);
  assert.equal(summary.nextFollowedEventTime, summaryThere.nextFollowedEventTime);
  assert.equal((await nextInstance.logIn('anna-junior')).username, 'anna-junior');
  const [theme] = await nextInstance.anonymous.get(dailyThemesApi.list);
  assert.deepEqual([theme?.title, theme?.cruiseDay, typeof theme?.image], ['Stripes', 2, 'string']);
});

async function reopenForUsers() {
  await instance.setClosed(false);
  return instance.logIn('anna');
}

test('the code recovers once more, and so does the recovery key', async () => {
  const recover = async (recoveryKey: string) =>
    (
      await nextInstance.anonymous.call(accountsApi.recover, {
        body: { username: 'anna', recoveryKey, newPassword: 'password' },
      })
    ).status;
  assert.equal(await recover(anna.code), 200);
  assert.equal(await recover(anna.code), 400, 'once');
  assert.equal(await recover(anna.recoveryKey), 200);
});

test('applying deletes the file', async () => {
  const folders = nextInstance.context.config.folders;
  assert.equal(readdirSync(folders.data).includes('userfile'), false);
  assert.deepEqual(
    readdirSync(folders.incoming).filter((name) => name.startsWith('upload-')),
    [],
  );
  await nextInstance.setClosed(true);
  assert.equal((await nextInstance.admin.call(userFileApi.apply)).status, 400);
  assert.equal((await nextInstance.admin.call(userFileApi.verify)).status, 400);
});

test('all four calls are for administrators, while no one else may use the service (admin rule A19)', async () => {
  await nextInstance.setClosed(false);
  const office = await nextInstance.logIn('THO');
  for (const call of [userFileApi.download, userFileApi.upload, userFileApi.verify, userFileApi.apply]) {
    assert.equal((await office.call(call)).status, 403, call.path);
    assert.equal((await nextInstance.admin.call(call)).status, 400, call.path);
  }
  const gets = await nextInstance.admin.send('GET', '/api/v3/admin/bulkuserfile/update/apply');
  assert.equal(gets.status, 405);
});

describe('pictures of a file that’s imported again', () => {
  /** Starts a server that has just imported another one's people, with the name of one of their pictures. */
  async function startImported() {
    const [from, to] = [await startInstance(), await startInstance()];
    await createFamily(from, 'anna', 'abcabc');
    await (await from.logIn('anna')).get(profilesApi.setAvatar, { body: toUpload(await createPicture()) });
    for (const one of [from, to]) await one.setClosed(true);
    const { zip, pictures } = await download(from);
    assert.equal((await to.upload(zip)).status, 200);
    const [name] = pictures.keys();
    assert.ok(name !== undefined);
    return { to, zip, name };
  }

  test('are stored again if one of their two sizes was lost', async () => {
    const { to, zip, name } = await startImported();
    await to.admin.get(userFileApi.apply);
    for (const size of ['thumb', 'full'] as const) {
      await to.context.pictures[size].remove(name);
      assert.equal((await to.upload(zip)).status, 200);
      await to.admin.get(userFileApi.apply);
      assert.ok(await to.context.pictures[size].describe(name), size);
    }
  });

  test('aren’t skipped if the server fails: nothing is imported', async (t) => {
    const { to } = await startImported();
    const failing = t.mock.method(to.context.pictureWorkers, 'process', async () => {
      throw new Error('the disk is gone');
    });
    assert.equal((await to.admin.call(userFileApi.apply)).status, 500);
    failing.mock.restore();
    assert.deepEqual((await download(to)).list.users, []);
  });
});
