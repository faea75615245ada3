import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '../support/client.ts';
import { createShip, getErrorSentence } from './support.ts';

const harbourFile = join(import.meta.dirname, '..', 'dialects', 'harbour.json');

test('a dialect is used from the start, reloaded on SIGHUP, and shown by status (decision 92)', async () => {
  const ship = createShip();
  mkdirSync(join(ship.data, 'dialects'), { recursive: true });
  const file = join(ship.data, 'dialects', 'harbour.json');
  copyFileSync(harbourFile, file);
  const service = await ship.serve();
  const headers = { 'x-harbour-client': 'harbour' };
  const ask = async () =>
    (await createClient(service.url).send('GET', '/api/v3/notification/global', { headers })).body;
  assert.ok('chirpMentionCount' in (await ask()));
  assert.match((await ship.run(['status'])).stdout, /^dialects: harbour$/m);
  writeFileSync(file, '{ "isDefault": true, "colours": 1 }');
  service.signal('SIGHUP');
  await service.says(/keeping the current dialects: .*harbour\.json, line 1: colours is not known here/);
  assert.ok('chirpMentionCount' in (await ask()));
  writeFileSync(file, '{ "isDefault": true }');
  service.signal('SIGHUP');
  await service.says(/reloaded the dialect files/);
  assert.ok('microblogMentionCount' in (await ask()));
  await ship.run(['job', 'record-state']);
  const { dialects } = JSON.parse((await ship.run(['status', '--json'])).stdout);
  assert.deepEqual(dialects, ['harbour (default)']);
  await service.end('SIGTERM');
});

test('a service with an invalid dialect file doesn’t start, and reports the line', async () => {
  const ship = createShip();
  mkdirSync(join(ship.data, 'dialects'), { recursive: true });
  writeFileSync(
    join(ship.data, 'dialects', 'harbour.json'),
    '{\n  "fields": { "out": { "FeedPostData.colour": "x" } }\n}',
  );
  const refused = await ship.run(['serve']);
  assert.equal(refused.code, 2);
  assert.match(
    getErrorSentence(refused),
    /harbour\.json, line 2: fields → out → FeedPostData\.colour is not one of our fields\.$/,
  );
  assert.equal((await ship.run(['verify'])).code, 0, 'commands go on');
});
