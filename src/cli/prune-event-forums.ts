import type { Config } from '#config/config.ts';
import { pruneEventForums } from '#features/forums/index.ts';
import { say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Deletes the forums of deleted events and prints how many (schedule rule 56). */
export async function pruneForums(config: Config): Promise<void> {
  const pruned = await withInstance(config, { create: false }, pruneEventForums);
  say(pruned === 1 ? 'Deleted 1 thread.' : `Deleted ${pruned} threads.`);
}
