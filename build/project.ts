import { dirname, join } from 'node:path';

/** Root folder of the project, with package.json in it. */
export const projectFolder: string = dirname(import.meta.dirname);

/** What builds keep between runs; ignored by git, may be deleted at any time. */
export const cacheFolder: string = join(projectFolder, 'build', 'cache');

/** Operating system and processor in the words of Node's own downloads: linux-x64 or linux-arm64. */
export const platform: string = `${process.platform}-${process.arch}`;

/** The executable that `npm run build` makes on this machine. */
export const executableFile: string = join(projectFolder, 'build', 'out', `gangway-${platform}`);

/** Prints one line; these scripts talk to people and to nobody else. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Seconds since an earlier `performance.now()`, as text such as `1.2 s`. */
export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
