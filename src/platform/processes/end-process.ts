import { replaceProcess, shell } from '../machine/operating-system.ts';

/**
 * Ends the process at once with this exit code. `process.exit` waits for what runs in the thread pool, such as a name
 * server that does not answer or a disk that hangs. Becoming another program waits for nothing, and the shell then ends with
 * the code. Without a shell, or on Windows, it does wait.
 */
export function endProcess(exitCode: number): never {
  if (shell !== undefined) replaceProcess(shell, ['sh', '-c', `exit ${exitCode}`], {});
  process.exit(exitCode);
}
