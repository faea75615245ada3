import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import { createFamily } from '../../support/accounts.ts';
import { createPicture } from '../../support/pictures.ts';
import { applyUsers, createPlainUser, download, type FileUser, startInstance, verifyUsers } from './support.ts';

const instance = await startInstance();

before(async () => {
  await createFamily(instance, 'here-before', 'abcabc');
  await instance.setClosed(true);
});

/** Returns what an import would do with the first of these users. */
async function getVerdict(...users: Parameters<typeof verifyUsers>[1]) {
  const { changesApplied, performerCounts, needsPhotographerCounts, ...rest } = await verifyUsers(instance, users);
  assert.equal(changesApplied, false);
  return rest;
}

const buildExpectedCounts = (imported: number, duplicates: number, errors: number) => ({
  totalRecordsProcessed: imported + duplicates + errors,
  importedCount: imported,
  duplicateCount: duplicates,
  errorCount: errors,
});
const noErrors = { regCodeConflicts: [], usernameConflicts: [], errorNotImported: [], otherErrors: [] };

describe('the first matching outcome for a user (admin rule A24)', () => {
  test('the same name with the same code is a duplicate, in any letter case', async () => {
    assert.deepEqual(await getVerdict(createPlainUser('Here-Before', 'ABC abc')), {
      ...noErrors,
      userCounts: buildExpectedCounts(0, 1, 0),
    });
  });

  test('the same name with another code is a conflict', async () => {
    const found = await getVerdict(createPlainUser('here-before', 'bcdbcd'));
    assert.deepEqual(found.userCounts, buildExpectedCounts(0, 0, 1));
    assert.match(
      found.usernameConflicts.join(),
      /^User here-before: the username belongs to someone with a different registration code\.$/,
    );
    const builtIn = await getVerdict(createPlainUser('admin', 'bcdbcd'));
    assert.match(builtIn.usernameConflicts.join(), /^User admin:/);
  });

  test('an unknown code, or one used by someone else, rejects the user; no text names the code', async () => {
    const unknown = await getVerdict(createPlainUser('stranger', 'zzz999'));
    assert.match(unknown.errorNotImported.join(), /^User stranger: the registration code is unknown here\.$/);
    const used = await getVerdict(createPlainUser('stranger', 'abcabc'));
    assert.match(used.regCodeConflicts.join(), /^User stranger: the registration code belongs to someone else\.$/);
    assert.doesNotMatch(JSON.stringify([unknown, used]), /zzz999|abcabc/);
  });

  test('a code works for one primary account of the file', async () => {
    const found = await getVerdict(createPlainUser('quick', 'bcdbcd'), createPlainUser('late', 'bcdbcd'));
    assert.deepEqual([found.userCounts, found.regCodeConflicts.length], [buildExpectedCounts(1, 0, 1), 1]);
  });

  test('a sub-account needs its primary account, here or in the file, with the same code and a free slot', async () => {
    const child = (name: string, parent: string, code = 'bcdbcd') =>
      createPlainUser(name, code, { parentUsername: parent });
    const head = createPlainUser('head', 'bcdbcd');
    assert.deepEqual(
      (await getVerdict(child('kid', 'head'), head)).userCounts,
      buildExpectedCounts(2, 0, 0),
      'in any order',
    );
    assert.deepEqual(
      (await getVerdict(child('kid', 'here-before', 'abcabc'))).userCounts,
      buildExpectedCounts(1, 0, 0),
    );
    for (const [users, why] of [
      [[child('kid', 'anonymous')], /primary account anonymous is missing/],
      [[head, child('kid', 'head', 'cdecde')], /head has a different registration code/],
      [[head, child('kid', 'head'), child('grandchild', 'kid')], /kid is a sub-account itself/],
      [[head, ...[1, 2, 3, 4, 5, 6, 7].map((number) => child(`kid-${number}`, 'head'))], /limit of sub-accounts/],
    ] as const) {
      const { errorNotImported, userCounts } = await getVerdict(...users);
      assert.match(errorNotImported.join(), why);
      assert.equal(userCounts.errorCount, 1);
    }
  });

  test('an invalid record is reported and doesn’t stop others', async () => {
    const found = await getVerdict(
      'no record',
      createPlainUser('too-high', 'bcdbcd', { accessLevel: 'captain' as 'admin' }),
      createPlainUser('x'.repeat(51), 'bcdbcd'),
      createPlainUser('service', 'bcdbcd', { accessLevel: 'client' }),
      createPlainUser('good', 'bcdbcd'),
    );
    assert.deepEqual(found.userCounts, buildExpectedCounts(1, 0, 4));
    assert.deepEqual(found.errorNotImported, [
      "Record 1 of the users: it isn't a record of a user.",
      "User too-high: its accessLevel can't be read.",
      "Record 3 of the users: its username can't be read.",
      'User service: service accounts are not imported.',
    ]);
  });

  test('any number of dry runs stores nothing', async () => {
    const first = await getVerdict(createPlainUser('tried', 'bcdbcd'));
    assert.partialDeepStrictEqual(await instance.admin.get(userFileApi.verify), first);
    assert.deepEqual(await getVerdict(createPlainUser('tried', 'bcdbcd')), first);
    const { users } = (await download(instance)).list;
    assert.deepEqual(
      users.map(({ username }) => username),
      ['here-before'],
    );
  });
});

describe('what is imported (admin rules A25 to A28)', () => {
  before(() => instance.setClosed(true));
  after(() => instance.setClosed(false));

  test('passwords in an unknown format are reported, and the code recovers the account', async () => {
    const hash = '$2b$12$abcdefghijklmnopqrstuuDoesNotMatter';
    const greedy = `$argon2id$v=19$m=4194304,t=3,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;
    const users = [
      createPlainUser('old-timer', '*cdecde', { password: hash }),
      createPlainUser('greedy', 'defdef', { password: greedy, recoveryKey: hash }),
    ];
    const { otherErrors, userCounts } = await applyUsers(instance, users);
    assert.deepEqual(userCounts, buildExpectedCounts(2, 0, 0));
    assert.deepEqual(
      otherErrors.map((sentence) => sentence.split(' is stored')[0]),
      ['User old-timer: the password', 'User greedy: the password', 'User greedy: the recovery key'],
    );
    await instance.setClosed(false);
    const body = { username: 'old-timer', recoveryKey: 'cdecde', newPassword: 'password' };
    assert.equal((await instance.anonymous.call(accountsApi.recover, { body })).status, 200);
    await instance.setClosed(true);
  });

  test('a missing or invalid picture is reported, and its owner gets none', async () => {
    const [missing, broken, good] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}.jpg`);
    const codes = ['efgefg', 'fghfgh', 'ghighi'];
    const users = [missing, broken, good].map((userImage, index) =>
      createPlainUser(`pictured-${index}`, codes[index] ?? '', { userImage }),
    );
    const pictures = {
      [broken ?? '']: Buffer.from('no picture'),
      [good ?? '']: await createPicture({ format: 'jpeg' }),
    };
    const { otherErrors, userCounts } = await applyUsers(instance, users, {}, pictures);
    assert.deepEqual(userCounts, buildExpectedCounts(3, 0, 0));
    assert.deepEqual(
      otherErrors.map((sentence) => sentence.split(': the picture')[0]),
      ['User pictured-0', 'User pictured-1'],
    );
    const { list, pictures: stored } = await download(instance);
    const images = list.users
      .filter(({ username }) => username.startsWith('pictured'))
      .map(({ userImage }) => userImage);
    assert.deepEqual(
      images.filter((image) => image !== undefined),
      [good],
    );
    assert.deepEqual([...stored.keys()], [good]);
    assert.deepEqual(stored.get(good ?? ''), pictures[good ?? '']);
  });

  test('a picture of the file never replaces a stored one', async () => {
    const [name] = [...(await download(instance)).pictures.keys()];
    const other = { [name ?? '']: await createPicture({ format: 'jpeg', colour: 'red' }) };
    const before = (await download(instance)).pictures.get(name ?? '');
    await applyUsers(instance, [createPlainUser('thief', 'hijhij', { userImage: name ?? '' })], {}, other);
    assert.deepEqual((await download(instance)).pictures.get(name ?? ''), before);
  });

  test('favorites within the file work in a dry run too; missing ones are added, unknown names reported', async () => {
    const users = [
      createPlainUser('fan', 'ijkijk', { favoriteUsers: ['idol', 'here-before', 'anonymous'] }),
      createPlainUser('idol', 'jkljkl'),
      createPlainUser('here-before', 'abcabc', { favoriteUsers: ['fan'] }),
    ];
    const tried = await verifyUsers(instance, users);
    assert.deepEqual(tried.otherErrors, ['User fan: the favorite anonymous is unknown here.']);
    const { userCounts } = await instance.admin.get(userFileApi.apply);
    assert.deepEqual(userCounts, buildExpectedCounts(2, 1, 0));
    await instance.setClosed(false);
    const before = await instance.logIn('here-before');
    assert.deepEqual(
      (await before.get(usersApi.favorites)).map(({ username }) => username),
      ['fan'],
    );
    await instance.setClosed(true);
  });

  test('a different user with the same name gets no favorites from the file (admin rules A24 and A26)', async () => {
    importRegistrationCodes(instance.context, 'nam es1\nnam es2\nnam es3', { force: false, dryRun: false });
    await createFamily(instance, 'namesake', 'names1');
    const users = [
      createPlainUser('namesake', 'names2', { favoriteUsers: ['here-before'] }),
      createPlainUser('admirer', 'names3', { favoriteUsers: ['namesake', 'here-before'] }),
    ];
    const applied = await applyUsers(instance, users);
    assert.deepEqual([applied.userCounts, applied.usernameConflicts.length], [buildExpectedCounts(1, 0, 1), 1]);
    assert.deepEqual(applied.otherErrors, ['User admirer: the favorite namesake is unknown here.']);
    const favoritesOf = (list: readonly FileUser[], name: string) =>
      list.find(({ username }) => username === name)?.favoriteUsers;
    const { list } = await download(instance);
    assert.deepEqual(favoritesOf(list.users, 'namesake'), []);
    assert.deepEqual(favoritesOf(list.users, 'admirer'), ['here-before']);
  });

  test('events are found by uid; “needs a photographer” is imported, a duplicate or unknown', async () => {
    const [first, second] = await instance.admin.get(scheduleApi.list);
    assert.ok(first && second);
    const needs = { needsPhotographer: [first.uid, first.uid, 'no-such-event'] };
    const { needsPhotographerCounts, otherErrors } = await applyUsers(instance, [], needs);
    assert.deepEqual(needsPhotographerCounts, buildExpectedCounts(1, 1, 1));
    assert.deepEqual(otherErrors, ['Event no-such-event: Event not found.']);
    assert.deepEqual((await applyUsers(instance, [], needs)).needsPhotographerCounts, buildExpectedCounts(0, 2, 1));
  });

  test('performers are imported, duplicates, or reported with the error (admin rule A27)', async () => {
    const performer = (name: string, fields: object = {}) => ({
      ...{ name, isOfficialPerformer: true, photo: {}, yearsAttended: [], eventUIDs: [], ...fields },
    });
    const band = performer('The Band', { eventUIDs: ['no-such-event'] });
    const shadow = performer('Lone Wolf', { isOfficialPerformer: false });
    const found = await applyUsers(instance, [], { performers: [band, shadow, performer('The Band')] });
    assert.deepEqual(found.performerCounts, buildExpectedCounts(1, 1, 1));
    assert.deepEqual(found.otherErrors, [
      'Performer The Band: no event no-such-event.',
      'Performer Lone Wolf: The owner of the profile is missing.',
    ]);
    const own = (name: string, fields: object) =>
      createPlainUser('here-before', 'abcabc', { performer: performer(name, fields) } as object);
    const official = await applyUsers(instance, [own('Solo', {})]);
    assert.match(official.otherErrors.join(), /^Performer Solo: An official performer can't belong to a user\./);
    const namesake = await applyUsers(instance, [own('the band', { isOfficialPerformer: false })]);
    assert.match(namesake.otherErrors.join(), /^Performer the band: Another performer has this name\./);
    const mine = [own('Solo', { isOfficialPerformer: false })];
    assert.equal((await applyUsers(instance, mine)).performerCounts.importedCount, 1);
    assert.equal((await applyUsers(instance, mine)).performerCounts.duplicateCount, 1);
    const second = await applyUsers(instance, [own('Duo', { isOfficialPerformer: false })]);
    assert.match(second.otherErrors.join(), /^Performer Duo: The user already has another profile\./);
  });

  test('any single top folder is accepted, next to files that some archivers add', async () => {
    const { zipOf } = await import('../../support/zip.ts');
    const zip = await zipOf({
      'some folder/userfile.json': JSON.stringify({ users: [createPlainUser('here-before', 'abcabc')] }),
      '__MACOSX/some folder/._userfile.json': 'x',
      'some folder/.DS_Store': 'x',
    });
    assert.equal((await instance.upload(zip)).status, 200);
    const { userCounts, otherErrors } = await instance.admin.get(userFileApi.verify);
    assert.deepEqual(userCounts, buildExpectedCounts(0, 1, 0));
    assert.deepEqual(otherErrors, ['The file has no needsPhotographer.', 'The file has no performers.']);
  });

  test('a retry with the same idempotency key gets the first response (decision 35)', async () => {
    await verifyUsers(instance, [createPlainUser('here-before', 'abcabc')]);
    const headers = { 'idempotency-key': 'apply-1' };
    const first = await instance.admin.call(userFileApi.apply, { headers });
    const again = await instance.admin.call(userFileApi.apply, { headers });
    assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body]);
    assert.equal((await instance.admin.call(adminApi.serverSettings)).status, 200);
  });
});
