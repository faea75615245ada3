import type { Context } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import { systemClock } from '#platform/clock.ts';
import { createAnnouncer } from './announce-address.ts';
import { type Box, createBox } from './box/box.ts';
import { putFence } from './fence.ts';
import { nameQuestion } from './follower/link.ts';
import { readGeneration } from './generation.ts';
import { getSharedFolders } from './shared-folders.ts';
import { findSuccessor } from './watch-peer.ts';
import { readPairing, type StoredPairing, savePairing } from './wire/pairing.ts';
import { createSeal, type Seal } from './wire/seal.ts';

/** The spare as the serving machine knows it: nothing at all until it is paired. */
export interface SpareService {
  /** Undefined for a question that is not from the paired machine. */
  answer(sealed: Buffer, address: string): Promise<Buffer<ArrayBuffer> | undefined>;
  /** Moves the write-ahead log into the database when it has grown, in step with the spare where there is one. */
  checkpoint(): void;
  /** What the answer of a call that has stored something waits for; undefined for nothing. */
  wait(): Promise<void> | undefined;
  /** Has another machine taken over? */
  isReplaced(): boolean;
  /** Lets the spare take what it lacks. */
  close(): Promise<void>;
}

interface Paired {
  readonly code: string;
  readonly seal: Seal;
  readonly box: Box;
}

const watchMilliseconds = 1_000;

/** Repeats some work, never twice at once; what goes wrong is tried again the next time. */
function repeatOneByOne(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
  let isAtWork = false;
  const timer = setInterval(async () => {
    if (isAtWork) return;
    isAtWork = true;
    await work().catch(() => {});
    isAtWork = false;
  }, milliseconds);
  return timer.unref();
}

function createBoxOf(
  { config, db, log, clock, savedFiles }: Context,
  onAttached: (peer: string) => void,
  stepDown: (generation: number, peer: string) => void,
): Box {
  const box = createBox({
    db,
    log,
    // Whether a spare answers is a matter of the network: the clock that tells it is no test's.
    clock: { now: clock.now, steadyNow: systemClock.steadyNow },
    folders: getSharedFolders(config.folders),
    isSecure: config.tls !== undefined,
    waits: config.spareWait,
    readIdentity: () => ({
      installation: readInstallation(db, 'installationID') ?? '',
      generation: readGeneration(db),
    }),
    touch: () => db.transaction((db) => writeInstallation(db, 'spareFollowsSince', new Date().toISOString())),
    onAttached,
    stepDown,
  });
  savedFiles.onSaved(box.noteSavedFile);
  return box;
}

/** `onReplaced` is called once when another machine serves in this one's place. */
export function createSpareService(context: Context, onReplaced: () => void): SpareService {
  const { config, db, log } = context;
  let pairing: StoredPairing | undefined;
  let paired: Paired | undefined;
  let box: Box | undefined;
  let isReplaced = false;
  const announcer = createAnnouncer();

  function replace(generation: number, peer: string): void {
    putFence(config.folders.data, generation, peer);
    isReplaced = true;
    db.rejectTransactions(
      () => new AppError('unavailable', 'Another machine serves now: please try again in a moment.'),
    );
    log.warn({ peer, generation }, 'another machine has taken over: this one serves no more');
    onReplaced();
  }

  function rememberPeer(peer: string): void {
    const pairing = readPairing(config.folders.secrets);
    if (pairing && pairing.peer !== peer) savePairing(config.folders.secrets, { ...pairing, peer });
  }

  /** The pairing is read anew for what the present one cannot open, and now and then: the crew may just have changed it. */
  function refreshPairing(): Paired | undefined {
    pairing = readPairing(config.folders.secrets);
    if (!pairing) paired = undefined;
    else if (pairing.code !== paired?.code) {
      box ??= createBoxOf(context, rememberPeer, replace);
      paired = { code: pairing.code, seal: createSeal(pairing.code), box };
    }
    return paired;
  }

  const timer = repeatOneByOne(watchMilliseconds, async () => {
    const current = refreshPairing();
    if (isReplaced || pairing?.peer === undefined || current?.box.isFollowed()) return;
    // The crew may have given this machine the address of the one that it replaced.
    announcer.check(pairing.peer);
    const generation = await findSuccessor(pairing.peer, pairing.code, readGeneration(db));
    if (generation !== undefined && !isReplaced) replace(generation, pairing.peer);
  });

  refreshPairing();
  context.spare.readFrom(() => {
    const state = paired?.box.readState();
    return state && { ...state, peer: state.peer ?? pairing?.peer };
  });
  return {
    async answer(sealed, address) {
      const question = paired?.seal.open(sealed, 'question') ?? refreshPairing()?.seal.open(sealed, 'question');
      if (!question || !paired) return undefined;
      const { box, seal } = paired;
      return seal.close(await box.answer(question, address), nameQuestion(sealed));
    },
    checkpoint: () => (paired ? paired.box.checkpoint() : db.checkpoint()),
    wait: () => paired?.box.wait(),
    isReplaced: () => isReplaced,
    async close() {
      clearInterval(timer);
      await paired?.box.close();
    },
  };
}
