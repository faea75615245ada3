import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Context } from '#area/context.ts';
import type { FirstPasswords } from '#config/config.ts';
import { readClientsFile } from '#core/accounts/clients-file.ts';
import { assertUsablePasswords, warnAboutOtherPasswords } from '#core/accounts/first-passwords.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

const app = await startTestApp();

/** Returns the instance's context as a start in production has it. */
const createProductionContext = (passwords: Partial<FirstPasswords>): Context => ({
  ...app.context,
  config: { ...app.context.config, isDevelopment: false, firstPasswords: { ...noPasswords, ...passwords } },
});
const noPasswords = {
  admin: undefined,
  adminRecoveryKey: undefined,
  managementOffice: undefined,
  managementOfficeRecoveryKey: undefined,
  metrics: undefined,
};

test('an invalid first password stops startup, unless its account exists', () => {
  const accounts = [{ username: 'admin' }, { username: 'THO' }];
  const check = (passwords: Partial<FirstPasswords>) =>
    assertUsablePasswords(createProductionContext(passwords).config, accounts);
  assert.throws(() => check({ admin: 'short' }), {
    name: 'InvalidSetting',
    message: 'ADMIN_PASSWORD must have 6 to 50 characters, like every password.',
  });
  assert.throws(() => check({ managementOffice: 'x'.repeat(51) }), /^InvalidSetting: THO_PASSWORD must have/);
  check({ admin: 'long enough', metrics: 'short' });
});

test('warns about a first password that differs from its account’s, with the command that changes it', async () => {
  const book = createLogBook();
  const warn = (passwords: Partial<FirstPasswords>) =>
    warnAboutOtherPasswords({ ...createProductionContext(passwords), log: book.log });
  await warn({ admin: 'password', metrics: 'password' });
  assert.deepEqual(book.lines(), []);
  await warn({ admin: 'another one', metrics: 'password' });
  const [line, ...others] = book.lines();
  assert.match(line?.msg ?? '', /^ADMIN_PASSWORD is not the password of admin.*`gangway user password admin`/);
  assert.deepEqual(others, []);
});

test('warns about lines of the clients file without an account by number, without their content', () => {
  const file = join(app.context.config.folders.data, 'clients.txt');
  writeFileSync(
    file,
    '# kiosks\n\nclient:sample\nkiosk:a secret:\nno colon but a secret\nbar\nKIOSK:a secret\n:a secret\n',
  );
  const { clients, faults } = readClientsFile(file);
  assert.deepEqual(clients, [{ username: 'kiosk', password: 'a secret', recoveryKey: undefined }]);
  assert.deepEqual(
    faults.map((fault) => /^line (\d+) of .*clients\.txt was skipped: \S/.exec(fault)?.[1]),
    ['5', '6', '7', '8'],
  );
  assert.doesNotMatch(faults.join(), /secret/);
  assert.match(faults[1] ?? '', /the password is missing: lines are name:password:recovery key/);
});
