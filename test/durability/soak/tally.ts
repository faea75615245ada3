import type { ChatVisibility } from './visibility.ts';

/** Counts of actions and comparisons, so that a run that compared nothing isn't taken for a success. */
export interface Tally {
  acknowledgedPosts: number;
  /** Requests whose response a kill prevented. */
  broken: number;
  /** Such requests that were repeated with their idempotency key, and had already been carried out. */
  retried: number;
  foundThere: number;
  /** Requests that were sent twice concurrently with one idempotency key. */
  twins: number;
  frames: number;
  /** Number of reopened sockets. */
  reconnects: number;
  /** Comparisons of a user's summary with their lists. */
  summaries: number;
  /** Chats of all users at the end, and those that they were added to and haven't opened. */
  chats: number;
  added: number;
  /** Comparisons of posts that a user saw, had to be notified of as unread, and had to receive live. */
  shown: number;
  announced: number;
  followed: number;
  /** Comparisons of ordered lists of members, and how many of the compared members were waiting. */
  members: number;
  waiting: number;
  /** Comparisons of what a user sees of a chat, and of the responses to requests to join. */
  readonly sights: Record<ChatVisibility, number>;
  joins: number;
  /** Comparisons of posts and chats under review, and of rejected requests of users in quarantine. */
  reviews: number;
  refusals: number;
  /** Comparisons of visible public posts, and of searches for one. */
  public: number;
  searches: number;
  /** Compared entries of the karaoke queue, and compared must-see announcements of users. */
  queued: number;
  dismissals: number;
  /** Compared appointments that begin next, and chats in which moderators gave authors their reasons. */
  upcoming: number;
  noticed: number;
}

export const createTally = (): Tally => ({
  acknowledgedPosts: 0,
  broken: 0,
  retried: 0,
  foundThere: 0,
  twins: 0,
  frames: 0,
  reconnects: 0,
  summaries: 0,
  chats: 0,
  added: 0,
  shown: 0,
  announced: 0,
  followed: 0,
  members: 0,
  waiting: 0,
  sights: { inside: 0, along: 0, outside: 0, whole: 0, redacted: 0, nothing: 0 },
  joins: 0,
  reviews: 0,
  refusals: 0,
  public: 0,
  searches: 0,
  queued: 0,
  dismissals: 0,
  upcoming: 0,
  noticed: 0,
});

/** Describes the counts in a few words. */
export const describeTally = (tally: Tally): string =>
  [
    `${tally.acknowledgedPosts} posts acknowledged`,
    `${tally.broken} requests broken off`,
    `${tally.retried} sent again with an idempotency key, of which ${tally.foundThere} had been carried out`,
    `${tally.twins} requests sent twice at once`,
    `${tally.frames} frames and ${tally.reconnects} reconnects`,
    `${tally.summaries} summaries compared`,
    `${tally.shown} posts compared as shown, ${tally.announced} as unread and ${tally.followed} as shown live`,
    `${tally.members} members compared in their order, ${tally.waiting} of them as waiting`,
    `chats compared by what is seen of them: ${Object.entries(tally.sights).flat().join(' ')}; ${tally.joins} joins`,
    `${tally.reviews} times under review and ${tally.refusals} times refused in quarantine`,
    `${tally.public} public posts compared as shown, and ${tally.searches} searches for one`,
    `${tally.queued} entries of the karaoke queue and ${tally.dismissals} must-see announcements compared`,
    `${tally.upcoming} appointments that begin next compared, and ${tally.noticed} chats with reasons of moderators`,
    `in the end ${tally.chats} joined chats of all users, ${tally.added} of them newly added to`,
  ].join('; ');
