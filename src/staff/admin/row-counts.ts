import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { type CountType, countTypes, type RowCounter } from '#area/row-counts.ts';
import { forEachWhileRunning, type Job } from '#platform/time/job-runner.ts';

const emptyCounter: RowCounter = () => [];

/** Counters of each type, in the order of their indexes. */
const rowCounters = createOncePerInstance((context): readonly (readonly [CountType, RowCounter])[] => {
  const areas = listAreas(context);
  return countTypes.map((type) => {
    const [counter = emptyCounter, ...others] = areas.flatMap(({ rowCounts }) => rowCounts?.[type] ?? []);
    if (others.length > 0) throw new Error(`two areas count ${type}`);
    return [type, counter];
  });
});

/** Counts type by type; pauses after each part to let other requests run. */
function* countByParts(context: Context, take: (type: CountType, rows: number) => void): Iterable<void> {
  for (const [type, count] of rowCounters(context)) {
    let rows = 0;
    for (const part of count(context.db)) {
      rows += part;
      yield;
    }
    take(type, rows);
  }
}

const doNothing = (): void => {};

/** Returns the count of each type, by its index (admin rule A6). */
export async function countAllRows(context: Context, stopping: AbortSignal): Promise<number[]> {
  const counts: number[] = [];
  await forEachWhileRunning(
    stopping,
    countByParts(context, (_, rows) => counts.push(rows)),
    doNothing,
  );
  return counts;
}

/** Stores the counts for the metrics call (admin rule J4); returns them as a sentence. */
export async function measureRowCounts(context: Context, stopping: AbortSignal): Promise<string> {
  await forEachWhileRunning(stopping, countByParts(context, context.metrics.setTableCount), doNothing);
  return `${countTypes.length} counts taken`;
}

/** Counts again (admin rule J4). */
export const rowCountJobs = (context: Context): readonly Job[] => [
  { name: 'count-rows', run: (stopping) => measureRowCounts(context, stopping) },
];
