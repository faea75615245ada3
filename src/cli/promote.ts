import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { areas } from '#app/areas.ts';
import type { FolderLock } from '#app/folder-lock.ts';
import { openInstance } from '#app/instance.ts';
import { InstanceUnavailable, lockInstance } from '#app/instance-lock.ts';
import { finishRestore, replaceAll } from '#app/restore-plan.ts';
import { findMissingPictures } from '#app/verify-pictures.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { isLoopback } from '#config/env.ts';
import { formatStamp } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { type Fence, readFence, removeFence } from '#spare/fence.ts';
import { type Copy, moveLogIntoDatabase, openCopy } from '#spare/follower/copy.ts';
import { createLink, type Link, PeerDeclined, PeerSilent } from '#spare/follower/link.ts';
import { clearPromotionRequest, requestPromotion } from '#spare/follower/promotion-request.ts';
import {
  type FollowState,
  forgetFollowState,
  getSlotFolder,
  getSpareFolder,
  readFollowState,
} from '#spare/follower/slots.ts';
import { type Successor, takeOver } from '#spare/follower/take-over.ts';
import { leapOverLostNumbers, readGeneration, writeGeneration } from '#spare/generation.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { askPeer } from '#spare/watch-peer.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { CommandFailed } from './failure.ts';
import { serveUntilStopped } from './serve.ts';
import { createProgress, say } from './terminal.ts';
import { verifyBeside } from './verify-beside.ts';

/** What the command line may ask for. */
export interface PromoteOptions {
  /** Go on without asking. */
  readonly yes: boolean;
  /** Make this machine the one that serves, but do not serve yet. */
  readonly serve: boolean;
}

/**
 * Makes the machine that followed the box the one that serves. Throws CommandFailed where there is nothing to promote, or
 * the copy is not sound; nothing has changed then.
 */
export async function promote(config: Config, options: PromoteOptions): Promise<void> {
  findWhatToPromote(config);
  const lock = await takeInstance(config);
  try {
    await promoteHeld(config, options);
  } finally {
    lock.release();
  }
  if (options.serve)
    await verifyBehind(await serveUntilStopped(config, { force: false, newTokenKey: false, hasTakenOver: true }));
}

/** Proves in full what is served already: that takes minutes on a large database, and passengers wait for none of it. */
async function verifyBehind({ config, log, conditions }: Context): Promise<void> {
  log.info('what was promoted is verified in full behind the service');
  const { isWell, lines } = await verifyBeside(config);
  if (isWell) return log.info('what was promoted was verified in full: all is well');
  const sentence =
    'What was promoted is not consistent in all its parts: `gangway verify` names them, and `gangway job check-consistency` repairs what is certain.';
  conditions.begin('promoted-inconsistent', sentence, { untilEnded: true });
  log.warn({ found: lines.slice(0, maxLines) }, 'what was promoted was verified in full');
}

const maxLines = 20;

async function promoteHeld(config: Config, options: PromoteOptions): Promise<void> {
  finishRestore(config.folders.data);
  const { state, fence } = findWhatToPromote(config);
  const spareFolder = getSpareFolder(config.folders.data);
  const promotion = state
    ? await promoteCopy(config, spareFolder, state, options)
    : await promoteOwn(config, fence, options);
  await raiseGeneration(config, promotion);
  removeFence(config.folders.data);
  forgetFollowState(spareFolder);
  say(`This machine serves the sailing now (generation ${promotion.generation}).`);
  say(describeWayOfPhones(config, promotion));
}

/** Phones know nothing of two machines: where do they look? */
function describeWayOfPhones({ externalURL }: Config, { before }: Promotion): string {
  const address = isLoopback(new URL(externalURL).hostname) ? before : externalURL;
  return `Phones look for it at ${address}: give this machine that address, or point that name at it.`;
}

/** The copy of a box, or what this machine had when it was replaced. Throws CommandFailed where there is neither. */
function findWhatToPromote({
  folders,
}: Config): { state: FollowState; fence?: undefined } | { state?: undefined; fence: Fence } {
  const state = readFollowState(getSpareFolder(folders.data));
  if (state) return { state };
  const fence = readFence(folders.data);
  if (fence) return { fence };
  throw new CommandFailed(
    'This machine follows no box, so there is nothing to promote: `gangway serve` serves what is here.',
  );
}

const maxMillisecondsToStop = 10_000;

/** Ends the program that follows the box, if it runs. Throws InstanceUnavailable for one that does not end. */
async function takeInstance(config: Config): Promise<FolderLock> {
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

/** What this machine becomes. */
interface Promotion {
  readonly generation: number;
  /** Where the machine before has served. */
  readonly before: string;
  /** May the machine before have stored something that is not here? */
  readonly mayLack: boolean;
}

async function promoteCopy(
  config: Config,
  spareFolder: string,
  state: FollowState,
  { yes }: PromoteOptions,
): Promise<Promotion> {
  const copy = state.current === undefined ? undefined : openCopy(getSlotFolder(spareFolder, state.current));
  if (!copy?.isComplete)
    throw new CommandFailed(
      'The first copy of the database was not complete: there is nothing to promote. Restore the last backup with `gangway restore`.',
    );
  const generation = state.generation + 1;
  const link = openLink(config, state.url);
  let mayLack = false;
  try {
    say(await stopBox(config, link, copy, { generation, machine: state.machine }));
  } catch (error) {
    say(describeSilence(error, state));
    mayLack = true;
  } finally {
    link?.close();
  }
  say(describeVerified(state));
  if (!yes) await ask('Let this machine serve?');
  await copy.settle();
  putInPlace(config, copy);
  return { generation, before: state.url, mayLack };
}

function openLink({ folders }: Config, url: string): Link | undefined {
  const pairing = readPairing(folders.secrets);
  return pairing && createLink(url, pairing.code, 3_000);
}

async function stopBox(
  config: Config,
  link: Link | undefined,
  copy: Copy,
  named: Pick<Successor, 'generation' | 'machine'>,
): Promise<string> {
  if (!link) throw new PeerSilent('there is no pairing');
  const { port, tls } = config;
  const successor = { ...named, port, isSecure: tls !== undefined, folders: getSharedFolders(config.folders) };
  const progress = createProgress();
  try {
    progress.announce(`asking ${link.url} to step down`);
    await takeOver(link, copy, successor, progress.show);
  } finally {
    progress.end();
  }
  return `${link.url} has stepped down: nothing is lost.`;
}

/** What will be lost, in one sentence. Throws CommandFailed for a box that answers: it must not serve beside this machine. */
function describeSilence(error: unknown, { url, lastAnswer }: FollowState): string {
  if (error instanceof PeerDeclined || (error instanceof PeerSilent && error.isReached))
    throw new CommandFailed(
      `${url} answers, and does not step down: ${error.message}. Nothing was changed. Switch that machine off, then promote this one.`,
    );
  if (!(error instanceof PeerSilent)) throw error;
  const age = `${new Date(lastAnswer).toISOString()} by its clock`;
  return (
    `${url} does not step down (${error.message}). What it stored after ${age} is lost. ` +
    'Make sure that it is switched off: two machines that serve the same sailing cannot be made one again.'
  );
}

/**
 * A machine that was replaced serves again from what it has. Throws CommandFailed while its successor serves: following
 * that one first loses nothing.
 */
async function promoteOwn(
  { folders }: Config,
  { generation, peer }: Fence,
  { yes }: PromoteOptions,
): Promise<Promotion> {
  const pairing = readPairing(folders.secrets);
  const state = pairing && (await askPeer(peer, pairing.code));
  if (state?.role === 'serves')
    throw new CommandFailed(
      `${peer} serves the sailing now (generation ${state.generation}), and what was stored there is not here: ` +
        `\`gangway spare run ${peer}\` follows it, then \`gangway promote\` takes over from it without loss.`,
    );
  say(`${peer} has taken over from this machine, and does not answer. What was stored there since then is not here.`);
  say('Make sure that it is switched off: two machines that serve the same sailing cannot be made one again.');
  if (!yes) await ask('Let this machine serve all the same?');
  return { generation: generation + 1, before: peer, mayLack: true };
}

function describeVerified({ verified }: FollowState): string {
  if (!verified) return 'The copy was not verified in full yet: that follows once this machine serves.';
  const at = new Date(verified.at).toISOString();
  if (verified.isWell) return `The copy was last verified in full at ${at}: all was well.`;
  return `The copy was not consistent in all its parts when it was verified at ${at}. A backup may be better: \`gangway restore\`.`;
}

async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandFailed('Nobody can be asked here: add --yes to go on.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was changed.');
}

/** Proves the copy, and gives it the place of the database that is here; that one is kept. */
function putInPlace({ folders, databaseFile }: Config, copy: Copy): void {
  moveLogIntoDatabase(copy.databaseFile);
  assertSound(copy.databaseFile);
  const aside = join(folders.data, `before-promotion-${formatStamp(new Date())}`);
  if (statSync(databaseFile, { throwIfNoEntry: false })) mkdirSync(aside, { recursive: true, mode: 0o700 });
  replaceAll(folders.data, [
    {
      staged: copy.databaseFile,
      place: databaseFile,
      aside: join(aside, 'gangway.sqlite'),
      companions: ['-wal', '-shm'],
    },
  ]);
}

const maxFaults = 5;
const tablesQuery = `
  SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite_%'`;

/**
 * Throws CommandFailed for a database that is damaged. It is asked table by table, which leaves out whether the searches'
 * indexes say what the texts say: that takes longer than all else, and the full verification looks at it.
 */
function assertSound(file: string): void {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const tables = sqlite.prepare<[], string>(tablesQuery).pluck().all();
    const complaints = tables.flatMap((name) =>
      sqlite.prepare<[], string>(`PRAGMA quick_check("${name}")`).pluck().all(),
    );
    const faults = complaints.filter((complaint) => complaint !== 'ok').slice(0, maxFaults);
    if (faults.length > 0) throw new CommandFailed(`The copy is damaged: ${faults.join('; ')}`);
  } finally {
    sqlite.close();
  }
}

/** Makes the database here the one that counts, and says which pictures it lacks. */
async function raiseGeneration(config: Config, { generation, mayLack }: Promotion): Promise<void> {
  const context = openInstance(config, areas, { log: createLog(config.logLevel, 'readable', 'stderr') });
  try {
    const next = Math.max(generation, readGeneration(context.db) + 1);
    context.db.transaction((db) => {
      writeGeneration(db, next);
      if (mayLack) leapOverLostNumbers(db);
    });
    const lost = await findMissingPictures(context);
    if (lost.length > 0)
      say(`${lost.length} pictures did not arrive, ${lost[0]?.what} among them: \`gangway verify\` names them all.`);
  } finally {
    context.db.close();
  }
}
