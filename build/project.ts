import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Root folder of the project, which contains package.json. */
export const projectFolder: string = dirname(import.meta.dirname);

/** Cache of the builds; ignored by git, and can be deleted at any time. */
export const cacheFolder: string = join(projectFolder, 'build', 'cache');

/** Options of Node for sources and executable; see `build/node24.mjs` for the reasons. */
export const nodeOptions: readonly string[] = readFileSync(join(projectFolder, 'build', 'node-options'), 'utf8')
  .trim()
  .split(' ');

/** Prints one line; only people read the output of these scripts. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Lists files below a folder of a project, relative to the project, with slashes and sorted; empty if there is no such
 * folder. Skips build output.
 */
export function listFiles(project: string, folder: string): string[] {
  if (!existsSync(join(project, folder))) return [];
  return readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/^build\/(?:out|cache)\//.test(file))
    .sort();
}

/** Formats the seconds since an earlier `performance.now()`, such as `1.2 s`. */
export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
