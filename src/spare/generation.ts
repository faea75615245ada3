import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import type { Database, Transaction } from '#db/open.ts';

/** How often the sailing has moved to another machine; the higher one is right. */
export const readGeneration = (db: Database): number => Number(readInstallation(db, 'generation') ?? 1);

/** Makes this machine the one that serves. */
export const writeGeneration = (db: Transaction, generation: number): void =>
  writeInstallation(db, 'generation', String(generation));
