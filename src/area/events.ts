import type { Caller } from '#contract/access.ts';

/** The subject of a stored event; its frame is created later and not stored (decision 34). */
export interface EventSubject {
  /** The kind of its hydrator. */
  readonly kind: string;
  readonly subjectID: string;
}

/** An event in the event log, one row however many users it concerns (decision 52). */
export interface LoggedEvent extends EventSubject {
  /** The topic: one that some area's `EventTopics` lists for a user, or that their socket listens to. */
  readonly topic: string;
  /** The only users of the topic it concerns; all of them when absent. */
  readonly recipients?: readonly string[];
  /** The user who caused it and doesn't need to hear of it. */
  readonly exceptUserID?: string;
}

/** Lists the topics that concern a user's notification socket at the moment of replay. */
export type EventTopics = (viewer: Caller) => readonly string[];

/** Creates the frames of stored events of one kind, for users who were away when they were sent. */
export interface EventHydrator {
  /** Events are stored under this word, so it never changes. */
  readonly kind: string;
  /**
   * The frames by subject, as the viewer may see them now; subjects that were deleted or are hidden from the viewer are
   * missing.
   */
  readonly hydrate: (viewer: Caller, subjectIDs: readonly string[]) => ReadonlyMap<string, object>;
}
