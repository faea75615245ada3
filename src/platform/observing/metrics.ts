import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createTraffic, durationBuckets, type Traffic } from './traffic.ts';

/** The instance's own metrics, for Prometheus (core rule 104). */
export interface Metrics {
  readonly registry: Registry;
  /** Statistics of the requests of the last minutes. */
  readonly traffic: Traffic;
  /** Returns a function that counts a route's finished requests; `seconds` from arrival to response. */
  routeCounter(method: string, route: string): (status: number, seconds: number) => void;
  /** Sets the row count of one kind of content. */
  setTableCount(kind: string, count: number): void;
}

/**
 * Sums that are named like counters but aren't, which Prometheus complains about; the same data is available by type
 * under other names.
 */
const misnamedMetrics = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** `now` is the steady clock, in milliseconds. */
export function createMetrics(now: () => number): Metrics {
  const traffic = createTraffic(now);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedMetrics) registry.removeSingleMetric(name);
  const requests = new Counter({
    name: 'gangway_http_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'gangway_http_request_duration_seconds',
    help: 'Time from arrival of a request to its answer, by route.',
    labelNames: ['route'],
    buckets: [...durationBuckets],
    registers: [registry],
  });
  const tableCounts = new Gauge({
    name: 'gangway_table_rows',
    help: 'Live rows, by kind of thing.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    registry,
    traffic,
    routeCounter(method, route) {
      // Looked up once per route and status: finding a counter by its labels costs more than counting.
      const byStatus = new Map<number, { inc(): void }>();
      const duration = durations.labels({ route });
      const record = traffic.recorder(method, route);
      return (status, seconds) => {
        const counter = byStatus.get(status) ?? requests.labels({ route, method, status });
        byStatus.set(status, counter);
        counter.inc();
        duration.observe(seconds);
        record(status, seconds);
      };
    },
    setTableCount: (kind, count) => tableCounts.set({ kind }, count),
  };
}
