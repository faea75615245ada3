import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import { createFamily } from '../../support/accounts.ts';
import { plainPicture } from '../../support/pictures.ts';
import { applyUsers, download, type FileUser, plainUser, startBox, verifyUsers } from './support.ts';

const box = await startBox();

before(async () => {
  await createFamily(box, 'here-before', 'abcabc');
  await box.setClosed(true);
});

/** Returns what an import would do with the first of these users. */
async function getVerdict(...users: Parameters<typeof verifyUsers>[1]) {
  const { changesApplied, performerCounts, needsPhotographerCounts, ...rest } = await verifyUsers(box, users);
  assert.equal(changesApplied, false);
  return rest;
}

const expectedCounts = (imported: number, duplicates: number, errors: number) => ({
  totalRecordsProcessed: imported + duplicates + errors,
  importedCount: imported,
  duplicateCount: duplicates,
  errorCount: errors,
});
const noErrors = { regCodeConflicts: [], usernameConflicts: [], errorNotImported: [], otherErrors: [] };

describe('the first matching outcome for a user (admin rule A24)', () => {
  test('the same name with the same code is a duplicate, in any letter case', async () => {
    assert.deepEqual(await getVerdict(plainUser('Here-Before', 'ABC abc')), {
      ...noErrors,
      userCounts: expectedCounts(0, 1, 0),
    });
  });

  test('the same name with another code is a conflict', async () => {
    const found = await getVerdict(plainUser('here-before', 'bcdbcd'));
    assert.deepEqual(found.userCounts, expectedCounts(0, 0, 1));
    assert.match(
      found.usernameConflicts.join(),
      /^User here-before: the username belongs to someone with a different registration code\.$/,
    );
    const builtIn = await getVerdict(plainUser('admin', 'bcdbcd'));
    assert.match(builtIn.usernameConflicts.join(), /^User admin:/);
  });

  test('an unknown code, or one used by someone else, rejects the user; no text names the code', async () => {
    const unknown = await getVerdict(plainUser('stranger', 'zzz999'));
    assert.match(unknown.errorNotImported.join(), /^User stranger: the registration code is unknown here\.$/);
    const used = await getVerdict(plainUser('stranger', 'abcabc'));
    assert.match(used.regCodeConflicts.join(), /^User stranger: the registration code belongs to someone else\.$/);
    assert.doesNotMatch(JSON.stringify([unknown, used]), /zzz999|abcabc/);
  });

  test('a code works for one primary account of the file', async () => {
    const found = await getVerdict(plainUser('quick', 'bcdbcd'), plainUser('late', 'bcdbcd'));
    assert.deepEqual([found.userCounts, found.regCodeConflicts.length], [expectedCounts(1, 0, 1), 1]);
  });

  test('a sub-account needs its primary account, here or in the file, with the same code and a free slot', async () => {
    const child = (name: string, parent: string, code = 'bcdbcd') => plainUser(name, code, { parentUsername: parent });
    const head = plainUser('head', 'bcdbcd');
    assert.deepEqual(
      (await getVerdict(child('kid', 'head'), head)).userCounts,
      expectedCounts(2, 0, 0),
      'in any order',
    );
    assert.deepEqual((await getVerdict(child('kid', 'here-before', 'abcabc'))).userCounts, expectedCounts(1, 0, 0));
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
      plainUser('too-high', 'bcdbcd', { accessLevel: 'captain' as 'admin' }),
      plainUser('x'.repeat(51), 'bcdbcd'),
      plainUser('service', 'bcdbcd', { accessLevel: 'client' }),
      plainUser('good', 'bcdbcd'),
    );
    assert.deepEqual(found.userCounts, expectedCounts(1, 0, 4));
    assert.deepEqual(found.errorNotImported, [
      'Record 1 of the users: it is no record of a user.',
      'User too-high: its accessLevel cannot be read.',
      'Record 3 of the users: its username cannot be read.',
      'User service: service accounts are not imported.',
    ]);
  });

  test('any number of dry runs stores nothing', async () => {
    const first = await getVerdict(plainUser('tried', 'bcdbcd'));
    assert.partialDeepStrictEqual(await box.admin.get(userFileApi.verify), first);
    assert.deepEqual(await getVerdict(plainUser('tried', 'bcdbcd')), first);
    const { users } = (await download(box)).list;
    assert.deepEqual(
      users.map(({ username }) => username),
      ['here-before'],
    );
  });
});

describe('what is imported (admin rules A25 to A28)', () => {
  before(() => box.setClosed(true));
  after(() => box.setClosed(false));

  test('passwords in an unknown format are reported, and the code recovers the account', async () => {
    const hash = '$2b$12$abcdefghijklmnopqrstuuDoesNotMatter';
    const greedy = `$argon2id$v=19$m=4194304,t=3,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;
    const users = [
      plainUser('old-timer', '*cdecde', { password: hash }),
      plainUser('greedy', 'defdef', { password: greedy, recoveryKey: hash }),
    ];
    const { otherErrors, userCounts } = await applyUsers(box, users);
    assert.deepEqual(userCounts, expectedCounts(2, 0, 0));
    assert.deepEqual(
      otherErrors.map((sentence) => sentence.split(' is stored')[0]),
      ['User old-timer: the password', 'User greedy: the password', 'User greedy: the recovery key'],
    );
    await box.setClosed(false);
    const body = { username: 'old-timer', recoveryKey: 'cdecde', newPassword: 'password' };
    assert.equal((await box.anonymous.call(accountsApi.recover, { body })).status, 200);
    await box.setClosed(true);
  });

  test('a missing or invalid picture is reported, and its owner gets none', async () => {
    const [missing, broken, good] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}.jpg`);
    const codes = ['efgefg', 'fghfgh', 'ghighi'];
    const users = [missing, broken, good].map((userImage, index) =>
      plainUser(`pictured-${index}`, codes[index] ?? '', { userImage }),
    );
    const pictures = {
      [broken ?? '']: Buffer.from('no picture'),
      [good ?? '']: await plainPicture({ format: 'jpeg' }),
    };
    const { otherErrors, userCounts } = await applyUsers(box, users, {}, pictures);
    assert.deepEqual(userCounts, expectedCounts(3, 0, 0));
    assert.deepEqual(
      otherErrors.map((sentence) => sentence.split(': the picture')[0]),
      ['User pictured-0', 'User pictured-1'],
    );
    const { list, pictures: stored } = await download(box);
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
    const [name] = [...(await download(box)).pictures.keys()];
    const other = { [name ?? '']: await plainPicture({ format: 'jpeg', colour: 'red' }) };
    const before = (await download(box)).pictures.get(name ?? '');
    await applyUsers(box, [plainUser('thief', 'hijhij', { userImage: name ?? '' })], {}, other);
    assert.deepEqual((await download(box)).pictures.get(name ?? ''), before);
  });

  test('favorites within the file work in a dry run too; missing ones are added, unknown names reported', async () => {
    const users = [
      plainUser('fan', 'ijkijk', { favoriteUsers: ['idol', 'here-before', 'anonymous'] }),
      plainUser('idol', 'jkljkl'),
      plainUser('here-before', 'abcabc', { favoriteUsers: ['fan'] }),
    ];
    const tried = await verifyUsers(box, users);
    assert.deepEqual(tried.otherErrors, ['User fan: the favorite anonymous is unknown here.']);
    const { userCounts } = await box.admin.get(userFileApi.apply);
    assert.deepEqual(userCounts, expectedCounts(2, 1, 0));
    await box.setClosed(false);
    const before = await box.logIn('here-before');
    assert.deepEqual(
      (await before.get(usersApi.favorites)).map(({ username }) => username),
      ['fan'],
    );
    await box.setClosed(true);
  });

  test('a different user with the same name gets no favorites from the file (admin rules A24 and A26)', async () => {
    importRegistrationCodes(box.context, 'nam es1\nnam es2\nnam es3', { force: false, dryRun: false });
    await createFamily(box, 'namesake', 'names1');
    const users = [
      plainUser('namesake', 'names2', { favoriteUsers: ['here-before'] }),
      plainUser('admirer', 'names3', { favoriteUsers: ['namesake', 'here-before'] }),
    ];
    const applied = await applyUsers(box, users);
    assert.deepEqual([applied.userCounts, applied.usernameConflicts.length], [expectedCounts(1, 0, 1), 1]);
    assert.deepEqual(applied.otherErrors, ['User admirer: the favorite namesake is unknown here.']);
    const favoritesOf = (list: readonly FileUser[], name: string) =>
      list.find(({ username }) => username === name)?.favoriteUsers;
    const { list } = await download(box);
    assert.deepEqual(favoritesOf(list.users, 'namesake'), []);
    assert.deepEqual(favoritesOf(list.users, 'admirer'), ['here-before']);
  });

  test('events are found by uid; “needs a photographer” is imported, a duplicate or unknown', async () => {
    const [first, second] = await box.admin.get(scheduleApi.list);
    assert.ok(first && second);
    const needs = { needsPhotographer: [first.uid, first.uid, 'no-such-event'] };
    const { needsPhotographerCounts, otherErrors } = await applyUsers(box, [], needs);
    assert.deepEqual(needsPhotographerCounts, expectedCounts(1, 1, 1));
    assert.deepEqual(otherErrors, ['Event no-such-event: Event not found.']);
    assert.deepEqual((await applyUsers(box, [], needs)).needsPhotographerCounts, expectedCounts(0, 2, 1));
  });

  test('performers are imported, duplicates, or reported with the error (admin rule A27)', async () => {
    const performer = (name: string, fields: object = {}) => ({
      ...{ name, isOfficialPerformer: true, photo: {}, yearsAttended: [], eventUIDs: [], ...fields },
    });
    const band = performer('The Band', { eventUIDs: ['no-such-event'] });
    const shadow = performer('Lone Wolf', { isOfficialPerformer: false });
    const found = await applyUsers(box, [], { performers: [band, shadow, performer('The Band')] });
    assert.deepEqual(found.performerCounts, expectedCounts(1, 1, 1));
    assert.deepEqual(found.otherErrors, [
      'Performer The Band: no event no-such-event.',
      'Performer Lone Wolf: The owner of the profile is missing.',
    ]);
    const own = (name: string, fields: object) =>
      plainUser('here-before', 'abcabc', { performer: performer(name, fields) } as object);
    const official = await applyUsers(box, [own('Solo', {})]);
    assert.match(official.otherErrors.join(), /^Performer Solo: An official performer can't belong to a user\./);
    const namesake = await applyUsers(box, [own('the band', { isOfficialPerformer: false })]);
    assert.match(namesake.otherErrors.join(), /^Performer the band: Another performer has this name\./);
    const mine = [own('Solo', { isOfficialPerformer: false })];
    assert.equal((await applyUsers(box, mine)).performerCounts.importedCount, 1);
    assert.equal((await applyUsers(box, mine)).performerCounts.duplicateCount, 1);
    const second = await applyUsers(box, [own('Duo', { isOfficialPerformer: false })]);
    assert.match(second.otherErrors.join(), /^Performer Duo: The user already has another profile\./);
  });

  test('any single top folder is accepted, next to files that some archivers add', async () => {
    const { zipOf } = await import('../../support/zip.ts');
    const zip = await zipOf({
      'some folder/userfile.json': JSON.stringify({ users: [plainUser('here-before', 'abcabc')] }),
      '__MACOSX/some folder/._userfile.json': 'x',
      'some folder/.DS_Store': 'x',
    });
    assert.equal((await box.upload(zip)).status, 200);
    const { userCounts, otherErrors } = await box.admin.get(userFileApi.verify);
    assert.deepEqual(userCounts, expectedCounts(0, 1, 0));
    assert.deepEqual(otherErrors, ['The file has no needsPhotographer.', 'The file has no performers.']);
  });

  test('a retry with the same idempotency key gets the first response (decision 35)', async () => {
    await verifyUsers(box, [plainUser('here-before', 'abcabc')]);
    const headers = { 'idempotency-key': 'apply-1' };
    const first = await box.admin.call(userFileApi.apply, { headers });
    const again = await box.admin.call(userFileApi.apply, { headers });
    assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body]);
    assert.equal((await box.admin.call(adminApi.serverSettings)).status, 200);
  });
});
