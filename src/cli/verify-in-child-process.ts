import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Config } from '#config/config.ts';
import { getOwnProgramArguments } from '#platform/processes/own-program.ts';
import { exitCodes } from './failure.ts';

/** The result of a verification. */
export interface Verification {
  readonly isWell: boolean;
  /** All inconsistencies and the verdict, or why there is no verdict. */
  readonly lines: readonly string[];
}

export interface VerifyOptions {
  /** More arguments of the command. */
  readonly words?: readonly string[];
  /** Settings that differ from this process. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs `gangway verify` in a low-priority process, which ends with this process at the latest; rejects with an
 * AbortError if `signal` ends it.
 */
export async function verifyInChildProcess(
  { environment, folders }: Config,
  { words = [], variables = {}, signal }: VerifyOptions = {},
): Promise<Verification> {
  const [program = '', ...before] = getOwnProgramArguments();
  const child = spawn(program, [...before, 'verify', ...words], {
    env: { ...process.env, VAPOR_ENV: environment, DATA_DIR: folders.data, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const endChild = () => void child.kill('SIGKILL');
  process.once('exit', endChild);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const [code] = await once(child, 'close');
    return { isWell: code === exitCodes.done, lines: output.trim().split('\n') };
  } finally {
    process.removeListener('exit', endChild);
  }
}
