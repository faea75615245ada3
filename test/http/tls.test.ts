import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';
import { fixtureArea } from '../support/fixture-area.ts';

/** A certificate made for these tests alone; nothing else trusts it. */
const folder = join(import.meta.dirname, 'tls');
const certificateFile = join(folder, 'certificate.pem');
const ca = readFileSync(certificateFile);

const app = await startTestApp({
  areas: [...areas, fixtureArea],
  environment: { TLS_CERT: certificateFile, TLS_KEY: join(folder, 'key.pem'), hostname: '127.0.0.1' },
});

function getStatus(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { ca }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

test('with a certificate the service uses TLS, for sockets too', async () => {
  assert.match(app.url, /^https:/);
  assert.equal(await getStatus('/api/v3/fixture/long'), 200);
  assert.equal(await getStatus('/api/v3/user/whoami'), 401);
  const socket = new WebSocket(`${app.url.replace('https', 'wss')}/api/v3/fixture/socket`, { ca });
  const rejection = new Promise<number | undefined>((resolve) =>
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode)),
  );
  socket.once('error', () => {});
  assert.equal(await rejection, 401);
});
