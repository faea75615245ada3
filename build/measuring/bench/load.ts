import autocannon from 'autocannon';

/** A request that is sent repeatedly. */
export interface RequestToSend {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const defaultConnections = 32;
const defaultSeconds = 3;

/** Returns completed requests per second. Throws if any request fails, since failures are fast. */
export async function measureRequestsPerSecond(
  url: string,
  shot: RequestToSend,
  {
    connections = defaultConnections,
    seconds = defaultSeconds,
  }: { readonly connections?: number; readonly seconds?: number } = {},
): Promise<number> {
  const result = await autocannon({
    url: `${url}${shot.path}`,
    method: shot.method ?? 'GET',
    headers: shot.headers ?? {},
    ...(shot.body !== undefined && { body: shot.body }),
    connections,
    duration: seconds,
  });
  const failures = result.errors + result.timeouts + result.non2xx;
  if (failures > 0) throw new Error(`${failures} of the responses to ${shot.path} were no success`);
  return result['2xx'] / result.duration;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

/** Times a call repeatedly until stopped. */
export function timeRepeatedly(call: () => Promise<unknown>): () => Promise<number[]> {
  const times: number[] = [];
  let going = true;
  const finished = (async () => {
    while (going) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    going = false;
    await finished;
    return times;
  };
}
