import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { watchMemory } from '../../build/measuring/bench/memory.ts';
import { createNestedOverlays, createVastWebp } from '../support/hostile-pictures.ts';
import { hideShellAndProcesses } from '../support/mounts.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { createShip, logIn } from './support.ts';

const hideShellCommand = hideShellAndProcesses();

describe('without /bin/sh and /proc', {
  skip: hideShellCommand === undefined && 'mounting is not permitted here',
}, () => {
  const options = { within: hideShellCommand ?? [] };

  test('the service accepts pictures, rejects hostile ones, and stops cleanly', async () => {
    const ship = createShip();
    const service = await ship.serve(['serve'], options);
    const [sam, admin] = [await logIn(service.url, 'sam'), await logIn(service.url, 'admin')];
    const memory = watchMemory(service.pid);
    const upload = (picture: Buffer) => sam.call(profilesApi.setAvatar, { body: toUpload(picture) });
    assert.equal((await upload(await createPicture())).status, 200);
    for (const picture of [await createNestedOverlays(10_000), createVastWebp()]) {
      const { status, fieldErrors } = await upload(picture);
      assert.equal(status, 400);
      assert.match(fieldErrors?.image ?? '', /too much time or memory/);
    }
    const highest = memory();
    assert.ok(highest < 700, `${highest} MiB`);
    assert.equal((await upload(await createPicture())).status, 200);
    const { status } = await admin.call(serverStateApi.box, {});
    assert.equal(status, 200);
    assert.equal((await ship.run(['status'], options)).code, 0);
    const { code } = await service.end('SIGTERM');
    assert.equal(code, 0, service.output());
    assert.equal(existsSync(join(ship.data, 'gangway.sqlite-wal')), false);
  });

  test('commands make a backup, verify it and restore it', async () => {
    const ship = createShip();
    for (const words of [['migrate'], ['backup', 'made.tar.gz'], ['verify'], ['support-bundle', 'bundle.zip']]) {
      const { code, stderr } = await ship.run(words, options);
      assert.equal(code, 0, `${words}: ${stderr}`);
    }
    const { code, stderr } = await ship.run(['restore', 'made.tar.gz'], options);
    assert.equal(code, 0, stderr);
  });
});
