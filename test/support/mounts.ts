import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Options of `unshare` that create a mount namespace, and options of `nsenter` to enter it. */
const mountCommands = [
  { make: ['--map-root-user', '--mount'], enter: ['--user', '--mount', '--preserve-credentials'] },
  { make: ['--mount'], enter: ['--mount'] },
];
/** A way to mount that this machine permits. */
export type WayToMount = (typeof mountCommands)[number];

/** Finds a way to mount; undefined if mounting isn't permitted. */
export const findWayToMount = (): WayToMount | undefined =>
  mountCommands.find(
    ({ make }) => spawnSync('unshare', [...make, 'sh', '-c', `mount -t tmpfs tmpfs '${tmpdir()}'`]).status === 0,
  );

/**
 * Returns the command prefix that runs a program after these mounts, which only the program sees; undefined if mounting
 * isn't permitted.
 */
function buildMountPrefix(mounts: readonly string[]): readonly string[] | undefined {
  const way = findWayToMount();
  return way && ['unshare', ...way.make, 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'];
}

/**
 * Returns the command prefix that runs a program with these folders read-only; undefined if mounting isn't permitted.
 */
export const makeReadOnly = (...folders: string[]): readonly string[] | undefined =>
  buildMountPrefix(
    folders.map((folder) => `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`),
  );

/**
 * Returns the command prefix that runs a program without /bin/sh and with an empty /proc; undefined if mounting isn't
 * permitted.
 */
export const hideShellAndProcesses = (): readonly string[] | undefined =>
  buildMountPrefix([`mount --bind /dev/null '${realpathSync('/bin/sh')}'`, 'mount -t tmpfs tmpfs /proc']);
