import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { isInside } from '../files/paths.ts';

/** True inside the single executable, false under `node src/main.ts`. */
export const isSingleExecutable: boolean = isSea();

// The build puts every module at the root of the executable's own file tree, next to migrations/ and assets/.
const root = isSingleExecutable ? import.meta.dirname : join(import.meta.dirname, '..', '..', '..');

/**
 * Returns the absolute path of a bundled file or folder, such as `migrations` or `assets/samples/schedule.ics`. Inside
 * the executable only plain reads see it (`readFileSync`, `existsSync`, `readdirSync` without `withFileTypes`); streams
 * and child processes don't.
 */
export function locateEmbedded(path: string): string {
  const found = join(root, path);
  if (!isInside(root, found)) throw new Error(`${path} lies outside the program's own files`);
  return found;
}

/** Reads a bundled file; throws ENOENT if there is none. */
export function readEmbedded(path: string): Buffer {
  return readFileSync(locateEmbedded(path));
}

/** Lists the names directly inside a bundled folder, sorted. */
export function listEmbedded(folder: string): string[] {
  return readdirSync(locateEmbedded(folder)).sort();
}
