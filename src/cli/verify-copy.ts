import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { removePath } from '#platform/files/files.ts';
import { getCopyFile } from '#spare/follower/copy.ts';
import { isFollowingWell } from '#spare/follower/describe.ts';
import type { Following } from '#spare/follower/follow.ts';
import { getSpareFolder } from '#spare/follower/slots.ts';
import { verifyInChildProcess } from './verify-in-child-process.ts';

/**
 * How often to look for a complete copy, and how long after the last full verification to run the next, in
 * milliseconds.
 */
const pollMilliseconds = 60_000;
const pauseMilliseconds = 60 * 60_000;

/** Verifies the copy regularly until `signal` ends it. */
export function verifyRegularly(
  config: Config,
  following: Following,
  say: (line: string) => void,
  signal: AbortSignal,
): void {
  const verify = async (): Promise<void> => {
    // A copy without the secrets, which come with the files, isn't usable.
    const isComplete = isFollowingWell(following.state, following.isAttached);
    if (isComplete) {
      await verifyCopy(config, following, say, signal).catch((error: unknown) => {
        if (!signal.aborted) say(`the copy could not be verified: ${error}`);
      });
    }
    if (!signal.aborted) timer = setTimeout(verify, isComplete ? pauseMilliseconds : pollMilliseconds);
  };
  let timer = setTimeout(verify, pollMilliseconds);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * Verifies a database made from the current copy; does nothing while the copy is incomplete. Leaves out pictures, whose
 * files are continuously compared with the server.
 */
export async function verifyCopy(
  config: Config,
  following: Following,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(getSpareFolder(config.folders.data), 'snapshot');
  removePath(folder);
  mkdirSync(folder, { mode: 0o700 });
  try {
    if (!(await following.takeSnapshot(folder))) return;
    const variables = { DATABASE_URL: `file:${getCopyFile(folder)}` };
    const { isWell, lines } = await verifyInChildProcess(config, { words: ['--without-files'], variables, signal });
    following.recordVerified(isWell);
    say(isWell ? 'verified the copy: no problems found' : `the copy has problems: ${lines.join('; ')}`);
  } finally {
    removePath(folder);
  }
}
