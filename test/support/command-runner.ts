// Runs commands of the program one after the other, each as if this process were its own: with its folder, variables,
// arguments and input. A command has ended when nothing is left to wait for, as a process has. One that ends or breaks
// the process in any other way ends this one, with its exit code.
import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type CommandTask, endOfOutput } from './commands.ts';

/** How long what a failed command leaves open may take to close, before this process ends with it. */
const maxMillisecondsToClose = 50;
/** Node's own exit code for a process that has nothing left to wait for, but hasn't finished. */
const unfinished = 13;

class Exit extends Error {}

const { exit } = process;
const send = process.send?.bind(process);
// Only a worker of the service has a parent that listens.
process.send = undefined;
let count = 0;
let isFinished = false;
let ending: NodeJS.Timeout | undefined;

const emitters: readonly EventEmitter[] = [process, process.stdout, process.stderr];

const listListeners = (): Set<unknown> =>
  new Set(emitters.flatMap((emitter) => emitter.eventNames().flatMap((name) => emitter.rawListeners(name))));

/** Removes what a command has left on the process. */
function removeListenersExcept(usual: ReadonlySet<unknown>): void {
  for (const emitter of emitters) {
    for (const name of emitter.eventNames()) {
      const added = emitter.rawListeners(name).filter((listener) => !usual.has(listener));
      for (const listener of added) emitter.removeListener(name, listener as () => void);
    }
  }
}

async function startCommand({ program, folder, environment, words, input }: CommandTask): Promise<void> {
  count += 1;
  isFinished = false;
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  // From here on, only the command keeps the process running.
  process.channel?.unref();
  try {
    // Runs the main module again; all others stay loaded.
    await import(`${pathToFileURL(program)}?${count}`);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    ending = setTimeout(() => exit(process.exitCode), maxMillisecondsToClose).unref();
  }
  isFinished = true;
}

process.exit = (code) => {
  process.exitCode = code;
  throw new Exit();
};
process.on('message', (task: CommandTask) => void startCommand(task));
process.on('disconnect', () => exit());
process.on('beforeExit', () => {
  clearTimeout(ending);
  removeListenersExcept(usualListeners);
  process.stdout.write(endOfOutput);
  process.stderr.write(endOfOutput);
  process.channel?.ref();
  send?.(isFinished ? Number(process.exitCode ?? 0) : unfinished);
});
const usualListeners = listListeners();
