import type { Feature } from '#contract/features.ts';

/** Types of notification that something is about to start (fez, Notification types). */
export type StartingNotice = 'followedEventStarting' | 'joinedLFGStarting' | 'personalEventStarting';

/** Something that users are notified of shortly before it starts. */
export interface Reminder {
  /** UUID of what starts; clients get it as `contentID`. */
  readonly subjectID: string;
  /** The moment at which it starts: a reminder belongs to a subject and its start (decision 53). */
  readonly startsAt: Date;
  /** When it is to be sent, by the lead time of this moment. */
  readonly dueAt: Date;
  /** When the subject was made. */
  readonly madeAt: Date;
  /** Those for whom one of these is switched off are not reminded (decision 55). */
  readonly features: readonly Feature[];
  readonly notice: StartingNotice;
  /** The text that users read. */
  readonly info: string;
  /** Ids of the users; asked for only when it is sent. */
  readonly recipients: () => readonly string[];
}

/** What one area reminds of. */
export interface ReminderSource {
  /** Reminders are recorded under this word, so it never changes. */
  readonly kind: string;
  /**
   * Everything that is due after one instant and up to another, sent before or not: which of them are sent is not for
   * the source to decide.
   */
  readonly dueBetween: (after: Date, until: Date) => readonly Reminder[];
}
