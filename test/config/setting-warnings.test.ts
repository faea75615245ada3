import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createConfig } from '#config/config.ts';
import { readManual } from '#config/crew-manual.ts';
import { listSettingWarnings } from '#config/setting-warnings.ts';
import { settings } from '#config/settings.ts';
import { listAddressesForPhones } from '#config/ship-address.ts';

const data = mkdtempSync(join(tmpdir(), 'gangway-test-'));
after(() => rmSync(data, { recursive: true, force: true }));

const getWarnings = (environment: Record<string, string>, name = 'production', namesInFile: string[] = []): string =>
  listSettingWarnings(createConfig(name, { DATA_DIR: data, ...environment }, { namesInFile }))
    .map(({ sentence }) => sentence)
    .join('\n');

test('warns about unknown names in the environment file', () => {
  const namesInFile = ['PORT', 'ADMIN_PASWORD', 'VAPOR_ENV', 'DATABASE_DB', 'CACHE_DIR', 'REDIS_URL', 'EXTERNALURL'];
  const warnings = getWarnings({ DATABASE_URL: 'file:/x' }, 'testing', namesInFile);
  assert.equal(
    warnings,
    'testing.env sets what this program does not know: ADMIN_PASWORD, EXTERNALURL. Check the spelling.',
  );
});

test('the manual describes every variable that is read', () => {
  const described = settings.flatMap(({ variables }) => variables);
  assert.equal(new Set(described).size, described.length);
  const variables = Object.fromEntries(['TLS_CERT', 'TLS_KEY'].map((name) => [name, `${import.meta.filename}`]));
  // Throws if an undescribed setting is read.
  const { unknownVariables } = createConfig('production', variables, { namesInFile: [...described, 'SPARE_WAITS'] });
  assert.deepEqual(unknownVariables, ['SPARE_WAITS']);
  assert.equal(readManual('settings').match(/^- `\w+`/gm)?.length, settings.length);
});

test('only a production start without an external URL or a backup folder gets a warning', () => {
  assert.match(getWarnings({}), /EXTERNAL_URL is not set.*localhost:8081.*\nBACKUP_DIR is not set/);
  assert.equal(getWarnings({}, 'development'), '');
});

test('warns about a backup folder that is missing or on the disk of the data', () => {
  const settings = { EXTERNAL_URL: 'http://ship' };
  const missing = join(data, 'usb');
  assert.equal(
    getWarnings({ ...settings, BACKUP_DIR: missing }),
    `BACKUP_DIR ${missing} is not a folder: is its disk connected?`,
  );
  assert.match(getWarnings({ ...settings, BACKUP_DIR: data }), /is on the same disk as the data: if it fails/);
});

test('warns unless phones can reach the service at one of its addresses', () => {
  const own = ['10.0.0.5', '192.168.1.2', '2001:db8::5'];
  const reached = (host: string, url = 'http://localhost:8081') => listAddressesForPhones({ host }, url, own);
  assert.deepEqual(reached('0.0.0.0'), ['http://10.0.0.5:8081', 'http://192.168.1.2:8081']);
  assert.deepEqual(reached('::', 'https://localhost'), [
    'https://10.0.0.5',
    'https://192.168.1.2',
    'https://[2001:db8::5]',
  ]);
  assert.deepEqual(reached('10.0.0.5'), ['http://10.0.0.5:8081']);
  for (const host of ['127.0.0.1', 'localhost', '::1']) assert.deepEqual(reached(host), []);
});
