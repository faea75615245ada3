import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareWriteText } from '#db/prepared.ts';

/** How often the sailing has moved to another machine; the higher one is right. */
export const readGeneration = (db: Database): number => Number(readInstallation(db, 'generation') ?? 1);

/** Makes this machine the one that serves. */
export const writeGeneration = (db: Transaction, generation: number): void =>
  writeInstallation(db, 'generation', String(generation));

const leapWrite = prepareWriteText<Record<string, never>>('UPDATE sqlite_sequence SET seq = seq + 100000');

/**
 * Skips numbers the lost machine may have issued last: a client that has seen one must neither take something else for
 * it nor ask in vain for what came after it (decision 52).
 */
export const leapOverLostNumbers = (db: Transaction): unknown => leapWrite.run(db, {});
