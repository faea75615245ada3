/** How much was done and compared, so that nobody takes an empty comparison for a good one. */
export interface Tally {
  acknowledgedPosts: number;
  /** Requests whose answer a kill has swallowed. */
  broken: number;
  /** How often such a one was sent again with its idempotency key, and had been carried out before. */
  retried: number;
  foundThere: number;
  /** Requests that were sent twice at once with one idempotency key. */
  twins: number;
  frames: number;
  /** Sockets that were opened once more. */
  reconnects: number;
  /** Comparisons of somebody's summary with their lists. */
  summaries: number;
  /** Chats of somebody in the end, and those that they were put in and have not opened. */
  chats: number;
  added: number;
  /** Comparisons of posts that somebody was shown, had to be told of, and had to be shown live. */
  shown: number;
  announced: number;
  followed: number;
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
});

/** A few words about what was done and compared. */
export const describeTally = (tally: Tally): string =>
  [
    `${tally.acknowledgedPosts} posts acknowledged`,
    `${tally.broken} requests broken off`,
    `${tally.retried} sent again with a idempotency key, of which ${tally.foundThere} had been carried out`,
    `${tally.twins} requests sent twice at once`,
    `${tally.frames} frames and ${tally.reconnects} reconnects`,
    `${tally.summaries} summaries compared`,
    `${tally.shown} posts compared as shown, ${tally.announced} as announced and ${tally.followed} as shown live`,
    `in the end ${tally.chats} chats of somebody, ${tally.added} of them newly added to`,
  ].join('; ');
