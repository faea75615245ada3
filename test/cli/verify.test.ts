import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { createShip, damageDatabase, getErrorSentence, logIn } from './support.ts';

const ship = createShip();
const service = await ship.serve();

test('verify finds nothing wrong next to a running service', async () => {
  const { code, stdout } = await ship.run(['verify']);
  assert.equal(stdout, 'no problems found\n');
  assert.equal(code, 0);
});

test('verify reports an avatar without a file, until it’s removed', async () => {
  const james = await logIn(service.url, 'james');
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const response = await james.send('POST', '/api/v3/user/image', { body: { image: picture.toString('base64') } });
  const { userImage } = response.body;
  assert.equal((await ship.run(['verify'])).code, 0);
  rmSync(join(ship.data, 'images', 'thumb', userImage.slice(0, 2), userImage));
  const missing = await ship.run(['verify']);
  assert.equal(missing.code, 1);
  assert.equal(
    missing.stdout,
    `avatar ${userImage} of james: is a file in full, should be a file in full and thumb\n1 value is inconsistent\n`,
  );
  await james.send('POST', '/api/v3/user/image/remove');
  assert.equal((await ship.run(['verify'])).code, 0);
});

test('verify finds nothing wrong with an avatar that was taken by a name, which no one checks', async () => {
  const heidi = await logIn(service.url, 'heidi');
  for (const filename of ['holiday.png', '01234567-89ab-4cde-8f01-23456789abcd.jpg', '../../etc/passwd']) {
    const { status } = await heidi.send('POST', '/api/v3/user/image', { body: { filename } });
    assert.equal(status, 200);
    const { code, stdout } = await ship.run(['verify']);
    assert.equal(stdout, 'no problems found\n', filename);
    assert.equal(code, 0);
  }
});

test('verify reports dangling references', async () => {
  damageDatabase(
    ship,
    "INSERT INTO user_roles (user_id, role) VALUES ('00000000-0000-4000-8000-000000000000', 'shutternaut')",
  );
  const { code, stdout } = await ship.run(['verify']);
  assert.equal(code, 1);
  assert.match(stdout, /^row .*of user_roles: is a reference to a missing row of users, should be/m);
  damageDatabase(ship, "DELETE FROM user_roles WHERE user_id LIKE '00000000-%'");
  assert.equal((await ship.run(['verify'])).code, 0);
});

test('verify names a full text index that differs from its rows', async () => {
  const other = createShip();
  await other.run(['migrate']);
  damageDatabase(other, "INSERT INTO events_text (event_id, title, description) VALUES ('x', 'Title', 'Description')");
  damageDatabase(other, "UPDATE events_text_content SET c1 = 'Another' WHERE c0 = 'x'");
  const { code, stdout } = await other.run(['verify']);
  assert.equal(code, 1);
  assert.match(stdout, /^database file: is .*events_text.*, should be ok$/m);
});

test('verify without a database reports that and creates none', async () => {
  const empty = createShip();
  const outcome = await empty.run(['verify']);
  assert.equal(outcome.code, 1);
  assert.match(getErrorSentence(outcome), /No database at .*gangway\.sqlite yet/);
  assert.match(getErrorSentence(await empty.run(['user', 'list'])), /No database at/);
});
