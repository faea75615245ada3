import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { complaintOf, createShip, logIn, type Ship } from './support.ts';

const keyOf = ({ data }: Ship): string => join(data, 'secrets', 'token.key');
const isValid = async (url: string, token: string): Promise<boolean> =>
  (await createClient(url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami')).status === 200;

/** A ship on which somebody is logged in, with its service stopped. */
async function createSailingShip(): Promise<{ ship: Ship; token: string }> {
  const ship = createShip();
  const service = await ship.serve();
  const { token } = await logIn(service.url, 'james');
  await service.end('SIGTERM');
  return { ship, token };
}

const spoil: Readonly<Record<string, (file: string) => void>> = {
  missing: (file) => rmSync(file),
  'not the one': (file) => writeFileSync(file, Buffer.alloc(32, 1).toString('base64url')),
  damaged: (file) => writeFileSync(file, 'half a k'),
};

describe('the token key', { concurrency: 3 }, () => {
  for (const [what, change] of Object.entries(spoil)) {
    test(`that is ${what} ends every start with what to do, and the right one put back serves on`, async () => {
      const { ship, token } = await createSailingShip();
      const key = readFileSync(keyOf(ship));
      change(keyOf(ship));
      for (const words of [['serve'], ['verify'], ['import', 'regcodes', ship.file('codes.txt', 'ABC ABC\n')]]) {
        const outcome = await ship.run(words);
        assert.equal(outcome.code, 1, words.join(' '));
        assert.match(complaintOf(outcome), new RegExp(`${what}.*--new-token-key`));
      }
      writeFileSync(keyOf(ship), key);
      assert.ok(await isValid((await ship.serve()).url, token));
    });

    test(`that is ${what} is made anew with --new-token-key, which ends all logins`, async () => {
      const { ship, token } = await createSailingShip();
      change(keyOf(ship));
      const service = await ship.serve(['serve', '--new-token-key']);
      assert.match(service.output(), /a new token key was made, and all logins have ended/);
      assert.equal(await isValid(service.url, token), false);
      const again = await logIn(service.url, 'james');
      assert.notEqual(again.token, token);
      await service.end('SIGTERM');
      assert.ok(await isValid((await ship.serve()).url, again.token));
    });
  }

  test('is made anew with --new-token-key where it was known to others', async () => {
    const { ship, token } = await createSailingShip();
    const key = readFileSync(keyOf(ship), 'utf8');
    const service = await ship.serve(['--new-token-key']);
    assert.notEqual(readFileSync(keyOf(ship), 'utf8'), key);
    assert.equal(await isValid(service.url, token), false);
  });

  test('that is missing before anybody has logged in is just made', async () => {
    const ship = createShip();
    await (await ship.serve()).end('SIGTERM');
    rmSync(keyOf(ship));
    await logIn((await ship.serve()).url, 'james');
  });
});
