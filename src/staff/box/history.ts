import { type Context, createOncePerInstance } from '#area/context.ts';
import { describeBox } from './describe-box.ts';
import type { BoxSampleData } from './records.ts';

/** A day and a night, one sample every ten minutes. */
const maxSamples = 144;

/** What was measured since the start of the service: it tells of this run alone, so it is stored nowhere. */
const samplesOf = createOncePerInstance((): BoxSampleData[] => []);

/** Remembers how the box is now (moderation rule A35). */
export async function sampleBox(context: Context): Promise<void> {
  const { clock, disks, memoryBytes, sockets, peoplePresent, requestsPerSecond, requests } = await describeBox(context);
  const [disk] = disks;
  const samples = samplesOf(context);
  samples.push({
    at: clock.now,
    freeBytes: disk?.freeBytes ?? 0,
    memoryBytes,
    sockets,
    peoplePresent,
    requestsPerSecond,
    p99Seconds: requests.p99Seconds,
  });
  if (samples.length > maxSamples) samples.shift();
}

/** The samples of the last day, oldest first. */
export const listSamples = (context: Context): BoxSampleData[] => [...samplesOf(context)];
