import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEmbedded } from '../machine/embedded-files.ts';
import { readTextFile } from './text-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Under which name the crew has put a seed file: in development and testing one that begins with `test-` comes before the
 * usual one (schedule rules 40 and 117).
 */
export function chooseSeedName(seedsFolder: string, name: string, isDevelopment: boolean): string {
  const testName = `test-${name}`;
  return isDevelopment && existsSync(join(seedsFolder, testName)) ? testName : name;
}

/**
 * A seed file: the crew's own from the seeds folder, else the sample carried in the program where `sample` allows it
 * (decision 45); undefined when there is neither. Throws UnreadableFile for one of the crew's own that cannot be read or is no
 * text.
 */
export function readSeedFile(
  seedsFolder: string,
  name: string,
  sample: boolean,
): { text: string; isSample: boolean } | undefined {
  const own = join(seedsFolder, name);
  if (existsSync(own)) return { text: readOwn(own), isSample: false };
  return sample ? { text: readEmbedded(`assets/samples/${name}`).toString('utf8'), isSample: true } : undefined;
}

/** Whatever keeps it from being read, such as another owner, is a fault of the file to be put right, and of nothing here. */
function readOwn(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if (error instanceof UnreadableFile || !(error instanceof Error)) throw error;
    throw new UnreadableFile(`${file} cannot be read: ${error.message}.`);
  }
}
