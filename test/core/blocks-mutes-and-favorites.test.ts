import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { findUser, listFavoriteUserIDs, listHiddenUserIDs } from '#core/users/index.ts';
import { addFavorite } from '#core/users/relations.ts';
import { createSubAccount, unknownID } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';

const app = await startTestApp();

const toUserParams = ({ userID }: User) => ({ params: { userID } });
const canSee = async (viewer: User, viewed: User) => {
  const { status } = await viewer.call(usersApi.header, toUserParams(viewed));
  assert.ok(status === 200 || status === 404);
  return status === 200;
};

type ListEndpoint = typeof usersApi.blocks | typeof usersApi.mutes | typeof usersApi.favorites;
const listNames = async (user: User, listing: ListEndpoint) =>
  (await user.get(listing)).map(({ username }) => username);

async function assertHidden(family: readonly User[], others: readonly User[], hidden: boolean): Promise<void> {
  for (const member of family) {
    for (const other of others) {
      assert.equal(await canSee(member, other), !hidden, `${member.username} looks at ${other.username}`);
      assert.equal(await canSee(other, member), !hidden, `${other.username} looks at ${member.username}`);
    }
  }
}

test('a block hides two whole families from each other, accounts added later included', async () => {
  const [anna, bert, carl] = [await app.newcomer('anna'), await app.newcomer('bert'), await app.newcomer('carl')];
  const annaToo = await createSubAccount(app, anna, 'anna-too');
  const bertToo = await createSubAccount(app, bert, 'bert-too');
  const block = await annaToo.call(usersApi.block, toUserParams(bertToo));
  assert.equal(block.status, 201);
  assert.equal(block.bytes.length, 0);
  const bertLater = await createSubAccount(app, bert, 'bert-later');
  const annaLater = await createSubAccount(app, anna, 'anna-later');
  const annas = [anna, annaToo, annaLater];
  const berts = [bert, bertToo, bertLater];
  await assertHidden(annas, berts, true);
  await assertHidden([...annas, ...berts], [carl], false);
  await assertHidden([anna], [annaToo], false);
  const hiddenFromAnna = listHiddenUserIDs(app.context, findUser(app.context, anna.userID));
  assert.deepEqual(new Set(hiddenFromAnna), new Set(berts.map(({ userID }) => userID)));

  // The list names exactly the account that was named, to every account of the family and to no one else.
  for (const user of annas) assert.deepEqual(await listNames(user, usersApi.blocks), ['bert-too']);
  for (const user of [...berts, carl]) assert.deepEqual(await listNames(user, usersApi.blocks), []);

  assert.equal((await anna.call(usersApi.unblock, toUserParams(bertToo))).status, 204);
  await assertHidden(annas, berts, false);
  assert.deepEqual(await listNames(annaToo, usersApi.blocks), []);
});

test('blocking again is 200, unblocking always 204; bad ids are 400, unknown ones 404', async () => {
  const [dora, emil] = [await app.newcomer('dora'), await app.newcomer('emil')];
  const doraToo = await createSubAccount(app, dora, 'dora-too');
  assert.equal((await dora.call(usersApi.unblock, toUserParams(emil))).status, 204);
  assert.equal((await dora.call(usersApi.block, toUserParams(emil))).status, 201);
  assert.equal((await dora.call(usersApi.block, toUserParams(emil))).status, 200);
  assert.equal((await doraToo.call(usersApi.block, toUserParams(emil))).status, 200);
  assert.deepEqual(await listNames(dora, usersApi.blocks), ['emil']);
  assert.equal((await dora.call(usersApi.unblock, toUserParams(emil))).status, 204);
  assert.equal((await dora.call(usersApi.unblock, toUserParams(emil))).status, 204);
  for (const declaration of [usersApi.block, usersApi.unblock]) {
    assert.equal((await dora.call(declaration, { params: { userID: 'no-id' } })).status, 400);
    assert.equal((await dora.call(declaration, { params: { userID: unknownID } })).status, 404);
  }
});

test('staff, yourself and your own accounts can’t be blocked', async () => {
  const fred = await app.newcomer('fred');
  const fredToo = await createSubAccount(app, fred, 'fred-too');
  for (const target of [await app.atLevel('moderator'), await app.atLevel('admin'), fred, fredToo]) {
    const response = await fred.call(usersApi.block, toUserParams(target));
    assert.equal(response.status, 400);
    assert.equal(response.fieldErrors, undefined);
  }
  assert.deepEqual(await listNames(fred, usersApi.blocks), []);
});

test('a user hidden by a block looks missing to blocking, muting and making a favorite', async () => {
  const [gina, hugo] = [await app.newcomer('gina'), await app.newcomer('hugo')];
  const hugoToo = await createSubAccount(app, hugo, 'hugo-too');
  await gina.get(usersApi.block, toUserParams(hugo));
  for (const [viewer, hidden] of [
    [hugo, gina],
    [gina, hugoToo],
  ] as const) {
    for (const declaration of [
      usersApi.block,
      usersApi.unblock,
      usersApi.mute,
      usersApi.unmute,
      usersApi.favorite,
      usersApi.unfavorite,
    ]) {
      const response = await viewer.call(declaration, toUserParams(hidden));
      assert.equal(response.status, 404, declaration.path);
      assert.equal(response.reason, (await viewer.call(declaration, { params: { userID: unknownID } })).reason);
    }
    assert.ok(!(await listNames(viewer, usersApi.blocks)).includes(hidden.username));
  }
});

test('removing a block doesn’t remove the other side’s block', async () => {
  const [ines, jost] = [await app.newcomer('ines'), await app.newcomer('jost')];
  const inesToo = await createSubAccount(app, ines, 'ines-too');
  await ines.get(usersApi.block, toUserParams(jost));
  // Blocks hide nothing from the staff, so a moderator's earlier block creates one in both directions.
  const admin = await app.logIn('admin');
  await admin.send('POST', `/api/v3/admin/moderator/promote/${jost.userID}`);
  await jost.get(usersApi.block, toUserParams(inesToo));
  await admin.send('POST', `/api/v3/admin/user/demote/${jost.userID}`);
  assert.deepEqual(await listNames(jost, usersApi.blocks), ['ines-too']);
  assert.equal((await ines.call(usersApi.unblock, toUserParams(jost))).status, 204);
  assert.deepEqual(await listNames(ines, usersApi.blocks), []);
  await assertHidden([ines, inesToo], [jost], true);
  assert.equal((await jost.call(usersApi.unblock, toUserParams(inesToo))).status, 204);
  await assertHidden([ines, inesToo], [jost], false);
});

test('blocks don’t affect moderators, but do affect their other accounts', async () => {
  const [kurt, lena] = [await app.newcomer('kurt'), await app.newcomer('lena')];
  const lenaToo = await createSubAccount(app, lena, 'lena-too');
  const admin = await app.logIn('admin');
  await kurt.get(usersApi.block, toUserParams(lenaToo));
  await assertHidden([kurt], [lena, lenaToo], true);
  await admin.send('POST', `/api/v3/admin/moderator/promote/${lena.userID}`);
  await assertHidden([kurt], [lena], false);
  await assertHidden([kurt], [lenaToo], true);
  assert.deepEqual(listHiddenUserIDs(app.context, findUser(app.context, lena.userID)), []);
  assert.deepEqual(listHiddenUserIDs(app.context, findUser(app.context, kurt.userID)), [lenaToo.userID]);
  await admin.send('POST', `/api/v3/admin/user/demote/${lena.userID}`);
  await assertHidden([kurt], [lena, lenaToo], true);

  const moderator = await app.atLevel('moderator');
  assert.equal((await moderator.call(usersApi.block, toUserParams(kurt))).status, 201);
  await assertHidden([moderator], [kurt], false);
  assert.deepEqual(await listNames(moderator, usersApi.blocks), ['kurt']);
});

test('mutes belong to one account and hide nothing else; both calls can be repeated', async () => {
  const [mona, nils] = [await app.newcomer('mona'), await app.newcomer('nils')];
  const monaToo = await createSubAccount(app, mona, 'mona-too');
  for (let time = 0; time < 2; time += 1)
    assert.equal((await mona.call(usersApi.mute, toUserParams(nils))).status, 201);
  assert.equal((await mona.call(usersApi.mute, toUserParams(await app.atLevel('moderator')))).status, 201);
  assert.deepEqual(await listNames(mona, usersApi.mutes), ['moderator-person', 'nils']);
  for (const user of [monaToo, nils]) assert.deepEqual(await listNames(user, usersApi.mutes), []);
  await assertHidden([mona], [nils], false);
  for (let time = 0; time < 2; time += 1)
    assert.equal((await mona.call(usersApi.unmute, toUserParams(nils))).status, 204);
  assert.deepEqual(await listNames(mona, usersApi.mutes), ['moderator-person']);
});

test('users can mute themselves, without effect', async () => {
  const otto = await app.newcomer('otto');
  assert.equal((await otto.call(usersApi.mute, toUserParams(otto))).status, 201);
  assert.deepEqual(await listNames(otto, usersApi.mutes), []);
  assert.equal((await otto.call(usersApi.unmute, toUserParams(otto))).status, 204);
});

test('favorites belong to one account; both calls can be repeated, and two calls remove one', async () => {
  const [paul, rosa, Sven] = [await app.newcomer('paul'), await app.newcomer('rosa'), await app.newcomer('Sven')];
  const paulToo = await createSubAccount(app, paul, 'paul-too');
  for (const user of [Sven, rosa, rosa])
    assert.equal((await paul.call(usersApi.favorite, toUserParams(user))).status, 201);
  assert.deepEqual(await listNames(paul, usersApi.favorites), ['rosa', 'Sven']);
  for (const user of [paulToo, rosa]) assert.deepEqual(await listNames(user, usersApi.favorites), []);
  assert.equal((await paul.call(usersApi.favorite, toUserParams(paul))).status, 400);
  assert.equal((await paul.call(usersApi.unfavorite, toUserParams(rosa))).status, 204);
  assert.equal((await paul.call(usersApi.unfavorite, toUserParams(rosa))).status, 204);
  assert.equal((await paul.send('DELETE', `/api/v3/users/${Sven.userID}/favorite`)).status, 204);
  assert.deepEqual(await listNames(paul, usersApi.favorites), []);
});

test('mutes and favorites reject bad ids with 400 and unknown ones with 404', async () => {
  const tina = await app.newcomer('tina');
  for (const declaration of [usersApi.mute, usersApi.unmute, usersApi.favorite, usersApi.unfavorite]) {
    assert.equal((await tina.call(declaration, { params: { userID: 'no-id' } })).status, 400);
    assert.equal((await tina.call(declaration, { params: { userID: unknownID } })).status, 404);
  }
});

test('a block takes users of either side out of lists of mutes and favorites while it lasts', async () => {
  const [ulla, vera] = [await app.newcomer('ulla'), await app.newcomer('vera')];
  const veraToo = await createSubAccount(app, vera, 'vera-too');
  for (const declaration of [usersApi.mute, usersApi.favorite]) {
    await ulla.get(declaration, toUserParams(veraToo));
    await vera.get(declaration, toUserParams(ulla));
  }
  await ulla.get(usersApi.block, toUserParams(vera));
  for (const listing of [usersApi.mutes, usersApi.favorites]) {
    assert.deepEqual(await listNames(ulla, listing), []);
    assert.deepEqual(await listNames(vera, listing), []);
  }
  assert.deepEqual(await listNames(ulla, usersApi.blocks), ['vera']);
  await ulla.get(usersApi.unblock, toUserParams(vera));
  for (const listing of [usersApi.mutes, usersApi.favorites]) {
    assert.deepEqual(await listNames(ulla, listing), ['vera-too']);
    assert.deepEqual(await listNames(vera, listing), ['ulla']);
  }
});

test('a favorite that was rolled back is not cached', async () => {
  const [willi, xenia] = [await app.newcomer('willi'), await app.newcomer('xenia')];
  const caller = findUser(app.context, willi.userID);
  assert.ok(caller);
  assert.throws(() =>
    transact(app.context, (context) => {
      addFavorite(context, caller, xenia.userID);
      assert.ok(listFavoriteUserIDs(context, willi.userID).has(xenia.userID));
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await listNames(willi, usersApi.favorites), []);
});

test('notes, blocks, mutes and favorites are off with the feature users; finding users is not', async () => {
  const [yara, admin] = [await app.newcomer('yara'), await app.logIn('admin')];
  const pair = [{ app: 'all', feature: 'users' }];
  const change = (body: object) => admin.send('POST', '/api/v3/admin/serversettings/update', { body });
  assert.equal((await change({ disableFeatures: pair, enableFeatures: [] })).status, 200);
  for (const declaration of [usersApi.blocks, usersApi.mutes, usersApi.favorites]) {
    assert.equal((await yara.call(declaration)).status, 451);
  }
  for (const declaration of [usersApi.block, usersApi.mute, usersApi.favorite, usersApi.note, usersApi.deleteNote]) {
    assert.equal((await yara.call(declaration, toUserParams(admin))).status, 451);
  }
  assert.equal((await admin.call(usersApi.blocks)).status, 200);
  for (const open of [usersApi.notes, publicTextApi.alertWords]) assert.equal((await yara.call(open)).status, 200);
  assert.ok(await canSee(yara, admin));
  assert.equal((await change({ enableFeatures: pair, disableFeatures: [] })).status, 200);
  assert.equal((await yara.call(usersApi.blocks)).status, 200);
});
