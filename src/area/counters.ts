import * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { instant, uuid, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { UpcomingAppointmentData } from './appointments.ts';
import type { Version } from './caches.ts';

/**
 * What areas add to a user's notification summary. The summary knows no area and areas don't know each other: each
 * counts its own fields, and fields no area counts stay neutral (fez, Records: UserNotificationData).
 */

/** Hits of one alert word (fez rule 74). */
export const UserNotificationAlertwordData = record('UserNotificationAlertwordData', {
  /** In lower case. */
  alertword: v.pipe(v.string(), v.description('The word, in lower case')),
  microblogMentionCount: v.pipe(wholeNumber, v.description('Number of microblog posts with the word')),
  newMicroblogMentionCount: v.pipe(wholeNumber, v.description('Number of unseen microblog posts with the word')),
  forumMentionCount: v.pipe(wholeNumber, v.description('Number of forum posts with the word')),
  newForumMentionCount: v.pipe(wholeNumber, v.description('Number of unseen forum posts with the word')),
});

/** What areas count for moderators and above. */
export const ModeratorCounterFields = record('ModeratorCounterFields', {
  newModeratorSeamailMessageCount: v.pipe(
    wholeNumber,
    v.description('Number of the moderators’ chats with unread posts'),
  ),
  /** Stays 0 below devteam, as does the last field. */
  newDevTeamSeamailMessageCount: v.pipe(
    wholeNumber,
    v.description('Number of the team’s chats with unread posts; 0 below devteam'),
  ),
  newModeratorForumMentionCount: v.pipe(
    wholeNumber,
    v.description('Number of unseen forum posts that mention the moderators'),
  ),
  newDevTeamForumMentionCount: v.pipe(
    wholeNumber,
    v.description('Number of unseen forum posts that mention the team; 0 below devteam'),
  ),
});
export type ModeratorCounterFields = v.InferOutput<typeof ModeratorCounterFields>;

/** The fields that areas count. Those that follow from others, such as the number of these ids, are derived from them. */
export const CounterFields = record('CounterFields', {
  activeAnnouncementIDs: v.pipe(v.array(wholeNumber), v.description('Ids of the announcements that are shown now')),
  newAnnouncementCount: v.pipe(wholeNumber, v.description('Number of announcements that the caller hasn’t seen')),
  mustSeeAnnouncementIDs: v.pipe(
    v.optional(v.array(wholeNumber)),
    v.description('Ids of the must-see announcements that the caller hasn’t dismissed; absent if there are none'),
  ),
  microblogMentionCount: v.pipe(wholeNumber, v.description('Number of microblog posts that mention the caller')),
  newMicroblogMentionCount: v.pipe(
    wholeNumber,
    v.description('Number of unseen microblog posts that mention the caller'),
  ),
  forumMentionCount: v.pipe(wholeNumber, v.description('Number of forum posts that mention the caller')),
  newForumMentionCount: v.pipe(wholeNumber, v.description('Number of unseen forum posts that mention the caller')),
  /** Absent if there are none. */
  watchedForumCount: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of watched threads with posts that the caller hasn’t looked at'),
  ),
  addedToSeamailIDs: v.pipe(v.array(uuid), v.description('Seamails that someone added the caller to, not opened yet')),
  addedToLFGIDs: v.pipe(v.array(uuid), v.description('LFGs that someone added the caller to, not opened yet')),
  addedToPrivateEventIDs: v.pipe(
    v.array(uuid),
    v.description('Private events that someone added the caller to, not opened yet'),
  ),
  newSeamailMessageCount: v.pipe(wholeNumber, v.description('Number of seamails with unread posts')),
  newFezMessageCount: v.pipe(wholeNumber, v.description('Number of LFGs with unread posts')),
  newPrivateEventMessageCount: v.pipe(wholeNumber, v.description('Number of private events with unread posts')),
  /** Display time, like the next field. */
  nextFollowedEventTime: v.pipe(
    v.optional(instant),
    v.description('When the next event that the caller follows starts, in ship time'),
  ),
  nextFollowedEventID: v.pipe(v.optional(uuid), v.description('Id of the next event that the caller follows')),
  changedEventCount: v.pipe(
    v.optional(wholeNumber),
    v.description(
      'Number of events in the caller’s plan with changes that the caller hasn’t looked at; absent for none',
    ),
  ),
  nextAppointments: v.pipe(
    v.optional(v.array(UpcomingAppointmentData)),
    v.description('What begins next in the caller’s plan: up to 5 appointments within 24 hours; absent for none'),
  ),
  microKaraokeFinishedSongCount: v.pipe(
    wholeNumber,
    v.description('Number of songs with the caller that are ready to watch'),
  ),
  grantedSeatIDs: v.pipe(
    v.optional(v.array(uuid)),
    v.description('Events at which the caller got a seat from the waiting list, not opened yet; absent without any'),
  ),
  karaokeQueuePosition: v.pipe(
    v.optional(wholeNumber),
    v.description('Position of the caller in the karaoke queue, 0 on stage; absent if they aren’t in it'),
  ),
  nextJoinedLFGTime: v.pipe(v.optional(instant), v.description('When the next LFG that the caller is in starts')),
  nextJoinedLFGID: v.pipe(v.optional(uuid), v.description('Id of the next LFG that the caller is in')),
  newIncidentCount: v.pipe(
    v.optional(wholeNumber),
    v.description(
      'Number of open incident reports that the caller hasn’t opened; only for safety officers, absent if 0',
    ),
  ),
  alertWords: v.pipe(
    v.array(UserNotificationAlertwordData),
    v.description('Matches of each of the caller’s alert words'),
  ),
});
export type CounterFields = v.InferOutput<typeof CounterFields>;

/** One area's counts for one viewer at one moment. */
export interface CounterContribution {
  readonly counters?: Partial<CounterFields>;
  /** Sent to moderators and above only; no need to count for others. */
  readonly moderatorCounters?: Partial<ModeratorCounterFields>;
  /** When it must be recomputed even if nothing changes, because something begins or ends. */
  readonly validUntil?: Date;
}

/**
 * Computes an area's part of the summary; the viewer is undefined for clients without a session. Features switched off
 * for the viewer aren't counted (decision 55). Changes of the viewer's level, blocks and mutes, of settings and of the
 * ship's clock need no version.
 */
export interface CounterSource {
  /** Changes whenever a row is written that counts for the viewer; checked at every poll, so it costs no query. */
  version(viewer: Caller | undefined): Version;
  count(viewer: Caller | undefined): CounterContribution;
}
