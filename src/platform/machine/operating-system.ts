import { accessSync, constants, readFileSync } from 'node:fs';
import { machine } from 'node:os';

// What differs between the systems that Gangway runs on. Other modules ask what this one can do, never how it is called.

const isWindows = process.platform === 'win32';

/** Where Linux lists the addresses that this process has reserved. */
export const addressesFile = '/proc/self/maps';

/** How to open a file to sync its content: Windows refuses to sync what is only open for reading. */
export const flagsToSync = isWindows ? 'r+' : 'r';

/** Whether folders can be synced. Windows has no call for that: its file system keeps a journal of names by itself. */
export const canSyncFolders: boolean = !isWindows;

/** Whether the mode of a file says who may read it. */
export const hasFileModes: boolean = !isWindows;

/**
 * Codes of errors that pass by themselves: on Windows a virus scanner or an indexer holds files open for moments, and no one
 * can rename or delete them meanwhile. Elsewhere the same codes are final.
 */
export const passingFileErrors: readonly string[] = isWindows ? ['EPERM', 'EACCES', 'EBUSY'] : [];

/** Whether systemd starts services here. */
export const hasSystemd: boolean = process.platform === 'linux';

/** Signals that ask for an orderly end. On Windows closing the console is SIGHUP, and Ctrl+Break is SIGBREAK. */
export const stopSignals: readonly NodeJS.Signals[] = isWindows
  ? ['SIGTERM', 'SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGTERM', 'SIGINT', 'SIGQUIT'];

/** The signal that has the service read its certificate again; none on Windows, where SIGHUP means something else. */
export const reloadSignals: readonly NodeJS.Signals[] = isWindows ? [] : ['SIGHUP'];

/** Environment variables that programs need to start at all. */
export const neededVariables: readonly string[] = isWindows ? ['SYSTEMROOT', 'TEMP', 'TMP'] : [];

/** The shell, which can end a process and limit another; undefined where there is none. */
export const shell: string | undefined = isWindows ? undefined : findProgram('/bin/sh');

/** Becomes another program, which keeps the process's id; returns where the system or this Node can't do that. */
export function replaceProcess(file: string, words: readonly string[], environment: NodeJS.ProcessEnv): void {
  if (!isWindows) process.execve?.(file, words, environment);
}

/**
 * Whether the system enforces what `ulimit` sets for memory: macOS accepts such a limit and ignores it. The limit is
 * computed from the addresses that V8 has reserved, which only /proc tells. An emulator would have to keep to it with
 * memory of its own, which is several times that of the program.
 */
export const enforcesMemoryLimits: boolean =
  process.platform === 'linux' && shell !== undefined && isAccessible(addressesFile, constants.R_OK) && !isEmulated();

/** Bytes of memory that this process has; the most it ever had where only /proc would tell, and isn't there. */
export function readMemoryBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** Whether the kernel was made for other processors than the one that the program sees; older kernels than 6.1 don't say. */
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
