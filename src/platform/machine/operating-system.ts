import { accessSync, constants, readFileSync } from 'node:fs';
import { machine } from 'node:os';

// The differences between supported systems. Other modules query capabilities, never the system's name.

const isWindows = process.platform === 'win32';

/** Where Linux lists the address ranges that this process has reserved. */
export const addressesFile = '/proc/self/maps';

/** How to open a file to sync its content: Windows refuses to sync a file opened for reading. */
export const flagsToSync = isWindows ? 'r+' : 'r';

/** Whether folders can be synced. Windows has no call for that: its file system journals names itself. */
export const canSyncFolders: boolean = !isWindows;

/** Whether a file's mode determines who may read it. */
export const hasFileModes: boolean = !isWindows;

/**
 * Codes of temporary errors: on Windows a virus scanner or an indexer briefly holds files open, and they can't be
 * renamed or deleted meanwhile. On other systems the same codes are final.
 */
export const passingFileErrors: readonly string[] = isWindows ? ['EPERM', 'EACCES', 'EBUSY'] : [];

/** Whether several sockets can listen on one port, and share its connections. */
export const canSharePorts: boolean = process.platform === 'linux';

/** Whether systemd starts services here. */
export const hasSystemd: boolean = process.platform === 'linux';

/** Signals that request a graceful shutdown. On Windows closing the console is SIGHUP, and Ctrl+Break is SIGBREAK. */
export const stopSignals: readonly NodeJS.Signals[] = isWindows
  ? ['SIGTERM', 'SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGTERM', 'SIGINT', 'SIGQUIT'];

/** The signal that makes the service reload its certificate; none on Windows, where SIGHUP means something else. */
export const reloadSignals: readonly NodeJS.Signals[] = isWindows ? [] : ['SIGHUP'];

/** Environment variables that programs need to start at all. */
export const neededVariables: readonly string[] = isWindows ? ['SYSTEMROOT', 'TEMP', 'TMP'] : [];

/** The shell, which can end a process and limit another; undefined if there is none. */
export const shell: string | undefined = isWindows ? undefined : findProgram('/bin/sh');

/** Replaces the process with another program under the same id; returns if the system or this Node can't do that. */
export function replaceProcess(file: string, words: readonly string[], environment: NodeJS.ProcessEnv): void {
  if (!isWindows) process.execve?.(file, words, environment);
}

/**
 * Whether the system enforces memory limits set by `ulimit`: macOS accepts such a limit and ignores it. The limit is
 * computed from the addresses that V8 has reserved, which only /proc reports. An emulator would apply it to its own
 * memory too, which is several times the program's.
 */
export const enforcesMemoryLimits: boolean =
  process.platform === 'linux' && shell !== undefined && isAccessible(addressesFile, constants.R_OK) && !isEmulated();

/** Returns this process's memory in bytes, or its peak on systems without /proc. */
export function readMemoryBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** Whether the kernel's architecture differs from the one the program sees; kernels before 6.1 don't report it. */
function isEmulated(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/arch', 'latin1').trim() !== machine();
  } catch {
    return false;
  }
}

function findProgram(file: string): string | undefined {
  return isAccessible(file, constants.X_OK) ? file : undefined;
}

function isAccessible(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}
