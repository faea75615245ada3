import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { type CountType, countTypes, type RowCounter } from '#area/row-counts.ts';
import { doInTurns, type Job } from '#platform/job-runner.ts';

const nothingThere: RowCounter = () => 0;

/** What counts each type, in the order of their indexes. */
const rowCounters = createOncePerInstance((context): readonly (readonly [CountType, RowCounter])[] => {
  const areas = listAreas(context);
  return countTypes.map((type) => {
    const [counter = nothingThere, ...others] = areas.flatMap(({ rowCounts }) => rowCounts?.[type] ?? []);
    if (others.length > 0) throw new Error(`two areas count ${type}`);
    return [type, counter];
  });
});

/** How many there are of each type, by its index (admin rule A6). Others have their turn between two of them. */
export async function countAllRows(context: Context, stopping: AbortSignal): Promise<number[]> {
  const counts: number[] = [];
  await doInTurns(stopping, rowCounters(context), ([, count]) => counts.push(count(context.db)));
  return counts;
}

/** Puts the counts where the metrics call finds them (admin rule J4); says how many there are. */
export async function measureRowCounts(context: Context, stopping: AbortSignal): Promise<string> {
  await doInTurns(stopping, rowCounters(context), ([type, count]) =>
    context.metrics.setTableCount(type, count(context.db)),
  );
  return `${countTypes.length} counts taken`;
}

/** Counts again (admin rule J4). */
export const rowCountJobs = (context: Context): readonly Job[] => [
  { name: 'count-rows', run: (stopping) => measureRowCounts(context, stopping) },
];
