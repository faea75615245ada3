import type { ChatVisibility } from './visibility.ts';

/** How much was done and compared, so that an empty comparison is not taken for a good one. */
export interface Tally {
  acknowledgedPosts: number;
  /** Requests whose response a kill has swallowed. */
  broken: number;
  /** How often such a request was sent again with its idempotency key, and had been carried out before. */
  retried: number;
  foundThere: number;
  /** Requests that were sent twice at once with one idempotency key. */
  twins: number;
  frames: number;
  /** Number of reopened sockets. */
  reconnects: number;
  /** Comparisons of a user's summary with their lists. */
  summaries: number;
  /** Chats of all users in the end, and those that they were added to and have not opened. */
  chats: number;
  added: number;
  /** Comparisons of posts that a user was shown, had to be notified of as unread, and had to be shown live. */
  shown: number;
  announced: number;
  followed: number;
  /** How often ordered lists of members were compared, and how many of the compared members were waiting. */
  members: number;
  waiting: number;
  /** Comparisons of what a user sees of a chat, and of what they got who asked to join. */
  readonly sights: Record<ChatVisibility, number>;
  joins: number;
  /** Comparisons of posts and chats under review, and of what those in quarantine were refused. */
  reviews: number;
  refusals: number;
  /** How often shown public posts, and searches for one, were compared. */
  public: number;
  searches: number;
  /** Entries of the karaoke queue that were compared, and what users have seen of must-see announcements. */
  queued: number;
  dismissals: number;
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
});

/** A few words about what was done and compared. */
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
    `in the end ${tally.chats} joined chats of all users, ${tally.added} of them newly added to`,
  ].join('; ');
