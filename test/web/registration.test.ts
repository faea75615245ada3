import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { createFamily, createSubAccount } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
// The role alone is enough.
const accountManager = await giveRole(app, await app.newcomer('helper'), 'accountmanager');
const desk = visit(app, accountManager);
const deskPath = '/staff/registration';

async function makePassenger(username: string, code: string) {
  const family = await createFamily(app, username, code);
  const user = await app.logIn(username);
  return { ...family, user, page: `${deskPath}/${user.userID}` };
}

describe('the registration desk', () => {
  test('finds a passenger by registration code and by name, and opens their page directly', async () => {
    const { user, page } = await makePassenger('marina', 'abc abc');
    for (const search of ['ABC ABC', 'abcabc', 'marin'])
      assert.equal((await desk.open(`${deskPath}?search=${encodeURIComponent(search)}`)).location, page, search);
    await createSubAccount(app, user, 'marina-two');
    assert.match((await desk.open(`${deskPath}?search=marin`)).body, /@marina<.*@marina-two</s);
    assert.match(
      (await desk.open(`${deskPath}?search=unknown-user`)).body,
      /role="status">No one found with that name or code/,
    );
    assert.match((await desk.open(page)).body, />abcabc<.*@marina, @marina-two/s);
  });

  test('unlocks a used code, so that it works once more', async () => {
    const { username, code, page } = await makePassenger('lockedout', 'bcd bcd');
    const recover = () =>
      app.anonymous.call(accountsApi.recover, { body: { username, recoveryKey: code, newPassword: 'another one' } });
    assert.equal((await recover()).status, 200);
    assert.notEqual((await recover()).status, 200);
    assert.match((await desk.open(page)).body, /already used to reset a password/);
    assert.equal((await desk.send(page, { unlock: '' })).location, page);
    assert.match((await desk.open(page)).body, /can be used once/);
    assert.equal((await recover()).status, 200);
  });

  test('sets a new password, shows it once, and doesn’t spend the code', async () => {
    const { username, page } = await makePassenger('forgetful', 'cde cde');
    const proposed = /name="newPassword"[^>]* value="([^"]+)"/.exec((await desk.open(page)).body)?.[1] ?? '';
    assert.match(proposed, /^[a-z2-9]{4}-[a-z2-9]{4}$/);
    const shown = await desk.send(page, { action: 'newPassword', username, newPassword: proposed });
    assert.equal(shown.status, 200);
    assert.match(shown.body, new RegExp(proposed));
    assert.equal((await app.logIn(username, proposed)).username, username);
    assert.match((await desk.open(page)).body, /can be used once/);
    const short = await desk.send(page, { action: 'newPassword', username, newPassword: 'x' });
    assert.equal(short.status, 400);
    assert.match(short.body, /id="newPassword-newPassword-wrong"/);
  });

  test('shows that an account has no code', async () => {
    const { userID } = await app.newcomer('codeless');
    assert.match(
      (await desk.open(`${deskPath}/${userID}`)).body,
      /This account has no registration code. It was verified without one/,
    );
  });

  test('allocates reserved codes, for the development team only', async () => {
    assert.doesNotMatch((await desk.open(deskPath)).body, /Assign a reserved code/);
    const team = visit(app, await app.atLevel('devteam'));
    const handed = await team.send(deskPath, { action: 'allocate', username: 'chat.friend' });
    assert.match(handed.body, /For chat\.friend:<\/p><p class="code large">[a-z0-9]{6}</);
  });

  test('isn’t available to moderators', async () => {
    assert.equal((await visit(app, await app.atLevel('moderator')).open(deskPath)).status, 403);
  });
});
