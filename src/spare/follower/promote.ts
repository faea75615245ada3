import { existsSync } from 'node:fs';
import { type Fence, readFence, removeFence } from '../fence.ts';
import type { SharedFolders } from '../server/file-list.ts';
import { askPeer, findSuccessor } from '../watch-peer.ts';
import { State } from '../wire/messages.ts';
import { readPairing, replacePeer } from '../wire/pairing.ts';
import { deleteCleanHandover, findCleanHandover, recordCleanHandover } from './clean-hand-over.ts';
import { type Copy, getCopyFile, isCopyComplete, moveLogIntoDatabase, openCopy } from './copy.ts';
import type { ShowProgress } from './fetch-base.ts';
import { findDamage } from './find-damage.ts';
import { type Handover, startHandover } from './hand-over.ts';
import { createLink, type Link, PeerDeclined, PeerSilent } from './link.ts';
import { deleteFollowState, type FollowState, getSlotFolder, getSpareFolder, readFollowState } from './slots.ts';

/** This machine can't take over; the message says why and what to do. Nothing has changed. */
export class PromotionRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PromotionRefused';
  }
}

/** The result of a promotion. */
export interface Promotion {
  readonly generation: number;
  /** Where the previous server served. */
  readonly before: string;
  /** Whether the previous server may have stored something that isn't here. */
  readonly mayHaveLostData: boolean;
}

/** What a promotion needs from the program that runs it. */
export interface PromotionParts {
  readonly dataFolder: string;
  readonly secretsFolder: string;
  readonly databaseFile: string;
  readonly folders: SharedFolders;
  readonly port: number;
  readonly isSecure: boolean;
  readonly say: (line: string) => void;
  readonly show: ShowProgress;
  /** Throws unless the user agrees. */
  readonly confirm: (question: string) => Promise<void>;
  /** Stops the program that follows, and keeps others away from the data. */
  readonly takeInstance: () => Promise<void>;
  /** Throws if this machine couldn't serve, for example because its port is taken. */
  readonly assertCanServe: () => Promise<void>;
  /** Replaces this machine's database with this file. */
  readonly install: (file: string) => void;
  /** Raises the generation in the database. */
  readonly prepare: (promotion: Promotion) => Promise<void>;
  /** Starts to serve, and calls `commit` before the first request is answered. */
  readonly serve: (promotion: Promotion, commit: () => void) => Promise<void>;
}

/**
 * Makes this machine the one that serves. Checks everything it can first, so that stopping the other machine is the
 * last
 * step; if something fails after that, the other one serves again. Throws PromotionRefused, and what `parts` throw.
 */
export async function promoteMachine(parts: PromotionParts): Promise<void> {
  const state = readFollowState(getSpareFolder(parts.dataFolder));
  if (state) return promoteCopy(parts, state);
  const fence = readFence(parts.dataFolder);
  if (fence) return promoteReplacedMachine(parts, fence);
  throw new PromotionRefused('This machine is not a spare, so there is nothing to promote: use `gangway serve`.');
}

const linkMilliseconds = 3_000;
const maxMillisecondsToAnswer = 5_000;

async function promoteCopy(parts: PromotionParts, state: FollowState): Promise<void> {
  const stored = findStoredCopy(parts, state);
  const pairing = readPairing(parts.secretsFolder);
  const link = pairing && createLink(state.url, pairing.code, linkMilliseconds);
  try {
    const peer = await findPeer(link, state);
    if (stored.isInstalled && peer.role === 'serves') throw createBehindRefusal(state);
    parts.say(describePeer(peer, state, stored));
    parts.say(describeVerification(state));
    const askedAt = performance.now();
    await parts.confirm('Let this machine serve?');
    await parts.takeInstance();
    // An attempt that lost power while it moved the copy is completed by now.
    const copy = findStoredCopy(parts, state);
    // While the user was thinking, the other machine may have come back.
    const isOld = performance.now() - askedAt > maxMillisecondsToAnswer;
    const { role } = isOld ? await findPeer(link, state) : peer;
    if (copy.isInstalled && role === 'serves') throw createBehindRefusal(state);
    await promoteStoredCopy(parts, state, copy, role === 'serves' || role === 'replaced' ? link : undefined);
  } finally {
    link?.close();
  }
}

/** The copy that could be promoted. */
interface StoredCopy {
  readonly folder: string;
  /** An earlier attempt moved it to the database's path, but didn't serve. */
  readonly isInstalled: boolean;
  /** When the server handed over everything. */
  readonly cleanSince: string | undefined;
}

/**
 * Finds the copy without changing anything, since a program may be following. Throws PromotionRefused if there is none.
 */
function findStoredCopy({ dataFolder, databaseFile }: PromotionParts, { url, current }: FollowState): StoredCopy {
  const spareFolder = getSpareFolder(dataFolder);
  const folder = current && getSlotFolder(spareFolder, current);
  const isInstalled = folder !== undefined && !existsSync(getCopyFile(folder)) && existsSync(databaseFile);
  if (folder === undefined || !isCopyComplete(folder))
    throw new PromotionRefused(
      `The first copy of the database was not complete: there is nothing to promote. \`gangway spare run\` follows ${url}; ` +
        'if that machine is lost, restore the last backup with `gangway restore`.',
    );
  return { folder, isInstalled, cleanSince: findCleanHandover(spareFolder) };
}

/** The state of the followed machine; without a role, it couldn't be reached. */
interface Peer {
  readonly role: State['role'] | undefined;
  readonly unreachable: string;
}

/** Throws PromotionRefused if the machine answers but can't be asked to step down: two machines would serve. */
async function findPeer(link: Link | undefined, state: FollowState): Promise<Peer> {
  if (!link) return { role: undefined, unreachable: 'there is no pairing' };
  try {
    return { role: (await link.ask({ ask: 'state' }, State)).head.role, unreachable: '' };
  } catch (error) {
    return { role: undefined, unreachable: describeUnreachable(error, state) };
  }
}

/** Returns why the other machine can't be reached. Throws PromotionRefused if it can: both would serve. */
function describeUnreachable(error: unknown, { url }: FollowState): string {
  if (error instanceof PeerSilent && !error.isReached) return error.message;
  if (error instanceof PeerSilent || error instanceof PeerDeclined) throw createUnwillingRefusal(error, url);
  throw error;
}

const createUnwillingRefusal = (error: PeerSilent | PeerDeclined, url: string): PromotionRefused =>
  error instanceof PeerSilent && !error.isReached
    ? new PromotionRefused(
        `${url} stopped responding while stepping down (${error.message}): run \`gangway promote\` again.`,
      )
    : new PromotionRefused(
        `${url} responded, but didn't step down: ${error.message}. Nothing was changed. Switch that machine off, then promote this one.`,
      );

function describePeer(
  { role, unreachable }: Peer,
  state: FollowState,
  { isInstalled, cleanSince }: StoredCopy,
): string {
  const { url } = state;
  if (role === 'serves') return `${url} is serving. It steps down once everything else is ready: nothing is lost.`;
  if (cleanSince !== undefined) return `${url} stepped down for this machine at ${cleanSince}: nothing is lost.`;
  if (role === 'replaced' && !isInstalled) return `${url} responds and is not serving: nothing is lost.`;
  if (role !== undefined) return `${url} is not serving. ${describeLoss(state)}`;
  return `${url} can't be asked to step down (${unreachable}). ${describeLoss(state)} ${switchOffAdvice}`;
}

const describeLoss = ({ lastAnswer }: FollowState): string =>
  `Everything it stored after ${new Date(lastAnswer).toISOString()} by its clock is lost.`;

const switchOffAdvice =
  "Make sure that it is switched off: if two machines serve the same sailing, their data can't be merged.";

const createBehindRefusal = ({ url }: FollowState): PromotionRefused =>
  new PromotionRefused(
    `${url} is serving, and this machine has not followed it since it last tried to take over: ` +
      'run `gangway spare run`, then promote this machine again.',
  );

function describeVerification({ verified }: FollowState): string {
  if (!verified) return 'The copy has not been fully verified yet; it will be once this machine serves.';
  const at = new Date(verified.at).toISOString();
  if (verified.isWell) return `The copy was last fully verified at ${at}: no problems found.`;
  return `The copy had inconsistencies when it was last verified at ${at}. A backup may be better: \`gangway restore\`.`;
}

/** Resolves once no other program uses this machine's data. */
async function promoteStoredCopy(
  parts: PromotionParts,
  state: FollowState,
  stored: StoredCopy,
  link: Link | undefined,
): Promise<void> {
  const copy = stored.isInstalled ? undefined : openCopy(stored.folder);
  if (!copy && !stored.isInstalled) throw new PromotionRefused(`The copy in ${stored.folder} cannot be opened.`);
  await copy?.settle();
  assertUndamaged(copy?.databaseFile ?? parts.databaseFile, state);
  await parts.assertCanServe();
  const handover = link && (await catchUpBeforeHandover(link, copy, parts, state));
  const isClean = stored.cleanSince !== undefined || (handover !== undefined && !stored.isInstalled);
  const promotion = { generation: state.generation + 1, before: state.url, mayHaveLostData: !isClean };
  if (handover) await finishOrGiveBack(handover, parts, copy, promotion);
  else await finishPromotion(parts, copy, promotion);
}

/**
 * Fetches missing data while the server serves; undefined if it has become silent and the user wants to go on without
 * it.
 */
async function catchUpBeforeHandover(
  link: Link,
  copy: Copy | undefined,
  { port, isSecure, folders, say, show, confirm }: PromotionParts,
  state: FollowState,
): Promise<Handover | undefined> {
  const successor = { generation: state.generation + 1, machine: state.machine, port, isSecure, folders };
  try {
    const handover = await startHandover(link, copy, successor, show);
    await handover.catchUp();
    return handover;
  } catch (error) {
    say(
      `${state.url} doesn't respond any more (${describeUnreachable(error, state)}). ${describeLoss(state)} ${switchOffAdvice}`,
    );
    await confirm('Let this machine serve anyway?');
    return undefined;
  }
}

/** Makes the server step down. If this machine can't serve after all, the server does again. */
async function finishOrGiveBack(
  handover: Handover,
  parts: PromotionParts,
  copy: Copy | undefined,
  promotion: Promotion,
): Promise<void> {
  const { dataFolder, say } = parts;
  const url = promotion.before;
  let hasCommitted = false;
  try {
    await handover.stepDown();
    if (!promotion.mayHaveLostData) recordCleanHandover(getSpareFolder(dataFolder));
    say(`${url} has stepped down${promotion.mayHaveLostData ? '' : ': nothing is lost'}.`);
    await finishPromotion(parts, copy, promotion, () => {
      hasCommitted = true;
    });
  } catch (error) {
    if (!hasCommitted) await giveBackRole(handover, parts, url);
    throw error instanceof PeerSilent || error instanceof PeerDeclined ? createUnwillingRefusal(error, url) : error;
  } finally {
    if (hasCommitted) await handover.confirm();
  }
}

async function giveBackRole(handover: Handover, { dataFolder, say }: PromotionParts, url: string): Promise<void> {
  try {
    deleteCleanHandover(getSpareFolder(dataFolder));
  } finally {
    say(
      (await handover.giveBack())
        ? `This machine did not take over: ${url} serves, and nothing is lost. \`gangway spare run\` follows it again.`
        : `This machine did not take over, and ${url} does not answer. It refuses to serve until \`gangway promote\` is run there or here.`,
    );
  }
}

/** Until it commits, this machine remains a spare, whatever happens to it, and refuses to serve. */
async function finishPromotion(
  parts: PromotionParts,
  copy: Copy | undefined,
  promotion: Promotion,
  onCommitted: () => void = () => {},
): Promise<void> {
  const { dataFolder } = parts;
  if (copy) {
    await copy.settle();
    moveLogIntoDatabase(copy.databaseFile);
    parts.install(copy.databaseFile);
  }
  await parts.prepare(promotion);
  await parts.serve(promotion, () => {
    removeFence(dataFolder);
    onCommitted();
    deleteFollowState(getSpareFolder(dataFolder));
  });
}

/** Throws PromotionRefused for a database that is damaged. */
function assertUndamaged(file: string, { url }: FollowState): void {
  const faults = listFaults(file);
  if (faults.length === 0) return;
  throw new PromotionRefused(
    `The copy is damaged: ${faults.join('; ')}. Delete the folder \`spare\` of the data folder and follow ${url} again with ` +
      '`gangway spare run`; if that machine is lost, restore the last backup with `gangway restore`.',
  );
}

/** Damage to the first page keeps SQLite from reading anything. */
function listFaults(file: string): string[] {
  try {
    return findDamage(file);
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
    if (!isDamage) throw error;
    return [error.message];
  }
}

/**
 * Lets a machine that was replaced serve again with its own data. Throws PromotionRefused while its successor serves:
 * following the successor first loses nothing.
 */
async function promoteReplacedMachine(parts: PromotionParts, { generation, peer }: Fence): Promise<void> {
  const { say, dataFolder } = parts;
  const pairing = readPairing(parts.secretsFolder);
  // Another machine may have taken over from that one in turn.
  const successor = pairing && (await findSuccessor(replacePeer(pairing, peer), generation - 1));
  if (successor)
    throw new PromotionRefused(
      `${successor.peer} serves the sailing now (generation ${successor.generation}), and this machine lacks what was stored there: ` +
        `\`gangway spare run ${successor.peer}\` follows it, then \`gangway promote\` takes over from it without loss.`,
    );
  const silence = pairing && (await askPeer(peer, pairing.code)) ? "doesn't serve" : "doesn't respond";
  say(`${peer} has taken over from this machine, and ${silence}. This machine lacks what was stored there since then.`);
  say(switchOffAdvice);
  await parts.confirm('Let this machine serve anyway?');
  await parts.takeInstance();
  await parts.assertCanServe();
  const promotion = { generation: generation + 1, before: peer, mayHaveLostData: true };
  await parts.prepare(promotion);
  await parts.serve(promotion, () => removeFence(dataFolder));
}
