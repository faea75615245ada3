import { basename } from 'node:path';
import type { Ship } from '../../test/support/ship.ts';
import type { LeftFile } from './cut-power.ts';
import { readAll } from './disk.ts';
import { type Instance, promoteIfSpare, startInstance } from './instance.ts';
import type { Answers, Ledger } from './ledger.ts';
import { clientsOf, type Person } from './people.ts';
import { readEverything, type Threads } from './traffic.ts';

/** What a power cut may break, by the check that finds it. */
export type Check = 'start' | 'verify' | 'acknowledged' | 'torn file';

/** Something that a power cut has broken. */
export interface Fault {
  readonly check: Check;
  readonly what: string;
}

/** Files that never change once they have their name, and which a name promises to be whole. */
const isFinished = (path: string): boolean =>
  /\/images\/(?:full|thumb|archive)\/..\/[^./][^/]*$|\/microkaraokevideos\/[^./][^/]*$|\/backups\/[^./][^/]*\.tar\.gz$/.test(
    path,
  );

/** What a backup is assembled and proved in, or a restore unpacked. */
const isScratch = (path: string): boolean => path.includes('/.');

/** Files that have their final name and not their whole content. */
export const findTornFiles = (left: readonly LeftFile[]): Fault[] =>
  left
    .filter(({ path, content, node }) => isFinished(path) && !isScratch(path) && !content.equals(readAll(node)))
    .map(({ path, content }) => ({ check: 'torn file', what: `${basename(path)}, ${content.length} bytes` }));

/** What people wrote, and where. */
export interface Written {
  readonly people: readonly Person[];
  readonly threads: Threads;
  readonly ledger: Ledger;
  readonly answers: Answers;
}

/** Looks at a service that runs. */
export type Look = (url: string) => Promise<Fault[]>;

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Starts the service on what a power cut has left, if need be by a promotion, verifies it and looks at it. */
export async function findFaults(ship: { readonly data: string }, look: Look): Promise<Fault[]> {
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

/** Looks for everything that was acknowledged by a moment. */
export const lookFor =
  (written: Written, moment: number): Look =>
  async (url) => {
    const { threads, ledger, answers, people } = written;
    const stored = await readEverything(clientsOf(url, people), threads, ledger);
    return compareWith(ledger, stored, moment, answers);
  };

/** What of a ledger isn't stored. */
export const compareWith = (
  ledger: Ledger,
  stored: ReadonlyMap<string, string>,
  moment: number,
  answers: Answers,
): Fault[] => ledger.compare(stored, moment, answers).map((what) => ({ check: 'acknowledged', what }));

/** The same with the programs themselves: `gangway verify`, and `gangway serve` in a process of its own. */
export async function findFaultsOfPrograms(ship: Ship, look: Look): Promise<Fault[]> {
  const { code, stdout, stderr } = await ship.run(['verify']);
  if (code !== 0) return [{ check: 'verify', what: `${stdout}${stderr}` }];
  const service = await ship.serve();
  try {
    return await look(service.url);
  } finally {
    await service.end('SIGTERM');
  }
}
