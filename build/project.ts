import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Root folder of the project, with package.json in it. */
export const projectFolder: string = dirname(import.meta.dirname);

/** What builds keep between runs; ignored by git, may be deleted at any time. */
export const cacheFolder: string = join(projectFolder, 'build', 'cache');

/** With which Node runs sources and executable; `build/node24.mjs` gives the reasons. */
export const nodeOptions: readonly string[] = readFileSync(join(projectFolder, 'build', 'node-options'), 'utf8')
  .trim()
  .split(' ');

/** Prints one line; what these scripts print is read by people alone. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Files below a folder of a project, relative to the project, with slashes and sorted; none when there is no such folder.
 * What builds leave behind does not count.
 */
export function listFiles(project: string, folder: string): string[] {
  if (!existsSync(join(project, folder))) return [];
  return readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/^build\/(?:out|cache)\//.test(file))
    .sort();
}

/** Seconds since an earlier `performance.now()`, as text such as `1.2 s`. */
export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
