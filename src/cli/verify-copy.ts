import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { getCopyFile } from '#spare/follower/copy.ts';
import type { Following } from '#spare/follower/follow.ts';
import { getSpareFolder } from '#spare/follower/slots.ts';
import { verifyBeside } from './verify-beside.ts';

/** The copy that a spare holds is verified in full when it has followed so long, and again so often, in milliseconds. */
const firstMilliseconds = 60_000;
const pauseMilliseconds = 60 * 60_000;

/** Verifies the copy now and then, until `signal` ends it. */
export function verifyNowAndThen(
  config: Config,
  following: Following,
  say: (line: string) => void,
  signal: AbortSignal,
): void {
  const verify = async (): Promise<void> => {
    await verifyCopy(config, following, say, signal).catch((error: unknown) => {
      if (!signal.aborted) say(`the copy could not be verified: ${error}`);
    });
    if (!signal.aborted) timer = setTimeout(verify, pauseMilliseconds);
  };
  let timer = setTimeout(verify, firstMilliseconds);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * Verifies a database made from the copy as it is at this moment; does nothing while that is not complete. The files of
 * pictures are compared with the box all the time, so they are not looked at here.
 */
export async function verifyCopy(
  config: Config,
  following: Following,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(getSpareFolder(config.folders.data), 'snapshot');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    if (!(await following.takeSnapshot(folder))) return;
    const variables = { DATABASE_URL: `file:${getCopyFile(folder)}` };
    const { isWell, lines } = await verifyBeside(config, { words: ['--without-files'], variables, signal });
    following.noteVerified(isWell);
    say(isWell ? 'the copy was verified in full: all is well' : `the copy is not well: ${lines.join('; ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
