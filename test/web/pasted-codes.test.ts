import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { accountsApi } from '#core/accounts/api.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { startTestApp, type User } from '../support/app.ts';
import { openPhone, test } from '../support/browser.ts';

const app = await startTestApp();
const password = 'password';
let codeCount = 0;

const spellings: Readonly<Record<string, (code: string) => string>> = {
  'with spaces before, between and after': (code) => `  ${code.slice(0, 3)} ${code.slice(3)}  `.toUpperCase(),
  'in lower case': (code) => code.toLowerCase(),
  'in lower case with spaces everywhere': (code) => ` ${[...code].join(' ')} `,
};

/** Creates a registration code. */
function makeCode(): string {
  codeCount += 1;
  const code = `pa${String(codeCount).padStart(4, 'x')}`;
  importRegistrationCodes(app.context, code, { dryRun: false, force: false });
  return code;
}

async function makeUser(verification?: string): Promise<User> {
  codeCount += 1;
  const username = `paster-${codeCount}`;
  await app.anonymous.get(accountsApi.create, { body: { username, password, verification } });
  return app.logIn(username);
}

const readLevel = async (username: string) => (await (await app.logIn(username)).get(accountsApi.whoami)).accessLevel;

/** Copies the text elsewhere and pastes it into the field, as users do. */
async function pasteText(tab: Tab, field: string, text: string): Promise<void> {
  await tab.evaluate(`{
    const note = document.body.appendChild(document.createElement('textarea'));
    note.value = ${JSON.stringify(text)};
    note.select();
  }`);
  await tab.keyboard.press('Control+C');
  await tab.evaluate('document.body.lastElementChild.remove(); getSelection().removeAllRanges();');
  await tab.locator(field).focus();
  await tab.keyboard.press('Control+V');
  assert.equal(await tab.locator(field).inputValue(), text, 'nothing is cut');
}

const open = async (path: string, user?: User): Promise<Tab> => {
  const { tab } = await openPhone(app.url, user && { token: user.token });
  await tab.goto(path);
  return tab;
};

describe('a registration code is accepted the way it’s pasted', () => {
  for (const [how, spell] of Object.entries(spellings)) {
    test(`${how}, at registration`, async () => {
      const tab = await open('/sign-in');
      codeCount += 1;
      await pasteText(tab, '#register-verification', spell(makeCode()));
      await tab.locator('#register-username').fill(`paster-${codeCount}`);
      await tab.locator('#register-password').fill(password);
      await tab.getByRole('button', { name: 'Create account' }).click();
      await tab.getByText('Welcome aboard').waitFor();
      assert.equal(await readLevel(`paster-${codeCount}`), 'verified');
    });

    test(`${how}, for an account without one`, async () => {
      const user = await makeUser();
      const tab = await open('/settings/code', user);
      await pasteText(tab, '#verify-verification', spell(makeCode()));
      await tab.getByRole('button', { name: 'Add code' }).click();
      await tab.waitForURL('**/settings');
      assert.equal(await readLevel(user.username), 'verified');
    });

    test(`${how}, for a new password`, async () => {
      const code = makeCode();
      const { username } = await makeUser(code);
      const tab = await open('/recover');
      await pasteText(tab, '#recover-recoveryKey', spell(code));
      await tab.locator('#recover-username').fill(username);
      await tab.locator('#recover-newPassword').fill('another one');
      await tab.getByRole('button', { name: 'Set password and sign in' }).click();
      await tab.waitForURL(`${app.url}/`);
    });
  }
});
