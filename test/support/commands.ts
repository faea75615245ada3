import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { nodeOptions } from '../../build/project.ts';
import type { Outcome } from './ship.ts';
import { timeoutMilliseconds } from './timeout.ts';

/** A command, and what a process gets from its shell. */
export interface CommandTask {
  readonly program: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly input: string;
}

/** Ends both outputs of each command. */
export const endOfOutput = '\0';

/** A process that runs commands one after the other. */
interface Runner {
  readonly child: ChildProcess;
  readonly outputs: readonly Socket[];
}

const idleRunners: Runner[] = [];

/**
 * Runs a command in a process that has perhaps run others, since starting a process takes most of a command's time.
 * The process ends with this one.
 */
export async function runCommand(task: CommandTask): Promise<Outcome> {
  const runner = idleRunners.pop() ?? startRunner(task.environment);
  const { child, outputs } = runner;
  for (const part of [child, child.channel, ...outputs]) part?.ref();
  const over = new AbortController();
  const done = once(child, 'message', over);
  const ended = once(child, 'exit', over);
  const read = Promise.all(outputs.map(readOutput));
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  child.send(task);
  const [code] = await Promise.race([done, ended]);
  over.abort();
  const [stdout = '', stderr = ''] = await read;
  clearTimeout(late);
  if (child.exitCode === null && child.signalCode === null) {
    for (const part of [child, child.channel, ...outputs]) part?.unref();
    idleRunners.push(runner);
  }
  return { code, stdout, stderr };
}

function startRunner(environment: Readonly<Record<string, string>>): Runner {
  const child = fork(join(import.meta.dirname, 'command-runner.ts'), {
    execArgv: [...nodeOptions],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Node's pipes are sockets, which a process needn't wait for.
  const outputs = [child.stdout, child.stderr] as Socket[];
  for (const output of outputs) output.setEncoding('utf8');
  return { child, outputs };
}

/** Returns the output of one command: all of it, if its process ends. */
function readOutput(stream: Socket): Promise<string> {
  return new Promise((resolve) => {
    let output = '';
    const read = (text: string) => {
      output += text;
      if (text.endsWith(endOfOutput)) end();
    };
    const end = () => {
      stream.removeListener('data', read).removeListener('close', end);
      resolve(output.replace(endOfOutput, ''));
    };
    stream.on('data', read).once('close', end);
  });
}
