import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#crowd/random.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Reply } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import type { World } from '../soak/world.ts';
import type { TwoMachines } from '../two-machines.ts';
import type { Answers } from './answers.ts';
import type { Programme, Span } from './programme.ts';
import type { Reminders } from './reminders.ts';
import type { Watch } from './watch-service.ts';

/** Everything the parts of a rehearsal share. */
export interface Stage {
  readonly ships: readonly [Ship, Ship];
  /** Environment variables of both machines. */
  readonly variables: Readonly<Record<string, string>>;
  readonly machines: TwoMachines;
  readonly world: World;
  /** The clock of the ship. */
  readonly clock: Clock;
  readonly random: Random;
  readonly answers: Answers;
  readonly programme: Programme;
  readonly reminders: Reminders;
  readonly watch: Watch;
  /** Lets everyone finish their actions, and pauses them until the work is done. */
  hold(work: () => Promise<void>): Promise<void>;
}

/** One day of the rehearsal, by the ship's clock. */
export interface Day extends Span {
  /** The number of the day, from 1 on. */
  readonly number: number;
}

/** A scripted part that runs alongside everyone's random actions. If it throws, its promise isn't kept. */
export interface RehearsalPart {
  readonly promise: string;
  readonly target: string;
  /** Runs before the first day. */
  prepare?(): Promise<void>;
  /** Runs while everyone acts. */
  play?(day: Day): Promise<void>;
  /** Runs in the evening, when no requests are in progress. */
  compare?(day: Day): Promise<void>;
  /** Runs at the end, while the service is still running. */
  figure(): string | Promise<string>;
  /** Faults found, in addition to thrown errors. */
  readonly faults?: readonly string[];
}

const pollMilliseconds = 20;

/** Resolves at this share of the day. */
export async function waitUntilShareOf({ from, until }: Span, share: number, clock: Clock): Promise<void> {
  const moment = from.getTime() + share * (until.getTime() - from.getTime());
  while (clock.now().getTime() < moment) await pause(pollMilliseconds);
}

/** Calls the service; undefined if the connection broke, so that it's unknown whether the call was carried out. */
export async function callIfReachable<Body>(
  { service }: Pick<World, 'service'>,
  call: () => Promise<Reply<Body>>,
): Promise<Reply<Body> | undefined> {
  const deaths = await service.alive();
  try {
    const reply = await call();
    return service.deaths === deaths ? reply : undefined;
  } catch (error) {
    // The service may also close an idle connection at the moment when it is used.
    const isBroken = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    if (service.deaths === deaths && !isBroken) throw error;
    return undefined;
  }
}
