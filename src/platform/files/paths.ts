import systemPath, { type PlatformPath } from 'node:path';

// The only place that walks up from a path or compares two of them: on Windows paths are on several disks, their case
// doesn't matter, and Node spells some of them `\\?\C:\…`. Tests pass Windows' rules as `rules`.

/** Yields a folder and the ones above it: up to and including `top`, or up to the root if `top` isn't above it. */
export function* walkUp(
  folder: string,
  top?: string,
  { dirname, resolve, relative }: PlatformPath = systemPath,
): Iterable<string> {
  for (let here = resolve(folder); ; here = dirname(here)) {
    yield here;
    if (here === dirname(here) || (top !== undefined && relative(top, here) === '')) return;
  }
}

/** Returns the names that lead from a folder to a path in it, none for itself; undefined if the path isn't in it. */
export function findPathInside(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: PlatformPath = systemPath,
): readonly string[] | undefined {
  const way = relative(folder, path);
  const names = way.split(sep).filter(Boolean);
  // Between two disks there's no way, so the path itself is returned.
  return names[0] === '..' || isAbsolute(way) ? undefined : names;
}

/** Whether a path is a folder or in it. */
export const isInside = (folder: string, path: string): boolean => findPathInside(folder, path) !== undefined;

/** Characters, endings and device names that Windows doesn't store. */
const forbiddenOnWindows = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether a file or folder can be stored under a name, which leads nowhere else. */
export const isPathPart = (name: string, { sep }: PlatformPath = systemPath): boolean =>
  !/^\.{0,2}$|[/\\\p{Cc}]/u.test(name) && (sep === '/' || !forbiddenOnWindows.test(name));
