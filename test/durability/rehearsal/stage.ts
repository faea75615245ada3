import type { Clock } from '#platform/time/clock.ts';
import type { Ship } from '../../support/ship.ts';
import type { World } from '../soak/world.ts';
import type { TwoMachines } from '../two-machines.ts';
import type { Answers } from './answers.ts';
import type { Programme, Span } from './programme.ts';
import type { Reminders } from './reminders.ts';
import type { SignOffLine } from './sign-off.ts';

/** What a rehearsal is played with. */
export interface Stage {
  readonly ships: readonly [Ship, Ship];
  readonly machines: TwoMachines;
  readonly world: World;
  /** The ship's. */
  readonly clock: Clock;
  readonly answers: Answers;
  readonly programme: Programme;
  readonly reminders: Reminders;
  /** Lets everyone finish what they are doing, and holds them until the work is done. */
  hold(work: () => Promise<void>): Promise<void>;
}

/** One day of the rehearsal, by the ship's clock. */
export interface Day extends Span {
  /** From 1 on. */
  readonly number: number;
}

/** Something that goes on next to what everyone does at random, and what is promised about it. */
export interface Part {
  /** While everyone acts. */
  play?(day: Day): Promise<void>;
  /** In the evening, when nothing is under way. */
  compare?(day: Day): Promise<void>;
  /** In the end, while the service still runs. */
  signOff(): Promise<SignOffLine> | SignOffLine;
}
