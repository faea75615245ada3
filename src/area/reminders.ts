import type { Feature } from '#contract/features.ts';

/** Types of notification that something is about to start (fez, Notification types). */
export type StartingNotice = 'followedEventStarting' | 'joinedLFGStarting' | 'personalEventStarting';

/** Something that users are notified of shortly before it starts. */
export interface Reminder {
  /** UUID of what starts; clients get it as `contentID`. */
  readonly subjectID: string;
  /** The moment at which it starts: a reminder belongs to a subject and its start (decision 53). */
  readonly startsAt: Date;
  /** When to send it, by the lead time of this moment. */
  readonly dueAt: Date;
  /** When the subject was made. */
  readonly madeAt: Date;
  /** Users with one of these features switched off aren't reminded (decision 55). */
  readonly features: readonly Feature[];
  readonly notice: StartingNotice;
  /** The text that users read. */
  readonly info: string;
  /** Ids of the users; called only when it's sent. */
  readonly recipients: () => readonly string[];
}

/** What one area sends reminders about. */
export interface ReminderSource {
  /** Reminders are recorded under this word, so it never changes. */
  readonly kind: string;
  /** Lists everything due after one instant and up to another, sent or not; the caller decides which to send. */
  readonly dueBetween: (after: Date, until: Date) => readonly Reminder[];
}
