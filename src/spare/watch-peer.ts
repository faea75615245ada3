import type { PeerVersion } from '#area/spare.ts';
import { createLink, PeerDeclined, PeerSilent } from './follower/link.ts';
import { State } from './wire/messages.ts';
import { listPeers, type StoredPairing } from './wire/pairing.ts';

const timeoutMilliseconds = 1_500;

/** Returns the paired machine's report about itself; undefined if it doesn't answer. */
export async function askPeer(url: string, code: string): Promise<State | undefined> {
  const link = createLink(url, code, timeoutMilliseconds);
  try {
    return (await link.ask({ ask: 'state' }, State)).head;
  } catch (error) {
    if (error instanceof PeerSilent || error instanceof PeerDeclined) return undefined;
    throw error;
  } finally {
    link.close();
  }
}

/** Returns the paired machine's report of its version. */
export async function askPeerVersion(pairing: StoredPairing | undefined): Promise<PeerVersion> {
  if (pairing?.peer === undefined) return 'unpaired';
  const state = await askPeer(pairing.peer, pairing.code);
  if (!state) return 'silent';
  return state.version === undefined ? 'unknown' : { version: state.version };
}

/** A machine that serves in place of this one. */
export interface ServingPeer {
  readonly peer: string;
  readonly generation: number;
}

/**
 * Asks all machines that ever followed this one. Returns undefined if none that answers serves under a higher
 * generation.
 */
export async function findSuccessor(pairing: StoredPairing, generation: number): Promise<ServingPeer | undefined> {
  const states = await Promise.all(
    listPeers(pairing).map(async (peer) => ({ peer, ...(await askPeer(peer, pairing.code)) })),
  );
  return states
    .flatMap((state) => (state.role === 'serves' ? [{ peer: state.peer, generation: state.generation ?? 0 }] : []))
    .filter((state) => state.generation > generation)
    .sort((one, other) => other.generation - one.generation)[0];
}
