import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { areas } from '#app/areas.ts';
import { openInstanceToRead, openInstanceToServe } from '#app/instance.ts';
import { readRunState } from '#app/run-state.ts';
import type { Context } from '#area/context.ts';
import { type Config, locateFolders } from '#config/config.ts';
import { copyDatabase } from '#db/backup.ts';
import { removePath } from '#platform/files/files.ts';
import { isSingleExecutable } from '#platform/machine/embedded-files.ts';
import { createLog } from '#platform/observing/log.ts';
import { getOwnProgramArguments } from '#platform/processes/own-program.ts';
import { ask, openServer } from './ask.ts';
import { rareWord, writeInitialContent } from './begin-talking.ts';
import { type Crowd, gatherCrowd, logInAll } from './crowd.ts';
import { createPassengers } from './make-people.ts';

/** A separate service on a copy of the data, with made-up people. */
export interface ScratchSailing {
  readonly url: string;
  readonly crowd: Crowd;
  /** Stops the service and deletes the copy. */
  close(): Promise<void>;
}

/** Free space needed, as a multiple of the database: for the copy, its log and the crowd's writes. */
const databaseSizeFactor = 3;
const extraBytes = 200_000_000;

/** Returns a sentence if there is too little space for a copy; undefined if there is enough. */
export function findShortageForScratch({ databaseFile }: Config): string | undefined {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = databaseSizeFactor * statSync(databaseFile).size + extraBytes;
  return bavail * bsize >= needed
    ? undefined
    : `${tmpdir()} has too little space for a copy of the data: set TMPDIR to a folder with ${Math.ceil(needed / 1e6)} MB.`;
}

/**
 * Copies the database into a temporary folder, adds made-up people and serves the copy on its own port. Never touches
 * the data of the sailing. Reports progress to `show`.
 */
export async function openScratchSailing(
  config: Config,
  people: number,
  host: string,
  show: (words: string) => void,
): Promise<ScratchSailing> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-people-'));
  const scratch = describeScratch(config, folder, host);
  let service: ChildProcess | undefined;
  const close = async () => {
    process.removeListener('exit', endAtOnce);
    if (service) await endService(service);
    removePath(folder);
  };
  const endAtOnce = () => {
    service?.kill('SIGKILL');
    removePath(folder);
  };
  process.once('exit', endAtOnce);
  try {
    show('copying the database');
    await copyDatabase(config.databaseFile, scratch.databaseFile, () => {});
    show('creating made-up people');
    const logins = await withInstance(openInstanceToServe(scratch, areas, { newTokenKey: true }), (context) =>
      logInAll(context, createPassengers(context, people)),
    );
    show('starting a separate service');
    service = startService(scratch, folder);
    const url = await findURL(scratch, service);
    show('creating posts and chats');
    const talkers = [...logins].map(([userID, authorization]) => ({ userID, authorization }));
    const gather = () =>
      withInstance(openInstanceToRead(scratch, areas, { log: createLog('silent', 'json') }), (context) =>
        gatherCrowd(context, logins, rareWord),
      );
    const { categories } = await gather();
    const server = openServer(url);
    await writeInitialContent(talkers, categories, async ({ authorization }, path, body) => {
      const { status } = await ask(server, path, 'POST', authorization, body);
      if (status >= 400) throw new Error(`made-up people can't post: ${path} answers with ${status}`);
    });
    server.agent.destroy();
    return { url, crowd: await gather(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies only the database: the crowd requests no pictures or clips. */
function describeScratch(config: Config, folder: string, host: string): Config {
  return {
    ...config,
    folders: locateFolders(folder),
    databaseFile: join(folder, 'gangway.sqlite'),
    host,
    port: 0,
    logLevel: 'silent',
  };
}

async function withInstance<Result>(context: Context, work: (context: Context) => Result): Promise<Result> {
  try {
    return work(context);
  } finally {
    context.db.close();
  }
}

/** Variables that could point to the sailing's data or to other machines. */
const unsetVariables = [
  'USER_IMAGES',
  'DATABASE_URL',
  'DATABASE_DB',
  'BACKUP_DIR',
  'SPARE_WAIT',
  'EXTERNAL_URL',
  'hostname',
];

function startService({ environment, folders, host, tls, port }: Config, folder: string): ChildProcess {
  const [program = '', ...words] = getOwnProgramArguments();
  return spawn(
    program,
    [...(isSingleExecutable ? [] : process.execArgv), ...words, 'serve', '--hostname', host, '--port', String(port)],
    {
      // The .env file is read from the current folder, which has none.
      cwd: folder,
      env: {
        ...process.env,
        ...Object.fromEntries(unsetVariables.map((name) => [name, ''])),
        VAPOR_ENV: environment,
        DATA_DIR: folders.data,
        ...(tls && { TLS_CERT: resolve(tls.certificateFile), TLS_KEY: resolve(tls.keyFile) }),
        ENABLE_UPDATE_SCHEDULE_JOB: 'false',
        LOW_DISK_MB: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: 'ignore',
    },
  );
}

const maxMillisecondsToStart = 60_000;

/** Waits until the service has reported its address. */
async function findURL(scratch: Config, service: ChildProcess): Promise<string> {
  const deadline = performance.now() + maxMillisecondsToStart;
  while (performance.now() < deadline && service.exitCode === null) {
    const url = (await readRunState(scratch))?.url;
    if (url !== undefined) return url;
    await delay(50);
  }
  throw new Error('a service on a copy of the data did not start');
}

const maxMillisecondsToStop = 10_000;

async function endService(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  const late = setTimeout(() => service.kill('SIGKILL'), maxMillisecondsToStop);
  await ended;
  clearTimeout(late);
}
