import { join } from 'node:path';
import * as v from 'valibot';
import { removePath, syncToDisk } from '#platform/files/files.ts';
import { readStoredJson, storeJson } from '#platform/files/stored-json.ts';

const StoredFence = v.strictObject({ generation: v.number(), peer: v.string(), at: v.string() });
/** Another machine has served the sailing since then, under a higher generation. */
export type Fence = v.InferOutput<typeof StoredFence>;

const getFile = (dataFolder: string): string => join(dataFolder, 'replaced.json');

/** Returns undefined if this machine may serve. Throws UnreadableFile for a damaged file. */
export const readFence = (dataFolder: string): Fence | undefined =>
  readStoredJson(
    getFile(dataFolder),
    StoredFence,
    ': another machine has taken over from this one. Delete the file only if no other machine serves.',
  );

/** Once this returns, the machine never serves again, whatever happens to it. */
export function writeFence(dataFolder: string, generation: number, peer: string): void {
  const fence: Fence = { generation, peer, at: new Date().toISOString() };
  storeJson(getFile(dataFolder), fence);
}

/** Lets the machine serve again, because it was promoted or follows another one. */
export function removeFence(dataFolder: string): void {
  removePath(getFile(dataFolder));
  syncToDisk(dataFolder);
}

/** The message for the crew on a machine that was replaced. */
export const describeFence = ({ peer, generation, at }: Fence): string =>
  `${peer} has taken over from this machine at ${at} (generation ${generation}). ` +
  `Make this one its spare: \`gangway spare run ${peer}\`. If that machine is lost, \`gangway promote\` lets this one serve again.`;
