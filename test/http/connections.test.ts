import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';
import { fixtureArea } from '../support/fixture-area.ts';
import { connectRaw } from '../support/raw.ts';
import { openSocket } from '../support/socket.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const path = '/api/v3/fixture/socket';
const isAlive = async () => (await app.anonymous.send('GET', '/api/v3/fixture/long')).status === 200;

describe('a connection', async () => {
  /** The idle timeout is a tenth of a second here instead of a real service's minute. */
  const silentMilliseconds = 400;
  const impatient = await startTestApp({ areas: [...areas, fixtureArea], limits: { silentMilliseconds } });

  /** Sends one character at a time for longer than three idle timeouts; returns the response and the longest pause. */
  async function uploadSteadily() {
    const body = `{"name":"${'x'.repeat(15)}"}`;
    const raw = await connectRaw(impatient.url);
    raw.write(
      `POST /api/v3/fixture/echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    );
    let longest = 0;
    for (const character of body) {
      const before = performance.now();
      raw.write(character);
      // The pauses are what this tests.
      await pause(silentMilliseconds / 8);
      longest = Math.max(longest, performance.now() - before);
    }
    return { answer: await raw.received, longest };
  }

  test('isn’t closed while an upload makes steady progress, however long it takes', {
    timeout: timeoutMilliseconds,
  }, async () => {
    let upload = await uploadSteadily();
    // If the machine paused meanwhile, the pace wasn't steady.
    while (upload.longest > silentMilliseconds / 2) upload = await uploadSteadily();
    assert.match(upload.answer, /^HTTP\/1.1 200/);
  });

  test('is closed once nothing more arrives', { timeout: timeoutMilliseconds }, async () => {
    const raw = await connectRaw(impatient.url);
    raw.write('POST /api/v3/fixture/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na');
    await raw.received;
  });
});

test('a request with an unreadable address gets the same form of error as others', async () => {
  for (const request of [
    'GET /api/v3/fixture/long HTTP/1.0\r\n\r\n',
    'GET /api/v3/fixture/long HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /api/v3/fixture/long HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET //nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]) {
    const raw = await connectRaw(app.url);
    raw.write(request);
    const response = await raw.received;
    assert.match(response, /^HTTP\/1.1 400/, request);
    assert.match(response, /"error":true,"status":400,"code":"malformed","reason":/, request);
  }
  const raw = await connectRaw(app.url);
  raw.write('GET http://elsewhere/api/v3/fixture/long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.match(await raw.received, /^HTTP\/1.1 200/);
});

test('invalid upgrades are rejected, and the process continues', async () => {
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const attempts: [string, RegExp][] = [
    [`GET // HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, /^HTTP\/1.1 400/],
    [`GET http://[/ HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, /^HTTP\/1.1 400/],
    [`GET ${path} HTTP/1.1\r\nHost: [\r\n${upgrade}\r\n`, /^HTTP\/1.1 400/],
    [`GET ${path} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, /^HTTP\/1.1 401/],
    [`GET ${path} HTTP/1.1\r\nHost: x\r\n${upgrade.replace('websocket', 'WebSocket')}\r\n`, /^HTTP\/1.1 401/],
    [`GET /nowhere HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, /^HTTP\/1.1 404/],
    [`POST ${path} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, /^HTTP\/1.1 40[045]/],
    [
      `GET /api/v3/fixture/long HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
      /^HTTP\/1.1 200/,
    ],
    ['NONSENSE\r\n\r\n', /^HTTP\/1.1 400/],
  ];
  for (const [request, expected] of attempts) {
    const raw = await connectRaw(app.url);
    raw.write(request);
    assert.match(await raw.until('\r\n\r\n'), expected, request);
    raw.end();
  }
  assert.ok(await isAlive());
});

test('a reset during a handshake doesn’t end the process', async () => {
  const { token } = await app.logIn('james');
  for (let tries = 0; tries < 20; tries += 1) {
    const raw = await connectRaw(app.url);
    raw.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    raw.reset();
    await raw.received;
  }
  assert.ok(await isAlive());
});

test('a socket carries frames both ways and rejects a plain request', async () => {
  const { token } = await app.logIn('james');
  const socket = await openSocket(app.url, path, token);
  assert.deepEqual(await socket.next(), { text: 'welcome' });
  socket.send('hello');
  assert.deepEqual(await socket.next(), { text: 'hello' });
  const plain = await app.anonymous.send('GET', path);
  assert.equal(plain.status, 400);
  socket.close();
});

test('a socket without a valid token is rejected with 401', async () => {
  await assert.rejects(openSocket(app.url, path), /rejected with 401/);
  await assert.rejects(openSocket(app.url, path, 'nonsense'), /rejected with 401/);
});

test('a rejected upgrade carries the error record, like every other error', async () => {
  const raw = await connectRaw(app.url);
  raw.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  const received = await raw.received;
  assert.match(received, /^HTTP\/1\.1 401 Unauthorized\r\n/);
  assert.match(received, /x-request-id: \S+/i);
  const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
  assert.deepEqual(body, { error: true, status: 401, code: 'notAuthenticated', reason: 'User not authenticated.' });
});

test('a browser, which can’t set headers, can send its token as a protocol', async () => {
  const { token } = await app.logIn('james');
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, ['bearer', token]);
  const welcome = await new Promise((resolve) => socket.once('message', (data) => resolve(data.toString())));
  assert.equal(welcome, '{"text":"welcome"}');
  assert.equal(socket.protocol, 'bearer');
  socket.close();
});

test('a failing socket handler closes only its own socket', async () => {
  const { token } = await app.logIn('james');
  const one = await openSocket(app.url, path, token);
  const other = await openSocket(app.url, path, token);
  one.send('fail');
  assert.equal(await one.closed, 1011);
  other.send('still here');
  assert.deepEqual(await other.next((frame) => frame.text === 'still here'), { text: 'still here' });
  other.close();
});

test('a frame larger than allowed closes only its own socket', async () => {
  const { token } = await app.logIn('james');
  const socket = await openSocket(app.url, path, token);
  socket.send('x'.repeat(100 * 1024));
  await socket.closed;
  assert.ok(await isAlive());
});

test('an account can have 50 open sockets; the next one is 400 (decision 51, fez rule 60)', {
  timeout: timeoutMilliseconds,
}, async () => {
  const { token } = await app.newcomer('collector');
  const notices = await openSocket(app.url, '/api/v3/notification/socket', token);
  const sockets = [];
  for (let opened = 1; opened < 50; opened += 1) {
    const socket = await openSocket(app.url, path, token);
    await socket.next();
    sockets.push(socket);
  }
  await assert.rejects(openSocket(app.url, path, token), /rejected with 400/);
  await assert.rejects(openSocket(app.url, '/api/v3/notification/socket', token), /rejected with 400/);
  const other = await openSocket(app.url, path, (await app.logIn('heidi')).token);
  const [failing, ...rest] = sockets;
  failing?.send('fail');
  assert.equal(await failing?.closed, 1011);
  for (const socket of [...rest, await openSocket(app.url, path, token), other]) {
    socket.send('still here');
    assert.deepEqual(await socket.next((frame) => frame.text === 'still here'), { text: 'still here' });
    socket.close();
  }
  notices.close();
});

test('logging out closes the account’s sockets', async () => {
  const user = await app.logIn('sam');
  const socket = await openSocket(app.url, path, user.token);
  await user.send('POST', '/api/v3/auth/logout');
  assert.equal(await socket.closed, 1008);
});

test('drops a socket after two unanswered pings, and keeps one that answers', async () => {
  const { token } = await app.logIn('heidi');
  const socket = await openSocket(app.url, path, token);
  const deaf = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    autoPong: false,
  });
  await new Promise((resolve) => deaf.once('open', resolve));
  const dropped = new Promise((resolve) => deaf.once('close', resolve));
  for (let round = 0; round < 3; round += 1) {
    assert.equal(deaf.readyState, WebSocket.OPEN, `still there before ping ${round + 1}`);
    await app.runJob('ping-sockets');
    // The echo follows the pong on the same connection, so the answer to the ping has arrived.
    socket.send(`round ${round}`);
    await socket.next((frame) => frame.text === `round ${round}`);
  }
  await dropped;
  socket.send('there');
  assert.deepEqual(await socket.next((frame) => frame.text === 'there'), { text: 'there' });
  socket.close();
});

test('a slow reader is disconnected without affecting others', async () => {
  const { token, userID } = await app.logIn('verified');
  const quick = await openSocket(app.url, path, token);
  const slow = await connectRaw(app.url);
  slow.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await slow.until('welcome');
  slow.pause();
  const before = app.context.live.counts().disconnectedSlow;
  const frame = JSON.stringify({ text: 'x'.repeat(64 * 1024) });
  for (let sent = 0; sent < 2000 && app.context.live.counts().disconnectedSlow === before; sent += 1) {
    app.context.live.sendToUser(userID, 'fixture', frame);
    await quick.next(({ text }) => String(text).startsWith('xxx'));
  }
  assert.equal(app.context.live.counts().disconnectedSlow, before + 1);
  quick.send('fine');
  assert.deepEqual(await quick.next((received) => received.text === 'fine'), { text: 'fine' });
  slow.reset();
  quick.close();
});
