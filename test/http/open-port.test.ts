import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openPort } from '#http/open-port.ts';
import { skipWithout } from '../support/platform.ts';

const host = '127.0.0.1';
const options = { host, port: 0, maxConnections: 20_000 };

test('a busy service accepts several connections in each turn of its event loop', {
  skip: skipWithout('ports that sockets share'),
}, async () => {
  const server = createServer();
  let turns = 0;
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const { port, close } = await openPort(server, options);
  const clients = Array.from({ length: 80 }, () => connect(port, host));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const turn = () => {
    turns += 1;
    if (accepted === clients.length || turns === 1000) resolve();
    else setImmediate(turn);
  };
  const acceptedBefore = accepted;
  setImmediate(turn);
  await all;
  assert.equal(accepted, clients.length);
  assert.ok(turns < (clients.length - acceptedBefore) / 2 + 5, `${turns} turns for ${accepted - acceptedBefore}`);
  for (const client of clients) client.destroy();
  await close();
});

test('no two services share a port, and a closed one is free', async () => {
  const [first, second] = [createServer(), createServer()];
  const { port, close } = await openPort(first, options);
  await assert.rejects(openPort(second, { ...options, port }), { code: 'EADDRINUSE' });
  await close();
  const again = await openPort(second, { ...options, port });
  assert.equal(again.port, port);
  await again.close();
});

test('closing waits for the requests of all sockets', async () => {
  const pending: ServerResponse[] = [];
  const { promise: allArrived, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    if (pending.push(response) === clients.length) resolve();
  });
  const { port, close } = await openPort(server, options);
  const clients = Array.from({ length: 20 }, () => connect(port, host));
  for (const client of clients) client.resume().write('GET / HTTP/1.1\r\nHost: ship\r\nConnection: close\r\n\r\n');
  await allArrived;
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  const last = pending.pop();
  const allButLastEnded = Promise.all(pending.map((response) => once(response.end(), 'close')));
  await allButLastEnded;
  assert.equal(isClosed, false);
  last?.end();
  await closing;
});
