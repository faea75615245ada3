import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateFolders } from '#config/config.ts';
import { findReasonNotToServe } from '#spare/assert-may-serve.ts';
import { writeFence } from '#spare/fence.ts';
import { createLink, PeerSilent } from '#spare/follower/link.ts';
import { writeGeneration } from '#spare/generation.ts';
import { HelloAnswer, protocolVersion, State } from '#spare/wire/messages.ts';
import { createPairingCode, readPairing, removePairing, replacePeer, savePairing } from '#spare/wire/pairing.ts';
import { findFreePort } from '../../build/running/free-port.ts';
import { createShip } from '../cli/support.ts';
import { startTestApp } from '../support/app.ts';
import { waitUntil } from '../support/processes.ts';
import { pairWith } from './spare.ts';

const code = createPairingCode();

/** Starts a promoted machine: it serves with a higher generation than one that was never replaced. */
async function startSuccessor() {
  const app = await startTestApp();
  savePairing(app.context.config.folders.secrets, { code });
  app.context.db.transaction((db) => writeGeneration(db, 2));
  return app;
}

const createHello = (machine: string, port: number) =>
  ({ ask: 'hello', version: protocolVersion, port, isSecure: false, generation: 1, machine }) as const;

test('a starting machine also asks former peers whether they serve in its place', async () => {
  const successor = await startSuccessor();
  const app = await startTestApp();
  const { config, db } = app.context;
  assert.equal(await findReasonNotToServe(config, db), undefined);
  const [silent, alsoSilent] = [await findFreePort(), await findFreePort()].map((port) => `http://127.0.0.1:${port}`);
  savePairing(config.folders.secrets, { code, peer: silent, formerPeers: [alsoSilent ?? '', successor.url] });
  const reason = await findReasonNotToServe(config, db);
  assert.ok(reason?.startsWith(`${successor.url} has taken over from this machine`), reason);
});

test('a serving machine asks former peers while no spare follows it', async () => {
  const successor = await startSuccessor();
  const app = await startTestApp();
  const formerPeers = [successor.url];
  savePairing(app.context.config.folders.secrets, {
    code,
    peer: `http://127.0.0.1:${await findFreePort()}`,
    formerPeers,
  });
  const james = app.anonymous;
  let status = 0;
  await waitUntil('it serves no more', () => {
    void james.send('GET', '/api/v3/client/health').then((response) => {
      status = response.status;
    });
    return status === 503;
  });
});

test('a replaced machine can’t be promoted while a former peer serves', async () => {
  const successor = await startSuccessor();
  const ship = createShip();
  const silent = `http://127.0.0.1:${await findFreePort()}`;
  const { secrets } = locateFolders(ship.data);
  savePairing(secrets, { code, peer: silent, formerPeers: [successor.url] });
  writeFence(ship.data, 2, silent);
  const { code: exitCode, stderr } = await ship.run(['promote', '--yes', '--no-serve']);
  assert.equal(exitCode, 1, stderr);
  assert.ok(stderr.includes(`${successor.url} serves the sailing now (generation 2)`), stderr);
});

test('former peers are remembered, latest first, up to four of them', () => {
  const names = ['a', 'b', 'c', 'b', 'd', 'e', 'f'].map((name) => `http://${name}`);
  const pairing = names.reduce(replacePeer, { code });
  assert.deepEqual(pairing, { code, peer: 'http://f', formerPeers: ['http://e', 'http://d', 'http://b', 'http://c'] });
});

test('a peer is stored with the first request in its session, not with its hello', async (context) => {
  const app = await startTestApp();
  const link = createLink(app.url, pairWith(app));
  context.after(link.close);
  const readPeer = () => readPairing(app.context.config.folders.secrets)?.peer;
  const { session: unused } = (await link.ask(createHello('one', 1111), HelloAnswer)).head;
  const { session } = (await link.ask(createHello('two', 2222), HelloAnswer)).head;
  assert.equal(readPeer(), undefined);
  assert.equal(app.context.spare.read()?.isAttached, false);
  await assert.rejects(link.ask({ ask: 'files', session: unused, isWhole: true }, State), /another session has begun/);
  assert.equal(readPeer(), undefined);
  await link.ask({ ask: 'base', session }, State).catch(() => {});
  assert.equal(readPeer(), 'http://127.0.0.1:2222');
  assert.equal(app.context.spare.read()?.isAttached, true);
});

test('a link whose pairing has ended is closed', async (context) => {
  const app = await startTestApp();
  const link = createLink(app.url, pairWith(app));
  context.after(link.close);
  await link.ask({ ask: 'state' }, State);
  removePairing(app.context.config.folders.secrets);
  let reason = '';
  await waitUntil('it is closed', () => {
    link.ask({ ask: 'state' }, State).catch((error: unknown) => {
      reason = error instanceof PeerSilent ? error.message : String(error);
    });
    return reason.includes('answers with 403: it is not paired with this machine');
  });
});
