import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';
import { fixtureArea } from '../support/fixture-area.ts';
import { connectRaw } from '../support/raw.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const { token } = await app.logIn('james');
const path = '/api/v3/fixture/long';
const socketPath = '/api/v3/fixture/socket';
const hostHeader = 'Host: gangway\r\n';
const closeHeader = 'Connection: close\r\n';
const upgradeHeaders = `${hostHeader}Authorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n`;
const keyHeader = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const versionHeader = 'Sec-WebSocket-Version: 13\r\n';

/** Sends these bytes and returns everything received until the connection was closed. */
async function send(request: string): Promise<string> {
  const raw = await connectRaw(app.url);
  raw.write(request);
  return raw.received;
}

const post = `POST /api/v3/fixture/echo HTTP/1.1\r\n${hostHeader}`;
const oddRequests: readonly (readonly [what: string, status: number, reason: RegExp, request: string])[] = [
  ['that are no HTTP', 400, /isn't valid HTTP/, 'NONSENSE\r\n\r\n'],
  ['that begin HTTP/2', 400, /isn't valid HTTP/, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['of an unknown version', 400, /isn't valid HTTP/, `GET ${path} HTTP/3.7\r\n${hostHeader}\r\n`],
  ['with a header that is none', 400, /isn't valid HTTP/, `GET ${path} HTTP/1.1\r\n${hostHeader}bad header: 1\r\n\r\n`],
  ['with bare line feeds', 400, /isn't valid HTTP/, `GET ${path} HTTP/1.1\nHost: x\n\n`],
  ['with two lengths', 400, /valid HTTP/, `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['with a negative length', 400, /isn't valid HTTP/, `${post}Content-Length: -3\r\n\r\n`],
  ['with an unknown encoding', 400, /isn't valid HTTP/, `${post}Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n`],
  ['with broken chunks', 400, /isn't valid HTTP/, `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  [
    'with too long headers',
    431,
    /at most|16 KB/,
    `GET ${path} HTTP/1.1\r\n${hostHeader}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  ['with too long an address', 431, /16 KB/, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${hostHeader}\r\n`],
  ['without a host', 400, /address of the request cannot be read/, `GET ${path} HTTP/1.1\r\n${closeHeader}\r\n`],
  ['with a host that is none', 400, /cannot be read/, `GET ${path} HTTP/1.1\r\nHost: a b\r\n${closeHeader}\r\n`],
  ['with an empty host', 400, /cannot be read/, `GET ${path} HTTP/1.1\r\nHost: \r\n${closeHeader}\r\n`],
  [
    'that climb',
    403,
    /outside the server/,
    `GET /api/v3/client/../client/health HTTP/1.1\r\n${hostHeader}${closeHeader}\r\n`,
  ],
  [
    'that climb at their end',
    403,
    /outside the server/,
    `GET ${path}/%2E.?x HTTP/1.1\r\n${hostHeader}${closeHeader}\r\n`,
  ],
  ['with an unknown method', 400, /isn't valid HTTP/, `FOO ${path} HTTP/1.1\r\n${hostHeader}\r\n`],
  [
    'with a method that no address takes',
    405,
    /Method not allowed here\.$/,
    `TRACE ${path} HTTP/1.1\r\n${hostHeader}${closeHeader}\r\n`,
  ],
  [
    'with another such method',
    405,
    /Method not allowed here\.$/,
    `PROPFIND ${path} HTTP/1.1\r\n${hostHeader}${closeHeader}\r\n`,
  ],
  ['for a tunnel', 405, /Method not allowed here\.$/, `CONNECT example.org:443 HTTP/1.1\r\n${hostHeader}\r\n`],
  ['with an expectation', 417, /100-continue/, `${post}Expect: magic\r\nContent-Length: 0\r\n${closeHeader}\r\n`],
  [
    'to upgrade without a key',
    400,
    /Sec-WebSocket-Key/,
    `GET ${socketPath} HTTP/1.1\r\n${upgradeHeaders}${versionHeader}\r\n`,
  ],
  [
    'to upgrade to another version',
    400,
    /Sec-WebSocket-Version/,
    `GET ${socketPath} HTTP/1.1\r\n${upgradeHeaders}${keyHeader}Sec-WebSocket-Version: 99\r\n\r\n`,
  ],
  [
    'to upgrade to protocols that are none',
    400,
    /Sec-WebSocket-Protocol/,
    `GET ${socketPath} HTTP/1.1\r\n${upgradeHeaders}${keyHeader}${versionHeader}Sec-WebSocket-Protocol: ,,\r\n\r\n`,
  ],
  [
    'to upgrade without a login',
    401,
    /not authenticated/,
    `GET ${socketPath} HTTP/1.1\r\n${upgradeHeaders.replace(token, 'nonsense')}${keyHeader}${versionHeader}\r\n`,
  ],
  [
    'to upgrade nothing',
    404,
    /Address not found/,
    `GET /nowhere HTTP/1.1\r\n${upgradeHeaders}${keyHeader}${versionHeader}\r\n`,
  ],
  [
    'to upgrade by POST',
    405,
    /Method not allowed here\. Use GET\./,
    `POST ${socketPath} HTTP/1.1\r\n${upgradeHeaders}${keyHeader}${versionHeader}\r\n`,
  ],
];

describe('requests get an error record', () => {
  for (const [what, status, reason, request] of oddRequests) {
    test(what, async () => {
      const received = await send(request);
      const [head = '', ...rest] = received.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} \\S`), received);
      assert.match(head, /^content-type: application\/json; charset=utf-8$/im);
      assert.match(head, /^x-content-type-options: nosniff$/im);
      assert.match(head, /^x-request-id: \S+$/im);
      assert.match(head, /^access-control-allow-origin: \*$/im);
      const record = JSON.parse(/\{.*\}/.exec(rest.join(''))?.[0] ?? '');
      assert.deepEqual([record.error, record.status], [true, status]);
      assert.match(record.reason, reason);
      assert.match(record.reason, /\.$/);
    });
  }
});

test('an upgrade of a path that isn’t a socket is handled as the plain request', async () => {
  for (const line of [`GET ${path}`, `GET http://gangway${path}`, `GET ${path}?x=1`]) {
    const received = await send(`${line} HTTP/1.1\r\n${upgradeHeaders}${keyHeader}${versionHeader}\r\n`);
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(received, /"entry 499"\]/);
  }
});

test('a rejected client that keeps its half of the connection open doesn’t delay the shutdown', {
  timeout: 30_000,
}, async () => {
  const closing = await startTestApp();
  const rejected = ['CONNECT gangway:1', 'GET /api/v3/notification/socket', 'GET /spare'].map(async (line) => {
    const protocol = line.endsWith('spare') ? 'gangway-spare' : 'websocket';
    const socket = connect({ port: Number(new URL(closing.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.write(
      `${line} HTTP/1.1\r\n${hostHeader}Upgrade: ${protocol}\r\nConnection: Upgrade\r\n${keyHeader}${versionHeader}\r\n`,
    );
    const [answer] = await once(socket, 'data');
    socket.resume();
    return `${answer}`.slice(9, 12);
  });
  assert.deepEqual(await Promise.all(rejected), ['405', '401', '403']);
  await closing.close();
});
