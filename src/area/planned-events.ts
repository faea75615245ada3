import type { Caller } from '#contract/access.ts';
import type { Version } from './caches.ts';

/**
 * The events in users' plans because of one area, such as those they follow, perform at or have a seat for. Users are
 * notified of changes to these events (schedule rule 119).
 */
export interface PlannedEventSource {
  /** Changes whenever a row is written that adds or removes events for the user; costs no query. */
  version(userID: string): Version;
  /**
   * Returns the ids of the events in the viewer's plan, each with the number of the newest change before it came into
   * the plan; 0 means that all its changes concern the viewer. Includes cancelled events. Empty if what puts them in the
   * plan is switched off for the viewer. Called for each user with an open socket, so it reads caches.
   */
  list(viewer: Caller): ReadonlyMap<string, number>;
}
