import { basename } from 'node:path';
import type { Ship } from '../../test/support/ship.ts';
import type { FileAfterCut } from './cut-power.ts';
import { readAll } from './disk.ts';
import { type Instance, promoteIfSpare, startInstance } from './instance.ts';
import type { Answers, Ledger } from './ledger.ts';
import { createClients, type Person } from './people.ts';
import { readEverything, type Threads } from './traffic.ts';

/** Kinds of damage, named after the check that finds them. */
export type Check = 'start' | 'verify' | 'acknowledged' | 'torn file';

/** Damage from a power cut. */
export interface Fault {
  readonly check: Check;
  readonly what: string;
}

/** Files that never change after they get their final name, and must be complete under it. */
const hasFinalName = (path: string): boolean =>
  /\/images\/(?:full|thumb|archive)\/..\/[^./][^/]*$|\/microkaraokevideos\/[^./][^/]*$|\/backups\/[^./][^/]*\.tar\.gz$/.test(
    path,
  );

/** Scratch folders of backups and restores. */
const isInScratchFolder = (path: string): boolean => path.includes('/.');

/** Finds files that have their final name but not their full content. */
export const findTornFiles = (left: readonly FileAfterCut[]): Fault[] =>
  left
    .filter(
      ({ path, content, node }) => hasFinalName(path) && !isInScratchFolder(path) && !content.equals(readAll(node)),
    )
    .map(({ path, content }) => ({ check: 'torn file', what: `${basename(path)}, ${content.length} bytes` }));

/** Data that people wrote, and where. */
export interface Written {
  readonly people: readonly Person[];
  readonly threads: Threads;
  readonly ledger: Ledger;
  readonly answers: Answers;
}

/** Inspects a running service. */
export type ReadState = (url: string) => Promise<Fault[]>;

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Starts the service on the state after a power cut, with a promotion if necessary, verifies and inspects it. */
export async function findFaults(ship: { readonly data: string }, look: ReadState): Promise<Fault[]> {
  let instance: Instance;
  try {
    await promoteIfSpare(ship);
    instance = await startInstance(ship);
  } catch (error) {
    return [{ check: 'start', what: describeError(error) }];
  }
  try {
    const inconsistencies = await instance.verify();
    return [...inconsistencies.map((what): Fault => ({ check: 'verify', what })), ...(await look(instance.url))];
  } catch (error) {
    return [{ check: 'verify', what: describeError(error) }];
  } finally {
    await instance.close();
  }
}

/** Checks all writes that were acknowledged before a moment. See `Ledger.compare` about `deletionLag`. */
export const createReader =
  (written: Written, moment: number, deletionLag = 0): ReadState =>
  async (url) => {
    const { threads, ledger, answers, people } = written;
    const stored = await readEverything(createClients(url, people), threads, ledger);
    return compareWith(ledger, stored, moment, answers, deletionLag);
  };

/** Lists the entries of a ledger that aren't stored. */
export const compareWith = (
  ledger: Ledger,
  stored: ReadonlyMap<string, string>,
  moment: number,
  answers: Answers,
  deletionLag = 0,
): Fault[] => ledger.compare(stored, moment, answers, deletionLag).map((what) => ({ check: 'acknowledged', what }));

/** Does the same with the real programs: `gangway verify`, and `gangway serve` in its own process. */
export async function findFaultsOfPrograms(ship: Ship, look: ReadState): Promise<Fault[]> {
  const { code, stdout, stderr } = await ship.run(['verify']);
  if (code !== 0) return [{ check: 'verify', what: `${stdout}${stderr}` }];
  const service = await ship.serve();
  try {
    return await look(service.url);
  } finally {
    await service.end('SIGTERM');
  }
}
