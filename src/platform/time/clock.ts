/** Where the time comes from; tests hold the hands themselves. */
export interface Clock {
  /** What the wall clock shows; the crew, or the network, may correct it at any moment. */
  now(): Date;
  /** Milliseconds since some moment before the start, moved by no correction: how long something has taken. */
  steadyNow(): number;
}

export const systemClock: Clock = { now: () => new Date(), steadyNow: () => performance.now() };

/** A rehearsal: what its clock showed when the machine's showed `began`, and how many times as fast it goes. */
export interface RehearsalTime {
  readonly began: Date;
  readonly at: Date;
  readonly speed: number;
}

/**
 * The clock of a rehearsal, which takes hours for days. Every process that is given the same time shows the same. What is
 * measured in seconds of the network stays in those of the machine.
 */
export const createRehearsalClock = ({ at, began, speed }: RehearsalTime): Clock => ({
  now: () => new Date(at.getTime() + (Date.now() - began.getTime()) * speed),
  steadyNow: systemClock.steadyNow,
});
