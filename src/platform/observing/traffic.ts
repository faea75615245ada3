/** Upper bounds of the histogram's buckets, in seconds; a quick response takes less than 20 ms. */
export const durationBuckets = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1, 5] as const;

/** Statistics of one route's requests, or of all, in the last minutes. */
export interface RouteTraffic {
  /** Method and path as declared. */
  readonly route: string;
  readonly requests: number;
  /** Responses with status 500 or above. */
  readonly failures: number;
  readonly meanSeconds: number;
  /** The 99th percentile of durations, to bucket precision. */
  readonly p99Seconds: number;
  readonly maxSeconds: number;
}

/** Statistics of the last minutes' requests, by route. */
export interface Traffic {
  /** Returns a function that records a route's finished requests. */
  recorder(method: string, route: string): (status: number, seconds: number) => void;
  /** All requests together, and each route that had any. */
  read(): { readonly all: RouteTraffic; readonly perSecond: number; readonly routes: readonly RouteTraffic[] };
}

const minuteMilliseconds = 60_000;
/** Full minutes stored, in addition to the current one. */
const minutesRemembered = 5;

interface Minute {
  number: number;
  requests: number;
  failures: number;
  seconds: number;
  maxSeconds: number;
  readonly groups: Uint32Array;
}

const createMinute = (): Minute => ({
  number: -1,
  requests: 0,
  failures: 0,
  seconds: 0,
  maxSeconds: 0,
  groups: new Uint32Array(durationBuckets.length + 1),
});

/** `now` is the steady clock, in milliseconds. */
export function createTraffic(now: () => number): Traffic {
  const routes = new Map<string, Minute[]>();
  const began = now();
  const readMinute = () => Math.floor(now() / minuteMilliseconds);

  function recorder(method: string, path: string): (status: number, seconds: number) => void {
    const route = `${method} ${path}`;
    let minutes = routes.get(route);
    return (status, seconds) => {
      if (!minutes) {
        minutes = Array.from({ length: minutesRemembered + 1 }, createMinute);
        routes.set(route, minutes);
      }
      const number = readMinute();
      const minute = minutes[number % minutes.length];
      if (minute) record(minute, number, status, seconds);
    };
  }

  return {
    recorder,
    read() {
      const number = readMinute();
      const isRecent = (minute: Minute) => number - minute.number <= minutesRemembered;
      const recent = [...routes].map(([route, minutes]) => ({ route, minutes: minutes.filter(isRecent) }));
      const all = recent.flatMap(({ minutes }) => minutes);
      const lastMinute = all.filter((minute) => minute.number === number - 1);
      const isFirstMinute = number === Math.floor(began / minuteMilliseconds);
      const counted = isFirstMinute ? all : lastMinute;
      const seconds = isFirstMinute ? Math.max(1, (now() - began) / 1000) : minuteMilliseconds / 1000;
      return {
        all: sumUp('all', all),
        perSecond: countRequests(counted) / seconds,
        routes: recent.filter(({ minutes }) => minutes.length > 0).map(({ route, minutes }) => sumUp(route, minutes)),
      };
    },
  };
}

function record(minute: Minute, number: number, status: number, seconds: number): void {
  if (minute.number !== number) {
    Object.assign(minute, { number, requests: 0, failures: 0, seconds: 0, maxSeconds: 0 });
    minute.groups.fill(0);
  }
  minute.requests += 1;
  if (status >= 500) minute.failures += 1;
  minute.seconds += seconds;
  if (seconds > minute.maxSeconds) minute.maxSeconds = seconds;
  let group = 0;
  while (group < durationBuckets.length && seconds > (durationBuckets[group] ?? 0)) group += 1;
  minute.groups[group] = (minute.groups[group] ?? 0) + 1;
}

const countRequests = (minutes: readonly Minute[]): number => minutes.reduce((sum, { requests }) => sum + requests, 0);

function sumUp(route: string, minutes: readonly Minute[]): RouteTraffic {
  const requests = countRequests(minutes);
  const seconds = minutes.reduce((sum, minute) => sum + minute.seconds, 0);
  const maxSeconds = Math.max(0, ...minutes.map((minute) => minute.maxSeconds));
  return {
    route,
    requests,
    failures: minutes.reduce((sum, minute) => sum + minute.failures, 0),
    meanSeconds: requests === 0 ? 0 : seconds / requests,
    p99Seconds: Math.min(maxSeconds, findQuantile(minutes, requests * 0.99)),
    maxSeconds,
  };
}

/** Returns the upper bound of the bucket that contains the request of this rank. */
function findQuantile(minutes: readonly Minute[], rank: number): number {
  let passed = 0;
  for (const [group, end] of durationBuckets.entries()) {
    passed += minutes.reduce((sum, { groups }) => sum + (groups[group] ?? 0), 0);
    if (passed >= rank) return end;
  }
  return Number.POSITIVE_INFINITY;
}
