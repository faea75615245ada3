import type { Caller } from '#contract/access.ts';

/** What a stored event is about; what its frame says is not stored (decision 34). */
export interface EventSubject {
  /** The kind of its hydrator. */
  readonly kind: string;
  readonly subjectID: string;
}

/** An event as it is stored in the event log, one row however many users it concerns (decision 52). */
export interface LoggedEvent extends EventSubject {
  /** Whom it concerns: a topic that `EventTopics` of some area lists for them, or that their socket listens to. */
  readonly topic: string;
  /** The only users of the topic whom it concerns; all of them when absent. */
  readonly recipients?: readonly string[];
  /** The user who did it and need not hear of it. */
  readonly exceptUserID?: string;
}

/** Lists the topics of the event log that concern a user's notification socket, at the moment of replay. */
export type EventTopics = (viewer: Caller) => readonly string[];

/** Makes the frames of stored events of one kind, for users who were away when these were sent. */
export interface EventHydrator {
  /** Events are stored under this word, so it never changes. */
  readonly kind: string;
  /**
   * The frames by subject, as the viewer may see them now; those of subjects that were deleted, or are hidden from the
   * viewer, are missing.
   */
  readonly hydrate: (viewer: Caller, subjectIDs: readonly string[]) => ReadonlyMap<string, object>;
}
