import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';
import { type Visitor, visit } from '../web/visitor.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const helper = await giveRole(app, await app.newcomer('helper'), 'accountmanager');
const stranger: Visitor = visit(app);
const password = 'password';
let codeCount = 0;

/** Ways in which people type, paste and dictate the code ABC DEF. */
const spellings: Readonly<Record<string, (code: string) => string>> = {
  'in capitals with a space': (code) => `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase(),
  'pasted with spaces around it': (code) => `  ${code.slice(0, 3)} ${code.slice(3)}\t`,
  'with a non-breaking space': (code) => `${code.slice(0, 3)}\u00A0${code.slice(3)}`,
  'with narrow and ideographic spaces': (code) => `\u2009${code.slice(0, 2)}\u202F${code.slice(2)}\u3000`,
  'letter by letter': (code) => [...code].join(' '),
  'in mixed case': (code) => code.replace(/./g, (letter, at: number) => (at % 2 ? letter : letter.toUpperCase())),
};

/** Creates a registration code, in its normal form. */
function makeCode(): string {
  codeCount += 1;
  const code = `zx${String(codeCount).padStart(4, 'q')}`;
  importRegistrationCodes(app.context, code, { dryRun: false, force: false });
  return code;
}

async function makeAccount(verification?: string) {
  codeCount += 1;
  const username = `reader-${codeCount}`;
  const { recoveryKey } = await app.anonymous.get(accountsApi.create, { body: { username, password, verification } });
  return { username, recoveryKey };
}

/** All inputs for a code; each throws unless it accepts this spelling. */
const codeInputs: Readonly<Record<string, (code: string, spelled: string) => Promise<void>>> = {
  async registration(_code, spelled) {
    const { username } = await makeAccount(spelled);
    assert.equal((await (await app.logIn(username)).get(accountsApi.whoami)).accessLevel, 'verified');
  },
  async verification(_code, spelled) {
    const { username } = await makeAccount();
    await (await app.logIn(username)).get(accountsApi.verify, { body: { verification: spelled } });
  },
  async recovery(code, spelled) {
    const { username } = await makeAccount(code);
    await app.anonymous.get(accountsApi.recover, {
      body: { username, recoveryKey: spelled, newPassword: 'another one' },
    });
  },
  async 'the search for a username'(code, spelled) {
    const { username } = await makeAccount(code);
    const body = { registrationCode: spelled, recoveryKey: password };
    assert.equal((await app.anonymous.get(accountsApi.lookUpUsername, { body })).username, username);
  },
  async 'the search of the staff'(code, spelled) {
    const { username } = await makeAccount(code);
    const found = await admin.get(adminApi.findByRegistrationCode, { params: { code: spelled } });
    assert.deepEqual(
      found.map((user) => user.username),
      [username],
    );
  },
  async 'an import'(_code, spelled) {
    const { added, unchanged } = importRegistrationCodes(app.context, spelled, { dryRun: true, force: false });
    assert.deepEqual([added, unchanged], [0, 1]);
  },
  async 'the registration form'(_code, spelled) {
    codeCount += 1;
    const fields = { action: 'register', username: `reader-${codeCount}`, password, verification: spelled };
    assert.equal((await stranger.send('/sign-in', fields)).status, 200);
    assert.equal((await (await app.logIn(fields.username)).get(accountsApi.whoami)).accessLevel, 'verified');
  },
  async 'the form for an account without a code'(_code, spelled) {
    const user = await app.logIn((await makeAccount()).username);
    assert.equal(
      (await visit(app, user).send('/settings/code', { action: 'verify', verification: spelled })).status,
      303,
    );
  },
  async 'the recovery form'(code, spelled) {
    const { username } = await makeAccount(code);
    const fields = { action: 'recover', username, recoveryKey: spelled, newPassword: 'another one' };
    assert.equal((await stranger.send('/recover', fields)).status, 303);
  },
  async 'the form that finds a username'(code, spelled) {
    const { username } = await makeAccount(code);
    const fields = { action: 'find', registrationCode: spelled, recoveryKey: password };
    assert.match((await stranger.send('/find-name', fields)).body, new RegExp(username));
  },
  async 'the search at the registration desk'(code, spelled) {
    const { userID } = await app.logIn((await makeAccount(code)).username);
    const { location } = await visit(app, helper).open(`/staff/registration?search=${encodeURIComponent(spelled)}`);
    assert.equal(location, `/staff/registration/${userID}`);
  },
};

describe('a code is read the same way everywhere: spaces and letter case are ignored (decision 98)', () => {
  for (const [place, takes] of Object.entries(codeInputs)) {
    test(place, async (t) => {
      for (const [how, spell] of Object.entries(spellings)) {
        await t.test(how, async () => {
          const code = makeCode();
          await takes(code, spell(code));
        });
      }
    });
  }
});

test('no form truncates a code that’s pasted with spaces', async () => {
  const codeless = visit(app, await app.logIn((await makeAccount()).username));
  for (const [browser, path] of [
    [stranger, '/sign-in'],
    [stranger, '/find-name'],
    [stranger, '/recover'],
    [codeless, '/settings/code'],
  ] as const) {
    const inputs = (await browser.open(path)).body.match(
      /<input [^>]*name="(?:verification|registrationCode|recoveryKey)"[^>]*>/g,
    );
    assert.ok(inputs && inputs.length > 0, path);
    for (const input of inputs)
      assert.ok(Number(/maxlength="(\d+)"/.exec(input)?.[1] ?? 50) >= 50, `${path}: ${input}`);
  }
});
