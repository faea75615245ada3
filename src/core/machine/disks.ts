import { dirname } from 'node:path';
import type { Context } from '#area/context.ts';
import { type Disk, readDisks } from '#platform/disk-space.ts';

const gibibyte = 1024 ** 3;
/** A disk is nearly full when less than a twentieth of it is free, and less than this. */
const fewBytes = 2 * gibibyte;

/** The disks on which the instance lies, each with what lies on it. */
export const readOwnDisks = ({ config: { folders, databaseFile } }: Context): Promise<Disk[]> =>
  readDisks({ data: folders.data, database: dirname(databaseFile), pictures: folders.images });

/** The disks that are nearly full, as one sentence that says what to do; undefined when none is. */
export function describeShortage(disks: readonly Disk[]): string | undefined {
  const short = disks.filter(({ freeBytes, totalBytes }) => freeBytes < Math.min(fewBytes, totalBytes / 20));
  if (short.length === 0) return undefined;
  const parts = short.map(
    ({ places, freeBytes, totalBytes }) =>
      `${places.join(', ')} (${formatBytes(freeBytes)} left of ${formatBytes(totalBytes)})`,
  );
  return `The disk is nearly full that holds ${parts.join('; ')}: make space.`;
}

/** In words: `12.3 GB`, by thousands as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
