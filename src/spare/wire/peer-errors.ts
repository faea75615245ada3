/** The paired machine answers, but does not do what it was asked; the sentence says why. */
export class PeerDeclined extends Error {
  /** May it do so when it is asked again from the beginning? */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry = false) {
    super(reason);
    this.name = 'PeerDeclined';
    this.mayRetry = mayRetry;
  }
}

/** The paired machine cannot be reached, or what came is not from it. */
export class PeerSilent extends Error {
  /** Did something answer there, if only that it cannot? It may serve then. */
  readonly isReached: boolean;

  constructor(reason: string, isReached = false) {
    super(reason);
    this.name = 'PeerSilent';
    this.isReached = isReached;
  }
}
