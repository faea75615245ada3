import type { CounterSource } from './counters.ts';
import type { Api, Handlers } from './endpoint.ts';
import type { EventHydrator } from './frames.ts';
import type { ReminderSource } from './reminders.ts';
import type { SocketApi, SocketOpeners } from './socket.ts';

/** A named piece of timed work. */
export interface Job {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly every: number;
  /** What takes long ends early once the service is stopping. */
  run(stopping: AbortSignal): void | Promise<void>;
}

/** One difference between what is stored and what it is derived from. */
export interface Inconsistency {
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

/**
 * One part of the product: its declarations as data, and how they come to life with a context.
 * `areas.ts` ranks all areas; nothing else names them.
 */
export interface Area<Context, A extends Api = Api, S extends SocketApi = SocketApi> {
  readonly name: string;
  readonly api: A;
  readonly handlers: (context: Context) => Handlers<A>;
  readonly sockets?: S;
  readonly openers?: (context: Context) => SocketOpeners<S>;
  readonly jobs?: (context: Context) => readonly Job[];
  /** The area's part of everybody's notification summary. */
  readonly counters?: (context: Context) => CounterSource;
  /** What the area reminds people of shortly before it starts. */
  readonly reminders?: (context: Context) => ReminderSource;
  /** Makes the area's event log anew for those who were away. */
  readonly frames?: (context: Context) => readonly EventHydrator[];
  /**
   * Makes what must exist before the first call, such as built-in accounts and seeded lists; runs at every start of the
   * service, in rank order. Gives lines that the operator must see.
   */
  readonly prepare?: (context: Context) => Promise<readonly string[]>;
  /** Recomputes every derived value of the area and names each that differs; `gangway verify`. */
  readonly verify?: (context: Context) => Iterable<Inconsistency>;
  /** Mends what `verify` finds, where it is certain what is right. To be called inside a transaction. */
  readonly repair?: (context: Context) => void;
}

/** Declares an area, checking handlers against declarations. */
export function area<Context, const A extends Api, const S extends SocketApi = Record<never, never>>(
  declaration: Area<Context, A, S>,
): Area<Context> {
  // The list of areas forgets each one's exact endpoints; this is where their handlers were checked against them.
  return declaration as unknown as Area<Context>;
}
