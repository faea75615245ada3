import { isSingleExecutable } from './embedded-files.ts';
import { useUnpackedLibraries } from './native-libraries.ts';
import { replaceProcess } from './operating-system.ts';

/** The same settings as in build/node24.mjs, which explains them; they must be set when a process starts. */
export const processSettings = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '16' };

/**
 * Prepares the single executable before anything else is imported: applies the process settings and makes native
 * libraries load from disk. Does nothing under `node src/main.ts`.
 */
function setUpSingleExecutable(): void {
  if (!isSingleExecutable) return;
  restartWithSettings();
  useUnpackedLibraries();
}

/**
 * Re-executes this process; process id, terminal and arguments stay. Returns if all settings are present, or if
 * processes can't be replaced: there libuv's thread pool keeps its default size.
 */
function restartWithSettings(): void {
  const complete = Object.keys(processSettings).every((name) => process.env[name] !== undefined);
  if (complete) return;
  const command = [process.argv0, ...process.argv.slice(2)];
  replaceProcess(process.execPath, command, { ...processSettings, ...process.env });
}

setUpSingleExecutable();
