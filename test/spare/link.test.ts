import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createLink, PeerSilent } from '#spare/follower/link.ts';
import { Hello } from '#spare/wire/messages.ts';

/** Takes no connection: once a few wait, the system answers nobody any more, as where a machine is switched off. */
const deafMachine = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
const enoughToFillIt = 8;

test('a machine that does not even refuse a connection is given up on in time', { timeout: 20_000 }, async () => {
  const machine = spawn(process.execPath, ['-e', deafMachine], { stdio: ['ignore', 'pipe', 'inherit'] });
  after(() => machine.kill('SIGKILL'));
  const [port] = await once(machine.stdout, 'data');
  for (let count = 0; count < enoughToFillIt; count += 1) {
    const waiting = connect(Number(port), '127.0.0.1').on('error', () => {});
    after(() => waiting.destroy());
  }
  const link = createLink(`http://127.0.0.1:${port}`, randomBytes(32).toString('base64url'), 300);
  after(() => link.close());
  const question = { ask: 'hello', version: '', port: 1, isSecure: false, machine: 'spare', generation: 1 } as const;
  await assert.rejects(link.ask(question, Hello), (error) => {
    assert.ok(error instanceof PeerSilent && !error.isReached);
    assert.match(error.message, /does not answer within 300 ms/);
    return true;
  });
});
