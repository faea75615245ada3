import { insideExecutable } from './embedded-files.ts';
import { useUnpackedLibraries } from './native-libraries.ts';
import { replaceProcess } from './operating-system.ts';

/** The same settings as in build/node24.mjs, which gives the reasons; they must be there when a process starts. */
export const processSettings = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '16' };

/**
 * Makes the single executable ready before anything else is imported: the process gets its settings, and native
 * libraries load from disk. Does nothing under `node src/main.ts`.
 */
function prepareExecutable(): void {
  if (!insideExecutable) return;
  restartWithSettings();
  useUnpackedLibraries();
}

/**
 * Replaces this process by itself; process id, terminal and arguments stay. Returns when all settings are there, and where
 * processes can't be replaced: there libuv's thread pool keeps its usual size.
 */
function restartWithSettings(): void {
  const complete = Object.keys(processSettings).every((name) => process.env[name] !== undefined);
  if (complete) return;
  const command = [process.argv0, ...process.argv.slice(2)];
  replaceProcess(process.execPath, command, { ...processSettings, ...process.env });
}

prepareExecutable();
