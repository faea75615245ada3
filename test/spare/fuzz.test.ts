import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { after, afterEach, describe, test } from 'node:test';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom } from '#crowd/random.ts';
import { createLink, PeerSilent } from '#spare/follower/link.ts';
import { HelloAnswer, protocolVersion, State } from '#spare/wire/messages.ts';
import { openConnection } from '#spare/wire/open-connection.ts';
import { createPairingCode, readPairing } from '#spare/wire/pairing.ts';
import { linkProtocol, tlsParameters, toSharedKey } from '#spare/wire/secure.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { waitUntil } from '../support/processes.ts';
import { connectRaw } from '../support/raw.ts';
import { openNetwork } from './network.ts';
import { pairWith, startSpare } from './spare.ts';

const seed = randomInt(2 ** 32);
const random = createRandom(seed);

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log });
const code = pairWith(app);
const network = await openNetwork(app.url);
const spare = startSpare(network.url, code);
await waitUntil('the copy is complete', () => spare.lines.includes('the copy of the database is complete'));
const james = await app.logIn('james');
await james.send('POST', '/api/v3/microblog/create', { body: { text: 'Something to follow', images: [] } });

const readPeers = () => readPairing(app.context.config.folders.secrets);
/** State that an attacker wants to change: the attached spare, its session, and the stored peers. */
function readSpareState() {
  const { peer, isAttached, since } = app.context.spare.read() ?? {};
  return { peer, isAttached, since, pairing: readPeers() };
}
const initialState = readSpareState();
assert.ok(initialState.isAttached);

afterEach(async () => {
  assert.equal((await fetch(`${app.url}/api/v3/client/health`)).status, 200);
  assert.deepEqual(readSpareState(), initialState);
});

/** Collects garbage, and returns the bytes in use. */
function readMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const countSockets = () => process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLS/.test(name)).length;

/**
 * Runs `attack` many times, some concurrently. The first rounds allocate memory that remains; after that memory must
 * not grow.
 */
async function attackRepeatedly(count: number, attack: () => Promise<unknown>, concurrency = 20): Promise<void> {
  const attackAll = async (times: number) => {
    for (let done = 0; done < times; done += concurrency) {
      await Promise.all(Array.from({ length: concurrency }, attack));
    }
  };
  await attackAll(count / 4);
  const [sockets, memory] = [countSockets(), readMemory()];
  await attackAll(count);
  await Promise.all(halfClosedConnections.splice(0));
  // The spare itself opens and closes a few sockets.
  await waitUntil('connections are closed', () => countSockets() <= sockets + 6);
  const growth = readMemory() - memory;
  assert.ok(growth < 10_000_000, `${growth} bytes more`);
}

/**
 * Some attacks come from the spare's address, most from others: the server ignores an address after too many failed
 * handshakes.
 */
const chooseAddress = () => (random.onceIn(6) ? '127.0.0.1' : `127.1.${random.below(256)}.${1 + random.below(250)}`);

const upgradeRequest = Buffer.from(
  `GET /spare HTTP/1.1\r\nHost: box\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`,
);

function flipBits(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  for (let flips = 1 + random.below(8); flips > 0 && flipped.length > 0; flips -= 1) {
    const at = random.below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  }
  return flipped;
}

/** Ways to change a recorded message. */
const messageChanges: Readonly<Record<string, (parts: readonly Buffer[]) => readonly Buffer[]>> = {
  replayed: (parts) => parts,
  truncated(parts) {
    const whole = Buffer.concat(parts);
    return [whole.subarray(0, random.below(whole.length))];
  },
  flipped: (parts) => parts.map(flipBits),
  'flipped behind the first part': ([first = Buffer.alloc(0), ...rest]) => [first, ...rest.map(flipBits)],
  reordered: (parts) => random.pick(parts, parts.length - 1).reverse(),
  repeated: (parts) => parts.flatMap((part) => [part, part]),
  'without the first': (parts) => parts.slice(1),
  'followed by much': (parts) => [...parts, randomBytes(500_000)],
  'much behind the first': ([first = Buffer.alloc(0)]) => [first, randomBytes(500_000)],
  'noise behind the first part': ([first = Buffer.alloc(0)]) => [first, randomBytes(random.below(20_000))],
  'only the first': (parts) => parts.slice(0, 1),
};

/**
 * The first messages of a connection of the spare: its upgrade, its ClientHello, and the message after the response.
 */
const chooseRecording = () => [upgradeRequest, ...random.oneOf(network.recordings).slice(1, 6)];

/** Half-closed connections, which end at the time limit of the handshake. */
const halfClosedConnections: Promise<unknown>[] = [];

/** Sends all messages, and closes its half of the connection or all of it. */
async function sendRaw(parts: readonly Buffer[], isPatient = random.onceIn(2)): Promise<void> {
  const raw = await connectRaw(app.url, chooseAddress());
  for (const part of parts) {
    raw.write(part);
    if (isPatient && part === upgradeRequest) await Promise.race([raw.until('HTTP/1.1 '), raw.received]);
  }
  if (random.onceIn(2)) raw.end();
  else raw.reset();
  halfClosedConnections.push(raw.received);
}

describe('before the handshake', () => {
  /** Upgrades from one address without a handshake. The other attacks run while these wait for their time limit. */
  const silent = Promise.all(
    Array.from({ length: 30 }, async () => {
      const raw = await connectRaw(app.url, '127.0.0.9');
      raw.write(upgradeRequest);
      return raw;
    }),
  );

  test('each address can have eight upgrades without a handshake', async () => {
    let closed = 0;
    for (const { received } of await silent)
      void received.then(() => {
        closed += 1;
      });
    await waitUntil('the others are closed', () => closed === 22);
  });

  test('changed recordings of the spare open nothing', { timeout: 60_000 }, async () => {
    await attackRepeatedly(400, () => sendRaw(random.oneOf(Object.values(messageChanges))(chooseRecording())));
  });

  /** Opens a connection like the peer does, up to the handshake. */
  async function upgrade(): Promise<Duplex> {
    const sent = request(app.url, { headers: { connection: 'Upgrade', upgrade: linkProtocol }, agent: false });
    sent.end();
    const [, socket] = await once(sent, 'upgrade');
    return socket;
  }
  const psk = { pskCallback: () => ({ psk: toSharedKey(code), identity: linkProtocol }) };
  const folder = join(import.meta.dirname, '..', 'http', 'tls');
  const certificate = {
    cert: readFileSync(join(folder, 'certificate.pem')),
    key: readFileSync(join(folder, 'key.pem')),
  };
  const impostors: Readonly<Record<string, ConnectionOptions>> = {
    'another code': { ...tlsParameters, pskCallback: () => ({ psk: randomBytes(32), identity: linkProtocol }) },
    'an empty key': { ...tlsParameters, pskCallback: () => ({ psk: Buffer.alloc(1), identity: linkProtocol }) },
    'no key': {},
    'a certificate': certificate,
    'the key and TLS 1.2': { ...psk, maxVersion: 'TLSv1.2', ciphers: 'PSK:DHE-PSK-AES128-GCM-SHA256' },
    'the key and another cipher': { ...psk, minVersion: 'TLSv1.3', ciphers: 'TLS_CHACHA20_POLY1305_SHA256' },
  };
  for (const [name, options] of Object.entries(impostors))
    test(`a client with ${name} is rejected`, async () => {
      const secured = connectSecurely({ ...options, socket: await upgrade(), rejectUnauthorized: false });
      await assert.rejects(once(secured, 'secureConnect'));
      secured.destroy();
    });

  test('a client with another code gets an error that names the code', async () => {
    const link = createLink(app.url, createPairingCode());
    after(link.close);
    await assert.rejects(link.ask({ ask: 'state' }, State), (error) => {
      assert.ok(error instanceof PeerSilent && error.isReached);
      assert.match(error.message, /is not paired with this machine by this code/);
      return true;
    });
  });

  test('plain HTTP after the upgrade isn’t answered', async () => {
    const question = Buffer.from('POST /state HTTP/1.1\r\nHost: box\r\nContent-Length: 2\r\n\r\n{}');
    const raw = await connectRaw(app.url);
    raw.write(Buffer.concat([upgradeRequest, question]));
    assert.doesNotMatch(await raw.received, /HTTP\/1.1 200/);
  });

  test('upgrades without a handshake time out', { timeout: 60_000 }, async () => {
    for (const { received } of await silent) await received;
  });
});

/** The spare's hello repeated, from another address. */
const { machine = '' } = spare.following.state ?? {};
const helloMessage = { version: protocolVersion, port: 2, isSecure: false, generation: 1, machine };
const encodeRequest = (path: string, body: string | Buffer) => [
  Buffer.from(`POST ${path} HTTP/1.1\r\nHost: box\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`),
  Buffer.from(body),
];
const oddMessages = [
  '',
  '{',
  'null',
  '[]',
  '{"session":null}',
  '{"session":{"toString":1}}',
  '"x"',
  '1e999',
  '{"__proto__":1}',
];
const requestPaths = [
  '/hello',
  '/log',
  '/base',
  '/blocks',
  '/files',
  '/file',
  '/step-down',
  '/state',
  '/',
  '/x',
  '//',
  '*',
];
/** Requests of a client that has the code but doesn't behave like a spare. */
const oddQuestions: Readonly<Record<string, () => readonly Buffer[]>> = {
  odd: () => encodeRequest(random.oneOf(requestPaths), random.oneOf(oddMessages)),
  'of another session': () =>
    encodeRequest(random.oneOf(requestPaths), JSON.stringify({ ...helloMessage, session: random.uuid(), from: -1 })),
  'a hello that nothing follows': () => encodeRequest('/hello', JSON.stringify(helloMessage)),
  huge: () => encodeRequest('/state', randomBytes(500_000)),
  'with a huge header': () => [Buffer.from(`GET / HTTP/1.1\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`)],
  noise: () => [randomBytes(random.below(20_000))],
  'to be upgraded again': () => [upgradeRequest, ...encodeRequest('/state', '{}')],
};

describe('after the handshake', () => {
  test('invalid messages end only their own connection', { timeout: 60_000 }, async () => {
    const attack = async () => {
      const link = await openConnection(app.url, code, 5_000, new AbortController().signal);
      link.on('error', () => {}).resume();
      const closed = new Promise((resolve) => link.on('close', resolve));
      for (const part of random.oneOf(Object.values(messageChanges))(random.oneOf(Object.values(oddQuestions))()))
        link.write(part);
      link.end();
      if (random.onceIn(3)) link.destroy();
      await closed;
    };
    // No more handshakes at once than of a spare.
    await attackRepeatedly(120, attack, 6);
  });

  test('flipped bits break the link, and no changed message is accepted', async () => {
    const dirty = await openNetwork(app.url);
    const link = createLink(dirty.url, code, 2_000);
    after(link.close);
    for (let round = 0; round < 20; round += 1) {
      await link.ask({ ask: 'state' }, State);
      dirty.mangle(flipBits);
      await assert.rejects(link.ask({ ask: 'hello', ...helloMessage }, HelloAnswer), PeerSilent);
      dirty.mangle((bytes) => bytes);
    }
    assert.deepEqual(logBook.find(/could not respond to the spare/), []);
  });
});
