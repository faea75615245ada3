/**
 * Effects of words in public posts: mentions, alert words, hashtags, mute words. This area knows neither forums nor
 * microblog: they pass in who may see a post.
 *
 * - `applyTextChange` is called in the transaction that creates, edits or deletes a post, with its text before (empty
 * for a new one) and after (empty for a deleted one). Only the differences are counted, notified or undone. Undoing
 * affects exactly the users who were counted, whatever has changed since. `seenBy` covers category and level only;
 * blocks, including those of the `hostID` who created the place, mutes, the author and the actor are handled here.
 * - `revertMentions` does this for all posts of a thread at once, for mentions but not alert words (fez rule 72).
 * - `setTextsPublic` records whether everyone can see these posts. Call it when a post or thread goes under review or
 * comes back, and when a thread moves between categories. It only affects hashtags.
 * - `findNewlyViewed` and `markViewed`: `const viewed = findViewed(context, caller, 'forum', { mentionedName, search, start
 * })`, then `if (viewed) recordRead((context) => markViewed(context, caller, viewed))`.
 * - `createMuteWordFilter` returns a function that checks whether mute words hide a text. Pass the text as the viewer
 * would see it.
 * - `mentionsName` and `hasHashtag` distinguish exact search hits from longer names and tags, once the page is
 * selected; `readMentionedName` and `readSearchedTag` parse the search.
 * - `listUnreachableUsers` returns who never hears of a post: by a block with its author or host, or a mute of its author.
 * - `createTextHydrators` belongs in `hydrators` of the calling area; topics and counters belong to this area.
 */
export { applyTextChange } from './apply-text-change.ts';
export { createTextHydrators, type FindShownAuthors } from './event-log.ts';
export { hasHashtag, readSearchedTag } from './hashtags/read-hashtags.ts';
export { setTextsPublic } from './hashtags/record-hashtags.ts';
export type { Place } from './kinds-of-post.ts';
export { revertMentions } from './mentions/count-mentions.ts';
export { mentionsName, readMentionedName } from './mentions/read-mentions.ts';
export { listUnreachableUsers, type TextChange } from './text-change.ts';
export { findNewlyViewed, markViewed, type TextSearch, type ViewedCounts } from './viewing.ts';
export { createMuteWordFilter } from './words/mute-filter.ts';
