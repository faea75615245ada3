import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { areas } from '#app/areas.ts';
import type { FolderLock } from '#app/folder-lock.ts';
import { openInstance } from '#app/instance.ts';
import { InstanceUnavailable, lockInstance } from '#app/instance-lock.ts';
import { finishRestore, replaceAll } from '#app/restore-plan.ts';
import { findMissingPictures } from '#app/verify-pictures.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { isLoopback } from '#config/env.ts';
import { formatTimestamp, makeFolder } from '#platform/files/files.ts';
import { createLog } from '#platform/observing/log.ts';
import { type Promotion, promoteMachine } from '#spare/follower/promote.ts';
import { clearPromotionRequest, requestPromotion } from '#spare/follower/promotion-request.ts';
import { getSpareFolder } from '#spare/follower/slots.ts';
import { raiseGeneration } from '#spare/generation.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { CommandFailed } from './failure.ts';
import { assertCanServe, type ServeOptions, serveUntilStopped } from './serve.ts';
import { confirm, createProgress, isTerminal, say } from './terminal.ts';
import { verifyInChildProcess } from './verify-in-child-process.ts';

/** Command-line options. */
export interface PromoteOptions {
  /** Whether to go on without asking. */
  readonly yes: boolean;
  /** Whether to promote this machine without serving yet. */
  readonly serve: boolean;
}

const serveOptions: ServeOptions = { force: false, newTokenKey: false };

/** Promotes the spare to be the machine that serves. See `src/spare/follower/promote.ts` for the rules. */
export async function promote(config: Config, options: PromoteOptions): Promise<void> {
  if (!options.yes && !isTerminal())
    throw new CommandFailed("There's no terminal to confirm on: add --yes to skip the question.");
  const progress = createProgress();
  let lock: FolderLock | undefined;
  let context: Context | undefined;
  try {
    await promoteMachine({
      dataFolder: config.folders.data,
      secretsFolder: config.folders.secrets,
      databaseFile: config.databaseFile,
      folders: getSharedFolders(config.folders),
      port: config.port,
      isSecure: config.tls !== undefined,
      say(line) {
        progress.end();
        say(line);
      },
      show: progress.show,
      async confirm(question) {
        if (!options.yes && !(await confirm(question))) throw new CommandFailed('Nothing was changed.');
      },
      async takeInstance() {
        lock = await takeOverFolderLock(config);
        finishRestore(config.folders.data);
      },
      assertCanServe: async () => assertCanServe(config, serveOptions),
      install: (file) => replaceDatabase(config, file),
      prepare: (promotion) => prepareDatabase(config, promotion),
      async serve(promotion, commit) {
        const commitAndSay = () => {
          commit();
          say(`This machine now serves the sailing (generation ${promotion.generation}).`);
          say(describeAddressChange(config, promotion));
        };
        if (!options.serve) return commitAndSay();
        lock?.release();
        context = await serveUntilStopped(config, { ...serveOptions, commitPromotion: commitAndSay });
      },
    });
  } finally {
    progress.end();
    lock?.release();
  }
  if (context) await verifyInBackground(context);
}

/**
 * Runs the full verification while already serving: it takes minutes on a large database, and passengers shouldn't wait
 * for it.
 */
async function verifyInBackground({ config, log, conditions }: Context): Promise<void> {
  log.info('verifying the promoted data in the background');
  const { isWell, lines } = await verifyInChildProcess(config);
  if (isWell) return log.info('verified the promoted data: no problems found');
  const sentence =
    'The promoted data has inconsistencies: `gangway verify` lists them, and `gangway job check-consistency` repairs what it safely can.';
  conditions.begin('promoted-inconsistent', sentence, { untilEnded: true });
  log.warn({ found: lines.slice(0, maxLines) }, 'verified the promoted data: problems found');
}

const maxLines = 20;

/** Tells the crew which address phones use, since phones don't know that there are two machines. */
function describeAddressChange({ externalURL }: Config, { before }: Promotion): string {
  const address = isLoopback(new URL(externalURL).hostname) ? before : externalURL;
  return `Phones connect to ${address}: give this machine that address, or point the name at it.`;
}

const maxMillisecondsToStop = 10_000;

/** Stops the program that follows the server, if it runs, and locks its folder. Throws InstanceUnavailable if it doesn't stop. */
async function takeOverFolderLock(config: Config): Promise<FolderLock> {
  const spareFolder = getSpareFolder(config.folders.data);
  requestPromotion(spareFolder);
  const end = performance.now() + maxMillisecondsToStop;
  try {
    for (;;) {
      try {
        return lockInstance(config);
      } catch (error) {
        if (!(error instanceof InstanceUnavailable) || performance.now() > end) throw error;
        await delay(50);
      }
    }
  } finally {
    clearPromotionRequest(spareFolder);
  }
}

/** Replaces the local database with the copy, and keeps the old one. */
export function replaceDatabase({ folders, databaseFile }: Config, copyFile: string): void {
  const aside = join(folders.data, `before-promotion-${formatTimestamp(new Date())}`);
  if (statSync(databaseFile, { throwIfNoEntry: false })) makeFolder(aside);
  replaceAll(folders.data, [
    {
      staged: copyFile,
      place: databaseFile,
      aside: join(aside, 'gangway.sqlite'),
      companions: ['-wal', '-shm'],
    },
  ]);
}

/** Makes the local database the authoritative one, and reports which pictures it lacks. */
export async function prepareDatabase(config: Config, promotion: Promotion): Promise<void> {
  const context = openInstance(config, areas, { log: createLog(config.logLevel, 'readable', 'stderr') });
  try {
    context.db.transaction((db) => raiseGeneration(db, promotion));
    const lost = await findMissingPictures(context);
    if (lost.length > 0)
      say(`${lost.length} pictures were not copied, such as ${lost[0]?.what}: \`gangway verify\` lists them all.`);
  } finally {
    context.db.close();
  }
}
