import { type Context, createOncePerInstance } from '#area/context.ts';
import { type LowDiskLevel, lowDiskLevels } from '#contract/low-disk.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import { describeShortage } from './disks.ts';

const gibibyte = 1024 ** 3;
/** The crew is warned when less than a twentieth and less than this is free. */
const lowBytes = 2 * gibibyte;
/** Refused content is accepted again when this factor more is free, so that the level doesn't flap. */
const marginFactor = 1.25;

/** First the crew is warned; then the service accepts less. */
const levels = ['warned', ...lowDiskLevels] as const;
type DiskLevel = (typeof levels)[number];

/** Names of the conditions shown to the crew, by level. */
const conditionNames: Readonly<Record<DiskLevel, string>> = {
  warned: 'disk-nearly-full',
  pictures: 'pictures-refused',
  beginnings: 'beginnings-refused',
  writing: 'writing-refused',
};

const consequences: Readonly<Record<LowDiskLevel, string>> = {
  pictures: "Passengers can't upload pictures and clips until you free some space.",
  beginnings: "Passengers can't start threads, chats, events or items until you free some space.",
  writing: 'Passengers can only read until you free some space; staff can still post.',
};

interface ActiveLevels {
  levels: ReadonlySet<DiskLevel>;
  /** The highest of them that restricts passengers. */
  step: LowDiskLevel | undefined;
}

const getActiveLevels = createOncePerInstance((): ActiveLevels => ({ levels: new Set(), step: undefined }));

/** Returns the highest level of restriction for passengers; undefined if there is none. */
export const getLowDiskLevel = (context: Context): LowDiskLevel | undefined => getActiveLevels(context).step;

/** Starts and ends restrictions according to the free space. */
export function watchDisks(context: Context, disks: readonly Disk[]): void {
  const state = getActiveLevels(context);
  const low = levels.map(
    (level) => [level, disks.filter((disk) => isLow(context, disk, level, state.levels))] as const,
  );
  const reached = new Set(low.flatMap(([level, found]) => (found.length > 0 ? [level] : [])));
  state.levels = reached;
  state.step = lowDiskLevels.findLast((step) => reached.has(step));
  for (const [level, found] of low) {
    if (found.length === 0) context.conditions.end(conditionNames[level]);
    else context.conditions.begin(conditionNames[level], describe(level, found));
  }
}

const describe = (level: DiskLevel, disks: readonly Disk[]): string =>
  level === 'warned' ? describeShortage(disks) : consequences[level];

/** If a disk only stores pictures, only pictures are refused. */
function isLow({ config }: Context, disk: Disk, level: DiskLevel, before: ReadonlySet<DiskLevel>): boolean {
  if ((level === 'beginnings' || level === 'writing') && disk.places.every((place) => place === 'pictures'))
    return false;
  const limit = getLimits(config, disk)[levels.indexOf(level)] ?? 0;
  return disk.freeBytes < (before.has(level) ? limit * marginFactor : limit);
}

const getLimits = ({ lowDisk }: Context['config'], { totalBytes }: Disk): readonly number[] =>
  lowDisk ?? computeLimits(totalBytes);

/** Returns the free bytes below which the crew is warned of this disk. */
export const getLowDiskBytes = ({ config }: Context, disk: Disk): number => getLimits(config, disk)[0] ?? 0;

/** Returns limits, each half of the previous one. */
function computeLimits(totalBytes: number): readonly number[] {
  const first = Math.min(lowBytes, totalBytes / 20);
  return levels.map((_, index) => first / 2 ** index);
}
