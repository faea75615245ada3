import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Identification, Switches } from './authenticate.ts';
import type { Bodies } from './bodies.ts';
import type { AnswerMemory, Retries } from './retries.ts';

export type Environment = { Bindings: HttpBindings };
/** One request as the router hands it on. */
export type Incoming = HonoContext<Environment>;

/** What the HTTP layer needs from the rest of the program, which it does not know. */
export interface ServerPorts {
  readonly identification: Identification;
  readonly switches: Switches;
  readonly bodies: Bodies;
  readonly answers: AnswerMemory;
  readonly retries: Retries;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  /** Development and tests: replies are checked against their records, and a defect shows its text. */
  readonly strict: boolean;
  transaction<Result>(work: () => Result): Result;
}

/** The client's address; the last one that a trusted proxy vouches for. */
export function addressOf(node: IncomingMessage, trustedProxies: readonly string[]): string {
  const plain = (address: string) => address.replace(/^::ffff:/, '');
  const direct = plain(node.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !trustedProxies.includes(direct)) return direct;
  const forwarded = String(node.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()));
  return forwarded.reverse().find((address) => address !== '' && !trustedProxies.includes(address)) ?? direct;
}
