import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '#platform/observing/metrics.ts';

/** Where test files note the routes they called with success; `build/testing/exercised.ts` looks for those no one called. */
export const exercisedFolder = join(import.meta.dirname, '..', '..', 'build', 'out', 'exercised');

/** Notes every route that answered with success, as the service itself counted it. */
export async function recordExercised(metrics: Metrics): Promise<void> {
  const counted = await metrics.registry.getSingleMetric('gangway_http_requests_total')?.get();
  const lines = (counted?.values ?? [])
    .filter(({ labels }) => Number(labels.status) < 400)
    .map(({ labels }) => `${labels.method} ${labels.route}\n`);
  await mkdir(exercisedFolder, { recursive: true });
  await appendFile(join(exercisedFolder, `${process.pid}.txt`), lines.join(''));
}
