import { stat, statfs } from 'node:fs/promises';

/** The space of one disk, in bytes; `free` is what this user may still write. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** A disk, with the given paths that are on it. */
export interface Disk extends DiskSpace {
  readonly places: readonly string[];
}

/** Returns the disks of these paths, each once; skips paths whose disk can't be determined. */
export async function readDisks(places: Readonly<Record<string, string>>): Promise<Disk[]> {
  const found = await Promise.all(Object.entries(places).map(([place, path]) => readDiskOf(place, path)));
  const byDevice = Map.groupBy(
    found.flatMap((one) => one ?? []),
    ({ device }) => device,
  );
  return [...byDevice.values()].flatMap(([first, ...others]) =>
    first ? [{ places: [first, ...others].map(({ place }) => place), ...first.space }] : [],
  );
}

async function readDiskOf(place: string, path: string) {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)]);
    return { place, device: dev, space: { freeBytes: bavail * bsize, totalBytes: blocks * bsize } };
  } catch {
    return undefined;
  }
}
