import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '#platform/observing/metrics.ts';

/**
 * The folder where test files record the routes they called successfully; `build/testing/exercised.ts` finds the rest.
 */
export const exercisedFolder = join(import.meta.dirname, '..', '..', 'build', 'out', 'exercised');

/** Records every route that responded with success, as counted by the service itself. */
export async function recordExercised(metrics: Metrics): Promise<void> {
  const counted = await metrics.registry.getSingleMetric('gangway_http_requests_total')?.get();
  const lines = (counted?.values ?? [])
    .filter(({ labels }) => Number(labels.status) < 400)
    .map(({ labels }) => `${labels.method} ${labels.route}\n`);
  await mkdir(exercisedFolder, { recursive: true });
  await appendFile(join(exercisedFolder, `${process.pid}.txt`), lines.join(''));
}
