import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { createLink, PeerSilent } from '#spare/follower/link.ts';
import { HelloAnswer, State } from '#spare/wire/messages.ts';
import { linkProtocol } from '#spare/wire/secure.ts';
import { startTestApp } from '../support/app.ts';
import { waitUntil } from '../support/processes.ts';
import { connectRaw } from '../support/raw.ts';
import { pairWith, startSpare } from './spare.ts';

/**
 * A machine that accepts no connections: once a few wait, the system no longer responds, as if it were switched off.
 */
const unresponsiveMachine = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
const enoughToFillIt = 8;

test('times out when the peer drops packets', { timeout: 20_000 }, async () => {
  const machine = spawn(process.execPath, ['-e', unresponsiveMachine], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => machine.kill('SIGKILL'));
  const [port] = await once(machine.stdout, 'data');
  for (let count = 0; count < enoughToFillIt; count += 1) {
    const waiting = connect(Number(port), '127.0.0.1').on('error', () => {});
    after(() => waiting.destroy());
  }
  const link = createLink(`http://127.0.0.1:${port}`, randomBytes(32).toString('base64url'), 300);
  after(() => link.close());
  const question = { ask: 'hello', version: '', port: 1, isSecure: false, machine: 'spare', generation: 1 } as const;
  await assert.rejects(link.ask(question, HelloAnswer), (error) => {
    assert.ok(error instanceof PeerSilent && !error.isReached);
    assert.match(error.message, /did not respond within 300 ms/);
    return true;
  });
});

const folder = join(import.meta.dirname, '..', 'http', 'tls');
const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];

test('a spare follows a service that uses TLS itself', async () => {
  const app = await startTestApp({ environment: { TLS_CERT: certificateFile, TLS_KEY: keyFile } });
  assert.match(app.url, /^https:/);
  const spare = startSpare(app.url, pairWith(app));
  await waitUntil('the copy is complete', () => spare.lines.includes('the copy of the database is complete'));
  const { peer, isAttached } = app.context.spare.read() ?? {};
  assert.deepEqual([peer, isAttached], ['http://127.0.0.1:1', true]);
});

test('a server that has a certificate but not the code isn’t trusted', async () => {
  // This holds even if a trusted authority has signed the certificate.
  setDefaultCACertificates([readFileSync(certificateFile, 'utf8')]);
  const links = createSecureServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, (_, response) =>
    response.end('{"role":"serves","generation":9,"isWell":true,"lines":[]}'),
  );
  const impostor = createServer().on('upgrade', (_request, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`);
    links.emit('connection', socket);
  });
  impostor.listen(0, '127.0.0.1');
  await once(impostor, 'listening');
  after(() => impostor.close());
  // Servers that listen on a host and port have an AddressInfo.
  const link = createLink(`http://127.0.0.1:${(impostor.address() as AddressInfo).port}`, 'aaaa-bbbb', 1_000);
  after(() => link.close());
  await assert.rejects(link.ask({ ask: 'state' }, State), PeerSilent);
});

test('links and unfinished upgrades don’t delay the shutdown', async () => {
  const app = await startTestApp();
  const upgrade = `GET /spare HTTP/1.1\r\nHost: box\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`;
  const spare = startSpare(app.url, pairWith(app));
  await waitUntil('the copy is complete', () => spare.lines.includes('the copy of the database is complete'));
  const silent = await connectRaw(app.url);
  silent.write(upgrade);
  await silent.until('HTTP/1.1 101');
  const began = performance.now();
  await app.close();
  assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`);
  await silent.received;
});
