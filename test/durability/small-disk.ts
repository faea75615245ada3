import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { findWayToMount, type WayToMount } from '../support/mounts.ts';
import type { RunningService } from '../support/ship.ts';

/** A data folder that can be filled and emptied under a running service. */
export interface SmallDisk {
  readonly name: string;
  /** Command prefix that starts the service on it. */
  readonly within: readonly string[];
  /** Command prefix that starts a command next to the running service. */
  enter(service: RunningService): readonly string[];
  fill(service: RunningService): void;
  makeSpace(service: RunningService): void;
}

const createMountCommand = (folder: string) => `mount -t tmpfs -o size=24m tmpfs '${folder}'`;

/**
 * Creates a disk of 24 MiB in memory that only the service sees. If mounting isn't permitted, limits the size of files
 * instead, which the system enforces just as strictly. Throws if neither is possible.
 */
export function createSmallDisk(dataFolder: string): SmallDisk {
  const way = findWayToMount();
  if (way) return createMountedDisk(dataFolder, way);
  if (spawnSync('prlimit', ['--version']).status === 0) return createLimitedDisk();
  throw new Error('a full disk cannot be had here: neither unshare nor prlimit works');
}

function createMountedDisk(dataFolder: string, { make, enter }: WayToMount): SmallDisk {
  const filler = ({ pid }: RunningService) => `/proc/${pid}/root${dataFolder}/filler`;
  return {
    name: 'a small disk',
    within: [
      'unshare',
      ...make,
      'sh',
      '-c',
      `mkdir -p '${dataFolder}' && ${createMountCommand(dataFolder)} && exec "$@"`,
      'sh',
    ],
    enter: ({ pid }) => ['nsenter', '--target', String(pid), ...enter],
    fill: (service) => writeUntilFull(filler(service)),
    makeSpace: (service) => rmSync(filler(service)),
  };
}

/** Creates a limit on the size of files; filling it throws if there is no `prlimit`. */
export function createLimitedDisk(): SmallDisk {
  const limit = ({ pid }: RunningService, bytes: string) => {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  };
  return {
    name: 'a limit on the size of files',
    within: [],
    enter: () => [],
    fill: (service) => limit(service, '0'),
    makeSpace: (service) => limit(service, 'unlimited'),
  };
}

function writeUntilFull(file: string): void {
  const opened = openSync(file, 'w');
  try {
    // Ever smaller pieces leave no space free.
    for (const size of [1024 * 1024, 4096, 1]) writePieces(opened, Buffer.alloc(size));
  } finally {
    closeSync(opened);
  }
}

function writePieces(opened: number, piece: Buffer): void {
  try {
    for (;;) if (writeSync(opened, piece) < piece.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
