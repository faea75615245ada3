import { statSync } from 'node:fs';
import { countRegistrationCodes } from '#core/accounts/index.ts';
import { describeShortage, formatBytes, getLowDiskBytes, getPictureBytes, readOwnDisks } from '#core/machine/index.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import { type CheckInput, createFault, type Fault, type Finding } from './line.ts';

/** Twice the database size per person at the end of a week on a made-up sailing (`npm run sailing`: 240 kB). */
const databaseBytesPerPerson = 500_000;
/** Fifteen pictures of 2,048 pixels, with their thumbnails. */
const pictureBytesPerPerson = 15 * 800_000;

/** Checks that the disks have space for the data of all expected people. */
export async function checkDisk({ context }: CheckInput): Promise<Finding> {
  const people = context.config.expectedPeople ?? countRegistrationCodes(context.db);
  const disks = await readOwnDisks(context);
  const databaseBytes = statSync(context.db.file, { throwIfNoEntry: false })?.size ?? 0;
  const needs: Readonly<Record<string, number>> = {
    database: Math.max(0, people * databaseBytesPerPerson - databaseBytes),
    pictures: Math.max(0, people * pictureBytesPerPerson - (getPictureBytes(context) ?? 0)),
  };
  const disksWithNeed = disks.map((disk) => ({ disk, need: sum(disk.places.map((place) => needs[place] ?? 0)) }));
  return {
    faults: disksWithNeed.flatMap(({ disk, need }) =>
      findShortage(disk, need + getLowDiskBytes(context, disk), people),
    ),
    sentence: disksWithNeed
      .map(
        ({ disk, need }) =>
          `${describeDisk(disk)} has ${formatBytes(disk.freeBytes)} free; ${people} people need up to ${formatBytes(need)}.`,
      )
      .join(' '),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const describeDisk = ({ places }: Disk): string => `The disk of ${places.join(', ')}`;

function findShortage(disk: Disk, bytes: number, people: number): Fault[] {
  if (disk.freeBytes >= bytes) return [];
  return [
    createFault(
      `${describeShortage([disk])} ${people} people may need ${formatBytes(bytes)}: free that much, or put DATA_DIR or USER_IMAGES on a larger disk.`,
      'df -h',
    ),
  ];
}
