import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The process's own identity calls; tests replace them. */
export interface Identity {
  geteuid?(): number;
  getegid?(): number;
  setgroups?(groups: readonly number[]): void;
  setgid?(id: number): void;
  setuid?(id: number): void;
  setegid?(id: number): void;
  seteuid?(id: number): void;
}

interface OwnerIDs {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the owner of a folder, or of its nearest existing parent. */
function findOwner(folder: string): OwnerIDs {
  const path = resolve(folder);
  return statSync(path, { throwIfNoEntry: false }) ?? findOwner(dirname(path));
}

/** Returns the owner of a folder if this process is root and the owner isn't; undefined otherwise. */
export function findOtherOwner(folder: string, { geteuid }: Identity = process): OwnerIDs | undefined {
  if (geteuid?.() !== 0) return undefined;
  const owner = findOwner(folder);
  return owner.uid === 0 ? undefined : owner;
}

/**
 * Makes a root process become the owner of a folder, permanently: files it creates there then belong to that owner, and
 * its child processes aren't root either. Does nothing for other users.
 */
export function dropPrivilegesToOwner(folder: string, identity: Identity = process): void {
  const owner = findOtherOwner(folder, identity);
  if (!owner) return;
  identity.setgroups?.([owner.gid]);
  identity.setgid?.(owner.gid);
  // Last, since only root may do the rest.
  identity.setuid?.(owner.uid);
}

/** Like `dropPrivilegesToOwner`, for one synchronous piece of work. */
export function runAsOwner<Result>(folder: string, work: () => Result, identity: Identity = process): Result {
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
