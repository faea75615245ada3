import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a process can change of itself; tests put others in its place. */
export interface Identity {
  geteuid?(): number;
  getegid?(): number;
  setgroups?(groups: readonly number[]): void;
  setgid?(id: number): void;
  setuid?(id: number): void;
  setegid?(id: number): void;
  seteuid?(id: number): void;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Who owns a folder; of one that is not there yet, the nearest above it. */
function findOwner(folder: string): Owner {
  const path = resolve(folder);
  return statSync(path, { throwIfNoEntry: false }) ?? findOwner(dirname(path));
}

/** The owner of a folder, when this process is root and the owner is not; undefined otherwise. */
export function findOtherOwner(folder: string, { geteuid }: Identity = process): Owner | undefined {
  if (geteuid?.() !== 0) return undefined;
  const owner = findOwner(folder);
  return owner.uid === 0 ? undefined : owner;
}

/**
 * Lets a process of root become the owner of a folder, forever: what it makes there from now on belongs to whom the rest
 * belongs to, and the processes it starts are no root either. Does nothing for anyone else.
 */
export function becomeOwner(folder: string, identity: Identity = process): void {
  const owner = findOtherOwner(folder, identity);
  if (!owner) return;
  identity.setgroups?.([owner.gid]);
  identity.setgid?.(owner.gid);
  // Last, since no one else may do the rest.
  identity.setuid?.(owner.uid);
}

/** As `becomeOwner`, for one piece of work alone, which must not wait. */
export function asOwner<Result>(folder: string, work: () => Result, identity: Identity = process): Result {
  const owner = findOtherOwner(folder, identity);
  if (!owner) return work();
  const group = identity.getegid?.() ?? 0;
  identity.setegid?.(owner.gid);
  identity.seteuid?.(owner.uid);
  try {
    return work();
  } finally {
    identity.seteuid?.(0);
    identity.setegid?.(group);
  }
}
