import { dirname } from 'node:path';
import type { Context } from '#area/context.ts';
import type { Disk } from '#platform/files/disk-space.ts';

/** Returns the disks the instance uses, each with what it stores. */
export const readOwnDisks = ({ config: { folders, databaseFile }, readDisks }: Context): Promise<Disk[]> =>
  readDisks({ data: folders.data, database: dirname(databaseFile), pictures: folders.images });

/** Returns a sentence that says that these disks are nearly full and what to do. */
export function describeShortage(disks: readonly Disk[]): string {
  const parts = disks.map(
    ({ places, freeBytes, totalBytes }) =>
      `${places.join(', ')} (${formatBytes(freeBytes)} left of ${formatBytes(totalBytes)})`,
  );
  return `The disk is nearly full: ${parts.join('; ')}. Free some space.`;
}

/** Formats a size such as `12.3 GB`, in decimal units like disk vendors. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
