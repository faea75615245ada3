import * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { instant, uuid, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import type { Version } from './caches.ts';

/**
 * What areas add to a user's notification summary. The summary knows no area and areas do not know each other: each
 * counts the fields that are its own, and what no area counts stays neutral (fez, Records: UserNotificationData).
 */

/** Hits of one alert word (fez rule 74). */
export const UserNotificationAlertwordData = record('UserNotificationAlertwordData', {
  /** In lower case. */
  alertword: v.string(),
  microblogMentionCount: wholeNumber,
  newMicroblogMentionCount: wholeNumber,
  forumMentionCount: wholeNumber,
  newForumMentionCount: wholeNumber,
});

/** What areas count for moderators and above. */
export const ModeratorCounterFields = record('ModeratorCounterFields', {
  newModeratorSeamailMessageCount: wholeNumber,
  /** Stays 0 below devteam, as the last one does. */
  newDevTeamSeamailMessageCount: wholeNumber,
  newModeratorForumMentionCount: wholeNumber,
  newDevTeamForumMentionCount: wholeNumber,
});
export type ModeratorCounterFields = v.InferOutput<typeof ModeratorCounterFields>;

/** The fields that areas count. Those that follow from others, such as the number of these ids, are derived from them. */
export const CounterFields = record('CounterFields', {
  activeAnnouncementIDs: v.array(wholeNumber),
  newAnnouncementCount: wholeNumber,
  microblogMentionCount: wholeNumber,
  newMicroblogMentionCount: wholeNumber,
  forumMentionCount: wholeNumber,
  newForumMentionCount: wholeNumber,
  addedToSeamailIDs: v.array(uuid),
  addedToLFGIDs: v.array(uuid),
  addedToPrivateEventIDs: v.array(uuid),
  newSeamailMessageCount: wholeNumber,
  newFezMessageCount: wholeNumber,
  newPrivateEventMessageCount: wholeNumber,
  /** Display time, as the next one. */
  nextFollowedEventTime: v.optional(instant),
  nextFollowedEventID: v.optional(uuid),
  microKaraokeFinishedSongCount: wholeNumber,
  nextJoinedLFGTime: v.optional(instant),
  nextJoinedLFGID: v.optional(uuid),
  alertWords: v.array(UserNotificationAlertwordData),
});
export type CounterFields = v.InferOutput<typeof CounterFields>;

/** What one area counts for one viewer at one moment. */
export interface Contribution {
  readonly counters?: Partial<CounterFields>;
  /** Sent to moderators and above only; others need not be counted for. */
  readonly moderatorCounters?: Partial<ModeratorCounterFields>;
  /** From then on it must be computed again although nothing was changed: something begins or ends. */
  readonly validUntil?: Date;
}

/**
 * Computes an area's part of the summary; the viewer is undefined for callers who are not logged in. What is switched
 * off for the viewer is not counted (decision 55). Changes of the viewer's level, blocks and mutes, of settings and of the
 * ship's clock need no version.
 */
export interface CounterSource {
  /** Another one whenever a row was written that is counted for the viewer; asked at every poll, so it costs no query. */
  version(viewer: Caller | undefined): Version;
  count(viewer: Caller | undefined): Contribution;
}
