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
import type { FeatureSwitches } from './authorize.ts';
import type { ErrorDelay } from './error-delay.ts';
import type { Idempotency, IdempotencyStore } from './idempotency.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ReadTurns } from './read-turns.ts';
import type { BodyReader } from './request-body.ts';

export type Environment = { Bindings: HttpBindings };
/** One request as the router passes it on. */
export type Incoming = HonoContext<Environment>;

/** What the HTTP layer needs from the rest of the program, which it doesn't know. */
export interface ServerPorts {
  readonly authenticator: Authenticator;
  readonly switches: FeatureSwitches;
  readonly bodies: BodyReader;
  readonly rateLimits: RateLimits;
  readonly readTurns: ReadTurns;
  readonly errorDelay: ErrorDelay;
  readonly responses: IdempotencyStore;
  readonly idempotency: Idempotency;
  readonly log: Log;
  readonly minuteLog: MinuteLog;
  readonly conditions: Conditions;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  /** Maximum size of a picture in bytes, by the current settings (core rule 10). */
  maxImageSize(): number;
  /**
   * Throws 403 unless the caller may send pictures, which requires permission to create content (core rules 33 and 35).
   */
  assertMayUpload(caller: Caller): void;
  /** What passengers can't store at the moment because disk space is low; undefined if there's no restriction. */
  lowDiskLevel(): LowDiskLevel | undefined;
  /** Keyed, so the stored hash of a body reveals nothing about it (core rule 15a). */
  startFingerprint(text: string): Fingerprint;
  /** For development and tests: responses are checked against their records, and defects show their text. */
  readonly strict: boolean;
  /** The current time, for validation that depends on it. */
  now(): Date;
  /**
   * Runs `work` in a transaction, without waiting for the disk; the context it gets is for handlers and
   * `responses.store`.
   */
  transaction<Result>(work: (context: never) => Result): Result;
  /** Resolves once everything stored so far is on the disk; undefined if it already is. Rejects if the disk fails. */
  whenDurable(): Promise<void> | undefined;
  /** Resolves once everything stored so far is on the spare's disk; undefined if responses needn't wait for that. */
  waitForSpare(): Promise<void> | undefined;
}

/** Returns the client's address: the last one that a trusted proxy reports. */
export function readClientAddress(node: IncomingMessage, trustedProxies: readonly string[]): string {
  const direct = toPlainAddress(node.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !trustedProxies.includes(direct)) return direct;
  const forwarded = String(node.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => toPlainAddress(part.trim()));
  return forwarded.reverse().find((address) => address !== '' && !trustedProxies.includes(address)) ?? direct;
}
