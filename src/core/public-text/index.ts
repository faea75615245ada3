/**
 * What follows from the words of public posts: mentions, alert words, hashtags, mute words. Knows neither forums nor
 * microblog: they hand in who may see a post.
 *
 * - `applyTextChange` is called in the transaction that creates, edits or deletes a post, with its text before (empty for
 *   a new one) and after (empty for a deleted one). Exactly what the texts differ in is counted, notified or taken back;
 *   taken back is what was counted then, for whom it was counted, whatever has changed since. `seenBy` asks for category
 *   and level alone; blocks, also of the `hostID` who made the place, mutes, the author and the actor are looked at here.
 * - `takeBackMentions` does it for all posts of a thread at once: mentions, not alert words (fez rule 72).
 * - `setTextsPublic` tells that everyone may see these posts, or no longer: called when a post or thread goes under
 *   review or comes back, and when a thread moves between categories. Only hashtags depend on it.
 * - `findViewed` and `markViewed`: `const viewed = findViewed(context, caller, 'forum', { mentionedName, search, start })`,
 *   then `if (viewed) note((context) => markViewed(context, caller, viewed))`.
 * - `createMuteWordFilter` returns a function that tells whether a text is hidden by mute words; hand it the text as the
 *   viewer would be shown it.
 * - `mentionsName` and `hasHashtag` tell exact hits of a search from longer names and tags, after the page is cut;
 *   `readMentionedName` and `readSearchedTag` read what was searched for.
 * - `createTextHydrators` belongs into `hydrators` of the calling area; topics and counters are this area's own.
 */
export { applyTextChange } from './apply-text-change.ts';
export { createTextHydrators, type FindShownAuthors } from './event-log.ts';
export { hasHashtag, readSearchedTag } from './hashtags/read-hashtags.ts';
export { setTextsPublic } from './hashtags/record-hashtags.ts';
export type { Place } from './kinds-of-post.ts';
export { takeBackMentions } from './mentions/count-mentions.ts';
export { mentionsName, readMentionedName } from './mentions/read-mentions.ts';
export type { TextChange } from './text-change.ts';
export { findViewed, markViewed, type TextSearch, type Viewed } from './viewing.ts';
export { createMuteWordFilter } from './words/mute-filter.ts';
