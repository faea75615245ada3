import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { skipWithout } from '../support/platform.ts';
import { connectRaw, type RawConnection } from '../support/raw.ts';
import { openShip } from '../support/ship.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const limits = { connections: { all: 6, perAddress: 4 } };
const app = await startTestApp({ limits });
const ship = openShip();
after(() => ship.close());

const tlsFolder = join(import.meta.dirname, 'tls');
const settingsRequest = 'GET /api/v3/client/settings HTTP/1.1\r\nHost: x\r\n\r\n';
const socketRequest =
  'GET /api/v3/notification/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A connection with a request, and its response. */
async function sendRequest(
  url: string,
  from?: string,
  what = settingsRequest,
): Promise<{ raw: RawConnection; response: string }> {
  const raw = await connectRaw(url, from);
  raw.write(what);
  return { raw, response: await raw.until('}') };
}

async function openMany(url: string, count: number, from?: string): Promise<RawConnection[]> {
  const opened: RawConnection[] = [];
  for (let index = 0; index < count; index += 1) {
    const { raw, response } = await sendRequest(url, from);
    assert.match(response, /^HTTP\/1.1 200/, `connection ${index}`);
    opened.push(raw);
  }
  return opened;
}

/** Resets the connections and waits until they are closed. */
async function closeAll(connections: readonly RawConnection[]): Promise<void> {
  for (const connection of connections) connection.reset();
  await Promise.all(connections.map(({ received }) => received));
}

test('each address has its share of the connections', { timeout: timeoutMilliseconds }, async () => {
  const opened = await openMany(app.url, 4);
  for (const what of [settingsRequest, socketRequest]) {
    const { response, raw } = await sendRequest(app.url, undefined, what);
    assert.match(response, /^HTTP\/1.1 429[\s\S]*retry-after: \d+/i);
    assert.match(
      response,
      /"error":true,"status":429,"code":"tooManyRequests","reason":"Too many connections are open from your address/,
    );
    await raw.received;
  }
  const others = await openMany(app.url, 2, '127.0.0.2');
  const { response } = await sendRequest(app.url, '127.0.0.3');
  assert.match(response, /^HTTP\/1.1 503[\s\S]*retry-after: \d+[\s\S]*"status":503/i);
  await closeAll([...opened, ...others]);
  // The service notices that they are closed a moment later.
  while (!(await sendRequest(app.url)).response.startsWith('HTTP/1.1 200')) await Promise.resolve();
});

test('a trusted proxy has no limit per address', { timeout: timeoutMilliseconds }, async () => {
  const behindProxy = await startTestApp({ limits, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const opened = await openMany(behindProxy.url, 6);
  assert.match((await sendRequest(behindProxy.url)).response, /^HTTP\/1.1 503/);
  await closeAll(opened);
});

test('closes an excess TLS connection, since no error can be sent', {
  timeout: timeoutMilliseconds,
}, async () => {
  const secure = await startTestApp({
    limits: { connections: { all: 2, perAddress: 1 } },
    environment: { TLS_CERT: join(tlsFolder, 'certificate.pem'), TLS_KEY: join(tlsFolder, 'key.pem') },
  });
  const first = await connectRaw(secure.url);
  assert.equal(await (await connectRaw(secure.url)).received, '');
  await closeAll([first]);
});

test('with a low limit of open files, warns, reserves some, and still serves open connections', {
  skip: skipWithout('a Unix shell'),
  timeout: timeoutMilliseconds,
}, async () => {
  const service = await ship.serve(['serve'], { within: ['sh', '-c', 'ulimit -n 120 && exec "$@"', 'sh'] });
  assert.match(service.output(), /the open file limit is 120, so only 60 connections can be served: raise/);
  const [first, ...rest] = await openMany(service.url, 30);
  const others = await openMany(service.url, 30, '127.0.0.2');
  for (let surplus = 0; surplus < 5; surplus += 1) {
    assert.match((await sendRequest(service.url, '127.0.0.3')).response, /^HTTP\/1.1 503/);
  }
  first?.write('GET /api/v3/client/health HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match((await first?.until('"reason":"OK"')) ?? '', /"status":200/);
  await closeAll([...(first ? [first] : []), ...rest, ...others]);
  await service.end('SIGTERM');
});
