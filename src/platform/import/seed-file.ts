import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEmbedded } from '../machine/embedded-files.ts';
import { readTextFile } from './text-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Returns the path of the crew's seed file: in development and testing one that begins with `test-` takes precedence
 * (schedule rules 40 and 117).
 */
export function chooseSeedName(seedsFolder: string, name: string, isDevelopment: boolean): string {
  const testName = `test-${name}`;
  return isDevelopment && existsSync(join(seedsFolder, testName)) ? testName : name;
}

/**
 * Reads a seed file: the crew's own from the seeds folder, else the bundled sample if `sample` allows it (decision 45);
 * undefined if there is neither. Throws UnreadableFile if the crew's file can't be read or isn't text.
 */
export function readSeedFile(
  seedsFolder: string,
  name: string,
  sample: boolean,
): { text: string; isSample: boolean } | undefined {
  const own = join(seedsFolder, name);
  if (existsSync(own)) return { text: readOrReject(own), isSample: false };
  return sample ? { text: readEmbedded(`assets/samples/${name}`).toString('utf8'), isSample: true } : undefined;
}

/** Any cause, such as a different owner, is a problem of the file that the crew can fix, not a defect. */
function readOrReject(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if (error instanceof UnreadableFile || !(error instanceof Error)) throw error;
    throw new UnreadableFile(`${file} cannot be read: ${error.message}.`);
  }
}
