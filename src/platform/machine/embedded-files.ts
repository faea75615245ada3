import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isSea } from 'node:sea';

/** True inside the single executable, false under `node src/main.ts`. */
export const insideExecutable: boolean = isSea();

// The build puts every module at the root of the executable's own file tree, beside migrations/ and assets/.
const root = insideExecutable ? import.meta.dirname : join(import.meta.dirname, '..', '..', '..');

/**
 * Absolute path of a file or folder that ships with the program, such as `migrations` or `assets/samples/schedule.ics`.
 * Inside the executable only plain reads see it (`readFileSync`, `existsSync`, `readdirSync` without `withFileTypes`);
 * streams and child processes do not.
 */
export function locateEmbedded(path: string): string {
  const found = join(root, path);
  if (relative(root, found).startsWith('..')) throw new Error(`${path} lies outside the program's own files`);
  return found;
}

/** Content of a file that ships with the program; throws ENOENT when there is none. */
export function readEmbedded(path: string): Buffer {
  return readFileSync(locateEmbedded(path));
}

/** Names of the files and folders directly inside a folder that ships with the program, sorted. */
export function listEmbedded(folder: string): string[] {
  return readdirSync(locateEmbedded(folder)).sort();
}
