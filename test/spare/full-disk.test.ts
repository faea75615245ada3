import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '../../build/running/free-port.ts';
import { createShip, logIn } from '../cli/support.ts';
import { createSmallDisk } from '../durability/small-disk.ts';
import { createPairingCodeOn, startFollower } from '../durability/two-machines.ts';
import { type Client, createClient } from '../support/client.ts';
import type { RunningService } from '../support/ship.ts';

const completeCopy = /copy of the database is complete/;
/** The second message is about a file size limit, which is used if no small disk is available. */
const fullDisk = /The disk of this machine (?:is full|has reached its file size limit).*trying again/;
const maxWrites = 2000;

/** Writes notes while the disk fills up, until one is rejected; returns the last acknowledged one. */
async function writeUntilRejected(james: Client, path: string, fill: () => void): Promise<string> {
  let acknowledged = '';
  for (let number = 1; number <= maxWrites; number += 1) {
    const note = `note ${number}`;
    const { status } = await james.send('POST', path, { body: { note } });
    if (number === 1) fill();
    if (status === 503) return acknowledged;
    assert.equal(status, 201);
    acknowledged = note;
  }
  throw new Error(`${maxWrites} writes on a full disk were acknowledged`);
}

const findNotePath = async ({ url }: RunningService): Promise<string> => {
  const james = await logIn(url, 'james');
  return `/api/v3/users/${(await james.send('GET', '/api/v3/users/find/heidi')).body.userID}/note`;
};

test('a spare takes over from a server with a full disk, including its last acknowledged writes', async (context) => {
  const [server, spare] = [createShip(), createShip()];
  const disk = createSmallDisk(server.data);
  const service = await server.serve(['serve'], { within: disk.within });
  const paired = await server.run(['spare', 'pair'], { within: disk.enter(service) });
  const [code = ''] = paired.stdout.split('\n');
  const onPort = { environment: { PORT: String(await findFreePort()) } };
  await startFollower(spare, service.url, code, onPort);
  const path = await findNotePath(service);
  const james = await logIn(service.url, 'james');
  const acknowledged = await writeUntilRejected(james, path, () => disk.fill(service));
  context.diagnostic(`${disk.name}, last acknowledged: ${acknowledged}`);
  // The server can't record that it was replaced, so it doesn't step down.
  await refusesToPromote();
  await service.end('SIGKILL');
  const promoted = await spare.serve(['promote', '--yes'], onPort);
  const again = createClient(promoted.url, `Bearer ${james.token}`);
  assert.equal((await again.send('GET', path)).body.note, acknowledged);

  async function refusesToPromote(): Promise<void> {
    const { code, stderr } = await spare.run(['promote', '--yes', '--no-serve'], onPort);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /responded, but didn't step down/);
  }
});

test('a spare with a full disk reports it and waits for space, while the server continues', async () => {
  const [server, spare] = [createShip(), createShip()];
  const service = await server.serve(['serve'], { environment: { SPARE_WAIT: 'true' } });
  const disk = createSmallDisk(spare.data);
  const onPort = { environment: { PORT: String(await findFreePort()) } };
  const follower = await startFollower(spare, service.url, await createPairingCodeOn(server), {
    ...onPort,
    within: disk.within,
  });
  await service.says(/responses wait for the spare’s disk/);
  const path = await findNotePath(service);
  const james = await logIn(service.url, 'james');
  await goOnWithout();
  await follower.says(fullDisk);
  disk.makeSpace(follower);
  await service.says(/resolved: SPARE_WAIT is set/);
  await goOnWithout();
  await follower.says(new RegExp(`${fullDisk.source}[^]*following[^]*${fullDisk.source}`));
  assert.equal(follower.output().match(new RegExp(completeCopy, 'g'))?.length, 1, 'no new base was needed');

  /** Writes only a few notes, since the small disk must have space for them later. */
  async function goOnWithout(): Promise<void> {
    disk.fill(follower);
    for (const note of ['a note that waits', 'one that does not']) {
      const { status } = await james.send('POST', path, { body: { note } });
      assert.equal(status, 201);
    }
    await service.says(/responses don't wait: /);
  }
});
