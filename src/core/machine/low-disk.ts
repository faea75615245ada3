import { type Context, createOncePerInstance } from '#area/context.ts';
import { type LowDiskLevel, lowDiskLevels } from '#contract/low-disk.ts';
import type { Disk } from '#platform/files/disk-space.ts';
import { describeShortage } from './disks.ts';

const gibibyte = 1024 ** 3;
/** The crew is told when less than a twentieth is free, and less than this. */
const fewBytes = 2 * gibibyte;
/** What was refused is taken again when this much more is free: a disk on the brink would change its mind all the time. */
const marginFactor = 1.25;

/** The crew is told first; then the service takes less. */
const levels = ['told', ...lowDiskLevels] as const;
type Level = (typeof levels)[number];

/** States that the crew is told of, by their level. */
const conditionNames: Readonly<Record<Level, string>> = {
  told: 'disk-nearly-full',
  pictures: 'pictures-refused',
  beginnings: 'beginnings-refused',
  writing: 'writing-refused',
};

const consequences: Readonly<Record<LowDiskLevel, string>> = {
  pictures: 'Passengers cannot send pictures and clips, until space is made.',
  beginnings: 'Passengers cannot begin threads, chats, appointments or items, until space is made.',
  writing: 'Passengers can only read, until space is made; the staff goes on.',
};

interface InForce {
  levels: ReadonlySet<Level>;
  /** The highest of them that is a step. */
  step: LowDiskLevel | undefined;
}

const inForce = createOncePerInstance((): InForce => ({ levels: new Set(), step: undefined }));

/** What is not taken from passengers at the moment, as the highest step; undefined where everything is. */
export const getLowDiskLevel = (context: Context): LowDiskLevel | undefined => inForce(context).step;

/** Begins and ends what is refused, by the space that is left. */
export function watchDisks(context: Context, disks: readonly Disk[]): void {
  const state = inForce(context);
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

const describe = (level: Level, disks: readonly Disk[]): string =>
  level === 'told' ? describeShortage(disks) : consequences[level];

/** Of a disk for pictures alone nothing but these is refused. */
function isLow({ config }: Context, disk: Disk, level: Level, before: ReadonlySet<Level>): boolean {
  if ((level === 'beginnings' || level === 'writing') && disk.places.every((place) => place === 'pictures'))
    return false;
  const limit = getLimits(config, disk)[levels.indexOf(level)] ?? 0;
  return disk.freeBytes < (before.has(level) ? limit * marginFactor : limit);
}

const getLimits = ({ lowDisk }: Context['config'], { totalBytes }: Disk): readonly number[] =>
  lowDisk ?? computeLimits(totalBytes);

/** Free bytes below which the crew is warned of this disk. */
export const getLowDiskBytes = ({ config }: Context, disk: Disk): number => getLimits(config, disk)[0] ?? 0;

/** Each half of the one before. */
function computeLimits(totalBytes: number): readonly number[] {
  const first = Math.min(fewBytes, totalBytes / 20);
  return levels.map((_, index) => first / 2 ** index);
}
