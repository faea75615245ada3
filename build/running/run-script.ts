import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFolder } from '../project.ts';

const runFile = promisify(execFile);
const maxOutput = 64 * 1024 * 1024;
/** The timeout ends a tool that hangs; on a busy machine a working one may take a while. */
const maxMilliseconds = 600_000;

/** Runs a script of the project with this Node; returns its output. Throws the output of a script that fails. */
export async function runScript(file: string, ...options: string[]): Promise<string> {
  const limits = { cwd: projectFolder, maxBuffer: maxOutput, timeout: maxMilliseconds };
  const running = runFile(process.execPath, [file, ...options], limits);
  // Without standard input, a tool that asks a question doesn't wait for an answer.
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (error) {
    // Errors of execFile contain standard output and standard error.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.trim() || String(error));
  }
}
