import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Caller } from '#contract/access.ts';
import type { LowDiskLevel } from '#contract/low-disk.ts';
import { toPlainAddress } from '#platform/network/addresses.ts';
import type { Conditions } from '#platform/observing/conditions.ts';
import type { Log } from '#platform/observing/log.ts';
import type { Metrics } from '#platform/observing/metrics.ts';
import type { MinuteLog } from '#platform/observing/minute-log.ts';
import type { Fingerprint } from '#platform/secrets/tokens.ts';
import type { Authenticator } from './authenticate.ts';
import type { Switches } from './authorize.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Idempotency, IdempotencyStore } from './idempotency.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ReadTurns } from './read-turns.ts';
import type { BodyReader } from './request-body.ts';

export type Environment = { Bindings: HttpBindings };
/** One request as the router hands it on. */
export type Incoming = HonoContext<Environment>;

/** What the HTTP layer needs from the rest of the program, which it does not know. */
export interface ServerPorts {
  readonly authenticator: Authenticator;
  readonly switches: Switches;
  readonly bodies: BodyReader;
  readonly rateLimits: RateLimits;
  readonly readTurns: ReadTurns;
  readonly responses: IdempotencyStore;
  readonly idempotency: Idempotency;
  readonly log: Log;
  readonly minuteLog: MinuteLog;
  readonly conditions: Conditions;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  /** Bytes that one picture may have, by the settings in force (core rule 10). */
  maxImageSize(): number;
  /** Throws 403 unless the caller may send pictures: only who may create content does (core rules 33 and 35). */
  assertMayUpload(caller: Caller): void;
  /** What passengers can't store at the moment because the disk runs low; undefined if there's no restriction. */
  lowDiskLevel(): LowDiskLevel | undefined;
  /** Keyed, so that what is stored of a body tells nothing of it (core rule 15a). */
  startFingerprint(text: string): Fingerprint;
  /** Development and tests: responses are checked against their records, and a defect shows its text. */
  readonly strict: boolean;
  /** The present, for what a body must not lag behind. */
  now(): Date;
  /** Runs `work` in a transaction; what it is handed is for handlers and for `responses.store`. */
  transaction<Result>(work: (context: never) => Result): Result;
  /** What the response of a call that stored something waits for; undefined for nothing. */
  waitForSpare(): Promise<void> | undefined;
  /** Runs `work` in a transaction that it may share with others. */
  readonly groupCommit: GroupCommit;
}

/** The client's address; the last one that a trusted proxy vouches for. */
export function readClientAddress(node: IncomingMessage, trustedProxies: readonly string[]): string {
  const direct = toPlainAddress(node.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !trustedProxies.includes(direct)) return direct;
  const forwarded = String(node.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => toPlainAddress(part.trim()));
  return forwarded.reverse().find((address) => address !== '' && !trustedProxies.includes(address)) ?? direct;
}
