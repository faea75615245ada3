import { type Context, createOncePerInstance } from '#area/context.ts';
import { describeServerState } from './describe-state.ts';
import type { BoxSampleData } from './records.ts';

/** 24 hours, with one sample every ten minutes. */
const maxSamples = 144;
const dayMilliseconds = 24 * 60 * 60_000;

/** The samples; after a restart they come from the state that the service leaves. */
const getSamples = createOncePerInstance((): BoxSampleData[] => []);

/** Records the server's current state (moderation rule A35). */
export async function recordServerSample(context: Context): Promise<void> {
  const { clock, disks, memoryBytes, sockets, peoplePresent, requestsPerSecond, requests } =
    await describeServerState(context);
  const [disk] = disks;
  const samples = getSamples(context);
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

/** Restores the samples from before a restart that are from the last day. */
export function restoreSamples(context: Context, samples: readonly BoxSampleData[]): void {
  const dayAgo = context.clock.now().getTime() - dayMilliseconds;
  getSamples(context).unshift(...samples.filter(({ at }) => new Date(at).getTime() >= dayAgo));
}

/** Returns the samples of the last day, oldest first. */
export const listSamples = (context: Context): BoxSampleData[] => [...getSamples(context)];
