import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { startService } from '../../build/running/service-process.ts';

const healthyServer =
  "require('node:http').createServer((request, response) => response.end()).listen(process.env.PORT)";

test('a service becomes healthy on a machine that is slower by a fraction', async () => {
  const options = { folder: tmpdir(), environment: {}, slowness: 1.0001 };
  const service = await startService(process.execPath, ['-e', healthyServer], options);
  try {
    assert.ok(service.readyMilliseconds > 0);
  } finally {
    await service.kill();
  }
});
