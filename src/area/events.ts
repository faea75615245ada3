import type { Caller } from '#contract/access.ts';

/** What a kept frame announces; what it says is not stored (decision 34). */
export interface EventSubject {
  /** The word of its source. */
  readonly kind: string;
  readonly subjectID: string;
}

/** Makes frames of one kind once more, for those who were away when they were sent. */
export interface EventHydrator {
  /** Under this word the area's frames are kept, so it never changes. */
  readonly kind: string;
  /**
   * The frames about these subjects, by id, as the viewer may see them now; those of subjects that are gone, or hidden
   * from the viewer, are missing.
   */
  readonly hydrate: (viewer: Caller, subjectIDs: readonly string[]) => ReadonlyMap<string, object>;
}
