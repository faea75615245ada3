// Runs Node 24 with the options of this project: `node build/node24.mjs src/main.ts`. Needs no shell, and runs on the Node
// that npm comes with, 20 or later. Leading words such as STORM_MESSAGES=50 set environment variables.
//
// The packages with Node 24 are looked for by name: npm 10 and npm 11 disagree on node_modules/.bin/node.
// Glibc keeps freed picture memory per arena; two arenas keep the process small. Password hashing, pictures and files share
// libuv's thread pool, which must be sized before Node starts.
//
// The options are in build/node-options, since the executable is built with the same ones:
// - The young generation has its full size from the start. While it grew, V8 promoted requests in flight, and full garbage
//   collections followed one another, each retaining more: whoami took 55 instead of 36 us.
// - Allocation sites are never pretenured. When that happened to response bodies, after the caches had filled, each one stayed
//   until the next full collection, four times a second, and a page of a thread took 70 to 90 instead of 27 us. It happened
//   in one start out of five.
// - The main thread alone collects garbage, and less often: on one core the collector's threads block it for hundreds of
//   milliseconds. With a whole ship on one core the p99 is 79 instead of 389 ms, for 100 MiB more.
// - The young generation is collected also while the old one is being marked. V8 puts that off otherwise: with a whole ship it
//   let 70 to 130 MB of young objects pile up, and copied them all in one pause of 400 to 900 ms instead of 30 to 100.
//
// Compiled code is cached, which together with running/resolve-imports.ts makes the next start four times faster.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';

/** The Node 24 that npm installed for this system, else the one that runs this file; else the reason why neither works. */
function findNode() {
  const system = isWindows ? 'win' : process.platform;
  const binary = join('bin', isWindows ? 'node.exe' : 'node');
  const installed = join(project, 'node_modules', `node-${system}-${process.arch}`, binary);
  if (installed === process.execPath) return { node: installed };
  const tried = existsSync(installed) && spawnSync(installed, ['--version'], { encoding: 'utf8' });
  if (tried && tried.status === 0) return { node: installed };
  if (Number(process.versions.node.split('.')[0]) >= 24) return { node: process.execPath };
  return { reason: tried ? describeOldSystem(tried) : describeMissingNode() };
}

/** Alpine's kernel doesn't find the loader of glibc, and says that the program itself doesn't exist. */
const describeOldSystem = ({ error, stderr }) =>
  'The Node 24 that npm installed needs another system: Gangway needs Linux with glibc 2.34 or later, such as Debian 12, ' +
  `Ubuntu 22.04 or RHEL 9, and not Alpine (${error?.message ?? stderr.trim()}).`;

const describeMissingNode = () =>
  "Gangway needs Node 24 or later. 'npm ci' installs it on Linux (x64 and arm64) and on Windows (x64); elsewhere install it " +
  `yourself. This is Node ${process.versions.node}.`;

function readWords() {
  const words = process.argv.slice(2);
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = words.splice(0, first < 0 ? words.length : first).map((word) => word.split(/=(.*)/s, 2));
  const options = readFileSync(join(project, 'build', 'node-options'), 'utf8')
    .trim()
    .split(' ');
  const hooks = new URL('running/resolve-imports.ts', import.meta.url).href;
  return { words: [...options, '--import', hooks, ...words], variables: Object.fromEntries(variables) };
}

const { node, reason } = findNode();
if (node === undefined) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
const { words, variables } = readWords();
const environment = {
  MALLOC_ARENA_MAX: '2',
  UV_THREADPOOL_SIZE: '16',
  NODE_COMPILE_CACHE: join(project, 'build', 'cache', 'compiled'),
  ...process.env,
  ...variables,
};

// Replacing this process spares everything below, but Node 20 can't, and Windows can't.
if (!isWindows && process.execve) process.execve(node, [node, ...words], environment);

const child = spawn(node, words, { env: environment, stdio: 'inherit' });
child.on('error', (error) => {
  process.stderr.write(`${node} can't be started: ${error.message}\n`);
  process.exit(1);
});
// Windows has no signals to forward: the console sends Ctrl+C and its closing to both processes, and `kill` would end the child.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGBREAK']) {
  if (signal in constants.signals) process.on(signal, () => isWindows || child.kill(signal));
}
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
