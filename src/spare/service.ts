import type { IncomingMessage } from 'node:http';
import type { Context } from '#area/context.ts';
import { readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createAnnouncer } from './announce-address.ts';
import { readGeneration } from './generation.ts';
import { createLinkResponder, type LinkResponder } from './server/serving-side.ts';
import { getSharedFolders } from './shared-folders.ts';
import { createSuccession, type Succession } from './succession.ts';
import { askPeerVersion, findSuccessor } from './watch-peer.ts';
import { createLinkServer } from './wire/link-server.ts';
import { listPeerAddresses, readPairing, replacePeer, type StoredPairing, savePairing } from './wire/pairing.ts';

/** The spare as the serving machine knows it; empty until it's paired. */
export interface SpareService {
  /** Takes over a connection that was asked to be upgraded to a link. */
  accept(upgrade: IncomingMessage, head: Buffer): void;
  /** Checkpoints the write-ahead log when it has grown, in step with the spare if there is one. */
  checkpoint(): void;
  /** What the response of a call that stored something waits for; undefined if it needn't wait. */
  wait(): Promise<void> | undefined;
  /** Whether another machine has taken over. */
  isReplaced(): boolean;
  /** Gives the spare a moment to fetch what it lacks. */
  close(): Promise<void>;
}

const watchMilliseconds = 1_000;
/** A successor may be silent for a while as it checkpoints a large log. After this long it can't give up any more. */
const maxMillisecondsOfSilence = 60_000;

/** Repeats a task, never concurrently; a failed task runs again at its next time. */
function repeatWithoutOverlap(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
  let isAtWork = false;
  const timer = setInterval(async () => {
    if (isAtWork) return;
    isAtWork = true;
    await work().catch(() => {});
    isAtWork = false;
  }, milliseconds);
  return timer.unref();
}

function rememberPeer(secrets: string, peer: string): void {
  const pairing = readPairing(secrets);
  if (pairing && pairing.peer !== peer) savePairing(secrets, replacePeer(pairing, peer));
}

function createLinkResponderOf({ config, db, log, clock, savedFiles }: Context, succession: Succession): LinkResponder {
  const serving = createLinkResponder({
    db,
    log,
    // Whether a spare answers depends on the network, so tests don't control this clock.
    clock: { now: clock.now, steadyNow: systemClock.steadyNow },
    folders: getSharedFolders(config.folders),
    isSecure: config.tls !== undefined,
    waits: config.spareWait,
    readIdentity: () => ({
      installation: readDatabaseFact(db, 'installationID') ?? '',
      generation: readGeneration(db),
    }),
    touch: () => db.transaction((db) => writeDatabaseFact(db, 'spareFollowsSince', new Date().toISOString())),
    onAttached: (peer) => rememberPeer(config.folders.secrets, peer),
    succession,
  });
  savedFiles.onSaved(serving.recordSavedFile);
  return serving;
}

/** `onReplaced` is called once when another machine serves in this one's place. */
export function createSpareService(context: Context, onReplaced: () => void): SpareService {
  const { config, db, log } = context;
  let pairing: StoredPairing | undefined;
  let serving: LinkResponder | undefined;
  const succession = createSuccession(context, onReplaced);
  const announcer = createAnnouncer();

  /** Reads the pairing again: the crew may have changed it with a command. */
  function refreshPairing(): StoredPairing | undefined {
    const before = pairing?.code;
    pairing = readPairing(config.folders.secrets);
    if (pairing?.code !== before) links.disconnect();
    if (pairing) serving ??= createLinkResponderOf(context, succession);
    return pairing;
  }

  const findServing = () => (pairing ? serving : undefined);

  const links = createLinkServer({
    clock: context.clock,
    readCode() {
      try {
        refreshPairing();
      } catch {
        // A file that was damaged meanwhile: the machines stay paired as they are.
      }
      return pairing?.code;
    },
    readPeers: () => (pairing ? listPeerAddresses(pairing) : []),
    async answer(question, address) {
      const serving = findServing();
      if (!serving) throw new Error('a link was open without a pairing');
      try {
        return await serving.answer(question, address);
      } catch (error) {
        log.error({ stack: error instanceof Error ? error.stack : String(error) }, 'could not respond to the spare');
        throw error;
      }
    },
  });

  const timer = repeatWithoutOverlap(watchMilliseconds, async () => {
    const current = refreshPairing();
    if (succession.isHandingOver() && serving && serving.countSilentMilliseconds() > maxMillisecondsOfSilence)
      succession.finish(
        'The other machine stopped responding while taking over and may be serving: run `gangway promote` there again, or ' +
          'here if that machine is lost.',
      );
    if (succession.isReplaced() || current?.peer === undefined || serving?.isFollowed()) return;
    // The crew may have given this machine the address of the one it replaced.
    announcer.check(current.peer);
    const successor = await findSuccessor(current, readGeneration(db));
    if (successor && !succession.isReplaced()) succession.replace(successor.generation, successor.peer);
  });

  refreshPairing();
  context.spare.readFrom(
    () => {
      const state = findServing()?.readState();
      return state && { ...state, peer: state.peer ?? pairing?.peer };
    },
    () => askPeerVersion(pairing),
  );
  return {
    accept: links.accept,
    checkpoint: () => (findServing() ?? db).checkpoint(),
    wait: () => findServing()?.wait(),
    isReplaced: succession.isReplaced,
    async close() {
      clearInterval(timer);
      await findServing()?.close();
      links.close();
    },
  };
}
