import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { countWrongCode, mayTryCode } from '#core/accounts/guessed-codes.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { browse, type Shown } from '../support/browse.ts';
import { openPhone, type Phone, test, waitUntilTrue } from '../support/browser.ts';
import { giveRole } from '../support/roles.ts';

const password = 'password';
let codeCount = 0;

/** Creates a registration code. */
function makeCode(app: TestApp): string {
  codeCount += 1;
  const code = `rg${String(codeCount).padStart(4, 'x')}`;
  importRegistrationCodes(app.context, code, { dryRun: false, force: false });
  return code;
}

const sendRegistration = (app: TestApp, fields: Readonly<Record<string, string>>): Promise<Shown> =>
  browse(app).send('/sign-in', { action: 'register', username: '', password, verification: '', ...fields });

/** Returns the value of the field with this name in the returned form. */
const readField = ({ body }: Shown, name: string): string =>
  new RegExp(`<input id="register-${name}" [^>]*? value="([^"]*)"`).exec(body)?.[1] ?? '';

/** Returns the error of the field with this name. */
const readFieldError = ({ body }: Shown, name: string): string =>
  new RegExp(`id="register-${name}-wrong">.*?<span>([^<]*)`).exec(body)?.[1] ?? '';

describe('the registration page', () => {
  test('asks for a name, derives the username, and shows it', async () => {
    const app = await startTestApp();
    const { status, body, session } = await sendRegistration(app, {
      name: 'María López 李',
      verification: makeCode(app),
    });
    assert.equal(status, 200);
    assert.match(body, /signed in on this phone as <b>@maria-lopez<\/b>/);
    assert.ok(session);
    const user = await app.logIn('maria-lopez');
    const { header } = await user.get(profilesApi.readOwnProfile);
    assert.equal(header.displayName, 'María López 李');
    assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
  });

  test('accepts another username, and suggests a free one if it’s taken', async () => {
    const app = await startTestApp();
    const code = makeCode(app);
    const taken = await sendRegistration(app, { name: 'James T.', username: 'James', verification: code });
    assert.equal(taken.status, 409);
    assert.match(readFieldError(taken, 'username'), /james-2 is available/);
    assert.equal(
      (await sendRegistration(app, { name: 'James T.', username: 'James-2', verification: code })).status,
      200,
    );
    assert.equal((await (await app.logIn('james-2')).get(profilesApi.readOwnProfile)).header.displayName, 'James T.');
  });

  test('keeps everything except the password when rejected, with errors at each field', async () => {
    const app = await startTestApp();
    const good = { name: 'Ann of the Sea', username: 'ann', verification: makeCode(app) };
    const used = makeCode(app);
    await sendRegistration(app, { name: 'First', verification: used });
    for (const [name, bad] of [
      ['username', 'änn'],
      ['password', 'short'],
      ['verification', 'zzzzz9'],
    ] as const) {
      const typed: Record<string, string> = { ...good, [name]: bad };
      const shown = await sendRegistration(app, typed);
      assert.equal(shown.status, 400, name);
      assert.ok(readFieldError(shown, name).length > 10, `${name}: ${shown.body}`);
      for (const field of ['name', 'username', 'verification'] as const)
        assert.equal(readField(shown, field), typed[field], `${field} after a wrong ${name}`);
      assert.ok(!shown.body.includes('value="short"'));
    }
    const known = await sendRegistration(app, { ...good, verification: used });
    assert.match(readFieldError(known, 'verification'), /already been used/);
    const nameless = await sendRegistration(app, { ...good, name: '', username: '' });
    assert.match(readFieldError(nameless, 'name'), /Enter a display name/);
    assert.equal(readField(nameless, 'verification'), good.verification);
    assert.equal((await sendRegistration(app, good)).status, 200);
  });

  test('says up front what’s allowed', async () => {
    const app = await startTestApp();
    const { body } = await browse(app).open('/sign-in');
    for (const [name, hint] of Object.entries({
      verification: /The six letters and digits on your cabin card/,
      name: /2 to 50 characters, in any script/,
      username: /2 to 50 characters: letters a to z and digits, with - \. \+ or _ between them/,
      password: /6 to 50 characters/,
    })) {
      const said = new RegExp(`id="register-${name}-hint">([^<]*)`).exec(body)?.[1] ?? '';
      assert.match(said, hint);
    }
  });

  test('without a code says what remains to be done', async () => {
    const app = await startTestApp();
    const { body } = await sendRegistration(app, { name: 'Reader' });
    assert.match(body, /href="\/settings\/code">enter your registration code/);
    assert.match(body, /registration desk/);
  });
});

describe('if others behind the same address have used up its wrong codes', () => {
  const address = '127.0.0.1';

  async function startAttacked({ withAccounts }: { withAccounts: boolean }): Promise<TestApp> {
    const app = await startTestApp();
    while (mayTryCode(app.context, { address })) countWrongCode(app.context, { address });
    for (let number = 0; withAccounts && mayTryCode(app.context, { address, accountID: 'next' }); number += 1) {
      const puppet = { address, accountID: `puppet-${number}` };
      while (mayTryCode(app.context, puppet)) countWrongCode(app.context, puppet);
    }
    return app;
  }

  test('the form creates the account and enters the code in one step', async () => {
    const app = await startAttacked({ withAccounts: false });
    const { status, body } = await sendRegistration(app, { name: 'Honest', verification: makeCode(app) });
    assert.equal(status, 200);
    assert.match(body, /@honest/);
    assert.doesNotMatch(body, /class="say warn"/);
    assert.equal((await (await app.logIn('honest')).get(accountsApi.whoami)).accessLevel, 'verified');
  });

  test('after a mistyped code, the account exists and can enter it again', async () => {
    const app = await startAttacked({ withAccounts: false });
    const { body, session } = await sendRegistration(app, { name: 'Mistyper', verification: 'zzzzz9' });
    assert.match(body, /class="say warn".*This registration code isn&#39;t valid/s);
    const browser = browse(app, { token: session ?? '' });
    const { status } = await browser.send('/settings/code', { action: 'verify', verification: makeCode(app) });
    assert.equal(status, 303);
  });

  test('and accounts, people are sent to the desk, which knows why and admits them with two taps', async () => {
    const app = await startAttacked({ withAccounts: true });
    const { body, session } = await sendRegistration(app, { name: 'Late', verification: makeCode(app) });
    assert.match(body, /class="say warn".*Too many wrong registration codes.*registration desk/s);
    const desk = browse(app, await giveRole(app, await app.newcomer('helper'), 'accountmanager'));
    const list = await desk.open('/staff/registration');
    assert.match(list.body, /class="say warn".*gangway user unlock --address 127\.0\.0\.1/s);
    const [, way = ''] = /Registered without a code.*?href="([^"]*)">late</s.exec(list.body) ?? [];
    const page = await desk.open(way);
    assert.match(page.body, /name="action" value="admit"/);
    const { location = '' } = await desk.send(way, { action: 'admit', username: 'late', registrationCode: '' });
    assert.match((await desk.open(location)).body, /role="status">.*@late can post now/);
    const user = await app.logIn('late');
    assert.equal(user.token, session, 'the login stays');
    assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
  });
});

describe('while typing a name', () => {
  const proposal = ({ tab }: Phone) => tab.locator('#register-username-proposal');
  const openDoor = async (app: TestApp, hasScript = true) => {
    const phone = await openPhone(app.url, { hasScript });
    await phone.tab.goto('/sign-in');
    return phone;
  };

  test('the page suggests a free username, used if the field stays empty', async () => {
    const app = await startTestApp();
    await app.newcomer('zoe-angstrom');
    const phone = await openDoor(app);
    const { tab, complaints } = phone;
    const asked: string[] = [];
    tab.on('request', (request) => {
      if (request.url().includes('proposename')) asked.push(request.url());
    });
    await tab.getByLabel('Display name').pressSequentially('Zoë Ångström', { delay: 5 });
    await proposal(phone).getByText('@zoe-angstrom-2').waitFor();
    assert.ok(asked.length <= 2, asked.join(' '));
    await tab.locator('#register-username').fill('zoe');
    await waitUntilTrue(tab, "document.querySelector('#register-username-proposal').textContent === ''");
    await tab.locator('#register-username').fill('');
    await proposal(phone).getByText('@zoe-angstrom-2').waitFor();
    await tab.locator('#register-password').fill(password);
    await tab.getByRole('button', { name: 'Create account' }).click();
    await tab.getByText('@zoe-angstrom-2').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('it suggests nothing for a name that’s too short, or without a connection', async () => {
    const app = await startTestApp();
    const phone = await openDoor(app);
    const { tab } = phone;
    await tab.getByLabel('Display name').fill('Z');
    await tab.waitForTimeout(500);
    assert.equal(await proposal(phone).textContent(), '');
    await tab.getByLabel('Display name').fill('Zoe');
    await proposal(phone).getByText('@zoe').waitFor();
    await phone.context.route('**/proposename*', (route) => route.abort());
    await tab.getByLabel('Display name').fill('Zoe Angstrom');
    await waitUntilTrue(tab, "document.querySelector('#register-username-proposal').textContent === ''");
  });

  test('without script the username is derived when the form is sent', async () => {
    const app = await startTestApp();
    const { tab } = await openDoor(app, false);
    await tab.getByLabel('Display name').fill('Zoe');
    await tab.locator('#register-password').fill(password);
    await tab.getByRole('button', { name: 'Create account' }).click();
    await tab.getByText('@zoe').waitFor();
  });
});

test('on a phone, a new passenger registers with name, code and password, and is signed in', async () => {
  const app = await startTestApp();
  const code = makeCode(app);
  const phone = await openPhone(app.url);
  await phone.tab.goto(`${app.url}/sign-in`);
  await phone.tab.getByLabel('Registration code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `.toUpperCase());
  await phone.tab.getByLabel('Display name').fill('Zoë Ångström');
  await phone.tab.locator('#register-password').fill(password);
  await phone.tab.getByRole('button', { name: 'Create account' }).click();
  await phone.tab.getByText('@zoe-angstrom').waitFor();
  const overflow = await phone.tab.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0);
  await phone.tab.getByText('I’ve written it down').click();
  await phone.tab.waitForURL(`${app.url}/`);
});
