import type { Caller } from '#contract/access.ts';

/** What a stored event is about; what its frame says is not stored (decision 34). */
export interface EventSubject {
  /** The kind of its hydrator. */
  readonly kind: string;
  readonly subjectID: string;
}

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
