import { replaceProcess, shell } from '../machine/operating-system.ts';

/**
 * Ends the process at once with this exit code. `process.exit` waits for the thread pool, such as for an unresponsive
 * name server or disk. Replacing the process with a shell waits for nothing, and the shell then exits with the code.
 * Without a shell, or on Windows, it does wait.
 */
export function endProcess(exitCode: number): never {
  if (shell !== undefined) replaceProcess(shell, ['sh', '-c', `exit ${exitCode}`], {});
  process.exit(exitCode);
}
