import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Command } from 'commander';
import { createPairingCode, readPairing } from '#spare/wire/pairing.ts';
import { listProcesses } from '../../build/measuring/bench/memory.ts';
import { addCommands } from '../../src/cli/commands.ts';
import { createShip } from '../cli/support.ts';
import { readOfProcess } from '../support/processes.ts';
import { onTerminal } from '../support/terminal.ts';

const url = 'http://127.0.0.1:1';
const cutOff = /trying again/;
const getSecrets = ({ data }: { data: string }) => join(data, 'secrets');

test('the code comes from standard input, and isn’t visible in the command line', async () => {
  const [spare, code] = [createShip(), createPairingCode()];
  const follower = await spare.runUntil(['spare', 'run', url], cutOff, { input: `${code}\n` });
  assert.equal(readPairing(getSecrets(spare))?.code, code);
  const lines = listProcesses(follower.pid).map((pid) => readOfProcess(pid, 'cmdline'));
  assert.ok(lines.length > 0 && lines.every((line) => !line.includes(code)), lines.join('\n'));
  await follower.end('SIGTERM');
  // The command prompts once.
  await (await spare.runUntil(['spare', 'run'], cutOff)).end('SIGTERM');
});

test('or from a file; one that others can read causes a warning', async () => {
  const [spare, first, second] = [createShip(), createPairingCode(), createPairingCode()];
  const file = spare.file('code', `${first}\n`);
  chmodSync(file, 0o644);
  const follower = await spare.runUntil(['spare', 'run', url, '--code-file', file], cutOff);
  assert.match(follower.output(), /code is readable by other users/);
  assert.equal(readPairing(getSecrets(spare))?.code, first);
  await follower.end('SIGTERM');
  chmodSync(file, 0o600);
  const quiet = await spare.runUntil(['spare', 'run', url, '--code-file', file], cutOff);
  assert.doesNotMatch(quiet.output(), /is readable by other users/);
  await quiet.end('SIGTERM');
  for (const words of [['--new-code'], ['--code-file', '-']]) {
    await (await spare.runUntil(['spare', 'run', ...words], cutOff, { input: second })).end('SIGTERM');
    assert.equal(readPairing(getSecrets(spare))?.code, second);
  }
});

test('or from a prompt on a terminal', { skip: !onTerminal }, async () => {
  assert.ok(onTerminal);
  const [spare, code] = [createShip(), createPairingCode()];
  const { stdout } = await spare.run(['spare', 'run', url], { within: onTerminal, input: 'not a code\n' });
  assert.match(stdout, /Code that `gangway spare pair` shows on the server: [\s\S]*That isn't a pairing code/);
  const options = { within: onTerminal, input: `${code}\n` };
  const follower = await spare.runUntil(['spare', 'run', url], cutOff, options);
  assert.equal(readPairing(getSecrets(spare))?.code, code);
  await follower.end('SIGTERM');
});

test('a code in the command line is rejected, and so is a missing one', async () => {
  const [spare, code] = [createShip(), createPairingCode()];
  const given = await spare.run(['spare', 'run', url, code]);
  assert.equal(given.code, 2);
  assert.match(given.stderr, /Every user of this machine can read its command lines: leave out the code/);
  const empty = await spare.run(['spare', 'run', url]);
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /Pass the code .* as one line on standard input, or use --code-file/);
  assert.ok(!existsSync(join(getSecrets(spare), 'spare.json')));
});

test('no command accepts a secret as an argument or option', () => {
  const secret = /password|secret|key|code|token/i;
  const program = new Command('gangway');
  addCommands(program);
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const taken = all(program).flatMap((command) => [
    ...command.registeredArguments.map((argument) => argument.name()),
    ...command.options.filter((option) => option.required || option.optional).map((option) => option.long ?? ''),
  ]);
  assert.ok(taken.includes('--code-file'));
  assert.deepEqual(
    taken.filter((name) => secret.test(name) && !name.endsWith('-file')),
    [],
  );
});
