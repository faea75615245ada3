/** The paired machine answers but declines; the message says why. */
export class PeerDeclined extends Error {
  /** Whether it may agree in a new session. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry = false) {
    super(reason);
    this.name = 'PeerDeclined';
    this.mayRetry = mayRetry;
  }
}

/** The paired machine can't be reached, or the response isn't from it. */
export class PeerSilent extends Error {
  /** Whether something answered there, even an error. It may serve then. */
  readonly isReached: boolean;

  constructor(reason: string, isReached = false) {
    super(reason);
    this.name = 'PeerSilent';
    this.isReached = isReached;
  }
}
