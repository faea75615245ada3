import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { areas } from '#app/areas.ts';
import { openInstance, openInstanceToServe } from '#app/instance.ts';
import { type Config, createConfig } from '#config/config.ts';
import { createLog } from '#platform/observing/log.ts';
import { createClient } from '../support/client.ts';
import { createShip, getErrorSentence, logIn } from './support.ts';

const log = createLog('silent', 'json');

/** Creates an instance that was opened once, and whose key can be damaged. */
function createInstance(): { config: Config; keyFile: string; key: Buffer } {
  const data = mkdtempSync(join(tmpdir(), 'gangway-test-'));
  after(() => rmSync(data, { recursive: true, force: true }));
  const config = createConfig('testing', { DATA_DIR: data, LOG_LEVEL: 'silent' });
  open(config);
  const keyFile = join(data, 'secrets', 'token.key');
  return { config, keyFile, key: readFileSync(keyFile) };
}

const open = (config: Config): void => openInstance(config, areas, { log }).db.close();
const openWithNewKey = (config: Config): void => openInstanceToServe(config, areas, { newTokenKey: true }).db.close();

function changeDatabase({ databaseFile }: Config, statements: string): void {
  const sqlite = new Sqlite(databaseFile);
  sqlite.exec(statements);
  sqlite.close();
}

const anotherKey = Buffer.alloc(32, 1).toString('base64url');
const waysToSpoilKey: Readonly<Record<string, (file: string) => void>> = {
  'is missing': (file) => rmSync(file),
  "doesn't belong to this database": (file) => writeFileSync(file, anotherKey),
  'is damaged': (file) => writeFileSync(file, 'half a k'),
};

describe('the token key', () => {
  for (const [what, change] of Object.entries(waysToSpoilKey)) {
    test(`that ${what} prevents a start, even if no one is logged in, until the right key is back`, () => {
      const { config, keyFile, key } = createInstance();
      change(keyFile);
      assert.throws(() => open(config), new RegExp(`${what}.*--new-token-key`));
      writeFileSync(keyFile, key);
      open(config);
    });

    test(`that ${what} is recreated on request, and used from then on`, () => {
      const { config, keyFile, key } = createInstance();
      change(keyFile);
      openWithNewKey(config);
      open(config);
      writeFileSync(keyFile, key);
      assert.throws(() => open(config), /doesn't belong to this database/);
    });
  }

  test('leaves no trace in the database', () => {
    const { config, key } = createInstance();
    const text = key.toString('utf8');
    const bytes = Buffer.from(text, 'base64url');
    const database = readFileSync(config.databaseFile);
    for (const form of [text, bytes, bytes.toString('hex'), bytes.toString('base64')])
      assert.equal(database.includes(form), false);
  });

  test('is accepted by a database that has no fingerprint yet', () => {
    const { config, keyFile } = createInstance();
    changeDatabase(config, "DELETE FROM installation WHERE name = 'tokenKeyFingerprint'");
    writeFileSync(keyFile, anotherKey);
    open(config);
    rmSync(keyFile);
    assert.throws(() => open(config), /is missing/);
  });
});

test('a lost token key ends every command with a remedy, and --new-token-key ends all logins', async () => {
  const ship = createShip();
  const keyFile = join(ship.data, 'secrets', 'token.key');
  const first = await ship.serve();
  const { token } = await logIn(first.url, 'james');
  await first.end('SIGTERM');

  rmSync(keyFile);
  for (const words of [['serve'], ['verify']]) {
    const outcome = await ship.run(words);
    assert.equal(outcome.code, 1, words.join(' '));
    assert.match(getErrorSentence(outcome), /The token key in .*secrets is missing.*--new-token-key/);
  }

  const service = await ship.serve(['serve', '--new-token-key']);
  assert.match(service.output(), /created a new token key; all sessions have ended/);
  const who = await createClient(service.url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami');
  assert.equal(who.status, 401);
  assert.notEqual((await logIn(service.url, 'james')).token, token);
});
