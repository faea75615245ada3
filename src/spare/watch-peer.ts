import { createLink, PeerDeclined, PeerSilent } from './follower/link.ts';
import { State } from './wire/messages.ts';

const askMilliseconds = 1_500;

/** What the paired machine says of itself; undefined when it does not answer. */
export async function askPeer(url: string, code: string): Promise<State | undefined> {
  const link = createLink(url, code, askMilliseconds);
  try {
    return (await link.ask({ ask: 'state' }, State)).head;
  } catch (error) {
    if (error instanceof PeerSilent || error instanceof PeerDeclined) return undefined;
    throw error;
  } finally {
    link.close();
  }
}

/** The generation of a peer that serves in this machine's place; undefined where there is none, or it does not answer. */
export async function findSuccessor(url: string, code: string, generation: number): Promise<number | undefined> {
  const state = await askPeer(url, code);
  return state?.role === 'serves' && state.generation > generation ? state.generation : undefined;
}
