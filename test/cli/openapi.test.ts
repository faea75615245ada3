import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '../support/client.ts';
import { createShip } from './support.ts';

test('openapi prints the document that the service serves, without an instance', async () => {
  const ship = createShip();
  const { code, stdout } = await ship.run(['openapi']);
  assert.equal(code, 0);
  assert.equal(existsSync(ship.data), false);
  const { url } = await ship.serve();
  const shown = await createClient(url).send('GET', '/api/v3/openapi.json');
  assert.deepEqual(JSON.parse(stdout), shown.body);
  const written = await ship.run(['openapi', '--out', 'document.json']);
  assert.deepEqual(written, { code: 0, stdout: '', stderr: '' });
  assert.equal(readFileSync(join(ship.folder, 'document.json'), 'utf8'), stdout);
});

test('the document says how long a text, list and body may be, and of which form the items of a list are', async () => {
  const { stdout } = await createShip().run(['openapi']);
  const { paths, components } = JSON.parse(stdout);
  const { requestBody } = paths['/api/v3/fez/create'].post;
  assert.match(requestBody.description, /^At most 65536 bytes, and 1 x 4\/3 of maxImageSize for pictures/);
  const { initialUsers, location } = components.schemas.FezContentData.properties;
  const { description: _, ...ids } = initialUsers;
  assert.deepEqual(ids, { type: 'array', maxItems: 1000, items: { type: 'string', format: 'uuid' } });
  assert.equal(location.anyOf[0].maxLength, 200);
});
