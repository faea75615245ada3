import type { Config } from '#config/config.ts';
import type { Database } from '#db/open.ts';
import { describeFence, readFence, writeFence } from './fence.ts';
import { getSpareFolder, readFollowState } from './follower/slots.ts';
import { readGeneration } from './generation.ts';
import { findSuccessor } from './watch-peer.ts';
import { readPairing } from './wire/pairing.ts';

/**
 * Returns why this machine must not serve, as a message for the crew; undefined if it may. Asks all machines that have
 * followed it.
 */
export async function findReasonNotToServe({ folders }: Config, db: Database): Promise<string | undefined> {
  const fence = readFence(folders.data);
  if (fence) return describeFence(fence);
  const pairing = readPairing(folders.secrets);
  const successor = pairing && (await findSuccessor(pairing, readGeneration(db)));
  if (!successor) return undefined;
  writeFence(folders.data, successor.generation, successor.peer);
  const put = readFence(folders.data);
  return put && describeFence(put);
}

/** Returns the URL of the server that this machine follows; undefined if it isn't a spare. */
export const findFollowedServer = ({ folders }: Config): string | undefined =>
  readFollowState(getSpareFolder(folders.data))?.url;

/** Returns why there is nothing to serve on a machine that follows another; undefined for any other machine. */
export function findReasonOfSpare(config: Config): string | undefined {
  const url = findFollowedServer(config);
  return (
    url &&
    `This machine is the spare of ${url}: \`gangway promote\` lets it serve, \`gangway spare run\` goes on following.`
  );
}
