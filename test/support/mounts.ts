import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Options of `unshare` that make a mount namespace, and those of `nsenter` to enter it. */
const mountCommands = [
  { make: ['--map-root-user', '--mount'], enter: ['--user', '--mount', '--preserve-credentials'] },
  { make: ['--mount'], enter: ['--mount'] },
];
/** A way to mount that this machine permits. */
export type WayToMount = (typeof mountCommands)[number];

/** Returns undefined where mounting is not permitted. */
export const findWayToMount = (): WayToMount | undefined =>
  mountCommands.find(
    ({ make }) => spawnSync('unshare', [...make, 'sh', '-c', `mount -t tmpfs tmpfs '${tmpdir()}'`]).status === 0,
  );

/** Words that run a program after these mounts, which it alone sees; undefined where mounting is not permitted. */
function mountBefore(mounts: readonly string[]): readonly string[] | undefined {
  const way = findWayToMount();
  return way && ['unshare', ...way.make, 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'];
}

/** Words that run a program where these folders can only be read; undefined where mounting is not permitted. */
export const makeReadOnly = (...folders: string[]): readonly string[] | undefined =>
  mountBefore(folders.map((folder) => `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`));

/** Words that run a program where /bin/sh can't be run and /proc is empty; undefined where mounting is not permitted. */
export const hideShellAndProcesses = (): readonly string[] | undefined =>
  mountBefore([`mount --bind /dev/null '${realpathSync('/bin/sh')}'`, 'mount -t tmpfs tmpfs /proc']);
