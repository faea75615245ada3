/** Where the time comes from; tests hold the hands themselves. */
export interface Clock {
  /** What the wall clock shows; the crew, or the network, may correct it at any moment. */
  now(): Date;
  /** Milliseconds since some moment before the start, moved by no correction: how long something has taken. */
  steadyNow(): number;
}

export const systemClock: Clock = { now: () => new Date(), steadyNow: () => performance.now() };
