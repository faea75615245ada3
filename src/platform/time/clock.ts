/** The source of time; tests control it. */
export interface Clock {
  /** The wall clock; the crew, or the network, may correct it at any moment. */
  now(): Date;
  /** The steady clock: milliseconds since some moment before the start, unaffected by corrections. */
  steadyNow(): number;
}

export const systemClock: Clock = { now: () => new Date(), steadyNow: () => performance.now() };

/** A rehearsal: what its clock showed when the machine's showed `began`, and its speed. */
export interface RehearsalTime {
  readonly began: Date;
  readonly at: Date;
  readonly speed: number;
}

/**
 * The clock of a rehearsal, which passes days in hours. All processes with the same parameters show the same time.
 * Network timeouts in seconds use the machine's time.
 */
export const createRehearsalClock = ({ at, began, speed }: RehearsalTime): Clock => ({
  now: () => new Date(at.getTime() + (Date.now() - began.getTime()) * speed),
  steadyNow: systemClock.steadyNow,
});
