import * as v from 'valibot';
import { CounterFields, ModeratorCounterFields } from '#area/counters.ts';
import { instant, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** The subject of a notification (fez, Notification types). */
export const notificationTypes = [
  'announcement',
  'addedToSeamail',
  'addedToLFG',
  'addedToPrivateEvent',
  'seamailUnreadMsg',
  'fezUnreadMsg',
  'privateEventUnreadMsg',
  'lfgCanceled',
  'privateEventCanceled',
  'followedEventStarting',
  'eventsChanged',
  'joinedLFGStarting',
  'personalEventStarting',
  'seatGranted',
  'seatsChanged',
  'forumMention',
  'moderatorForumMention',
  'devTeamForumMention',
  'microblogMention',
  'alertwordPost',
  'alertwordMicroblog',
  'watchedForumPost',
  'microKaraokeSongReady',
  'incidentFiled',
  'karaokeNext',
  'karaokeQueueChanged',
  'incomingPhoneCall',
  'phoneCallAnswered',
  'phoneCallEnded',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** The address where a caller's device accepts a direct call. */
export const PhoneSocketServerAddress = record('PhoneSocketServerAddress', {
  ipV4Addr: v.pipe(v.optional(v.string()), v.description('IPv4 address, with or without a port')),
  ipV6Addr: v.pipe(v.optional(v.string()), v.description('IPv6 address, with or without zone and port')),
});

/** A frame of the notification socket. Its type is an object whose only key is the type's name. */
export const SocketNotificationData = record('SocketNotificationData', {
  type: v.pipe(
    v.record(v.picklist(notificationTypes), v.strictObject({})),
    v.description('Type of the notification, as an object with that one key'),
  ),
  info: v.pipe(v.string(), v.description('Text to show the user')),
  contentID: v.pipe(v.string(), v.description('Id of the content, of the kind that the type names')),
  caller: v.pipe(v.optional(UserHeader), v.description('Who is calling; only for calls')),
  callerAddress: v.pipe(
    v.optional(PhoneSocketServerAddress),
    v.description('Address at which the caller’s device accepts a direct call'),
  ),
  /** Only on sockets opened with `since` (decision 34). */
  seq: v.pipe(
    v.optional(wholeNumber),
    v.description('Sequence number of the frame; only on sockets opened with `since`'),
  ),
});
export type SocketNotificationData = v.InferOutput<typeof SocketNotificationData>;

/** Sent instead of a replay if the missed events are no longer stored, or there are too many (decision 34). */
export const SocketResyncData = record('SocketResyncData', {
  resync: v.pipe(
    v.literal(true),
    v.description('Always true: too much was missed, or it’s no longer stored; reload everything'),
  ),
  seq: v.pipe(wholeNumber, v.description('Sequence number of the frame; only on sockets opened with `since`')),
});

/** A feature that clients hide (core, Records). */
export const DisabledFeature = record('DisabledFeature', {
  appName: v.pipe(v.string(), v.description('Client app that hides the feature; `all` for every app')),
  featureName: v.pipe(v.string(), v.description('Feature that clients hide; `all` for every feature')),
});

/** For moderators and above. */
export const ModeratorNotificationData = record('ModeratorNotificationData', {
  /** Reports that are neither closed nor taken by a moderator. */
  openReportCount: v.pipe(wholeNumber, v.description('Number of reports that are neither closed nor handled')),
  ...ModeratorCounterFields.entries,
});

/** The summary that clients poll every few minutes to show what is unread. */
export const UserNotificationData = record('UserNotificationData', {
  serverTime: v.pipe(instant, v.description('Current time')),
  /** Seconds from UTC of the zone on board. */
  serverTimeOffset: v.pipe(v.number(), v.integer(), v.description('Offset of ship time from UTC, in seconds')),
  serverTimeZoneID: v.pipe(v.string(), v.description('IANA name of the ship’s time zone')),
  serverTimeZone: v.pipe(v.string(), v.description('Abbreviation of the ship’s time zone')),
  disabledFeatures: v.pipe(v.array(DisabledFeature), v.description('Disabled pairs of app and feature')),
  shipWifiSSID: v.pipe(v.optional(v.string()), v.description('Name of the ship’s Wi-Fi; absent if none is set')),
  ...CounterFields.entries,
  addedToSeamailCount: v.pipe(wholeNumber, v.description('How many ids `addedToSeamailIDs` has')),
  addedToLFGCount: v.pipe(wholeNumber, v.description('How many ids `addedToLFGIDs` has')),
  addedToPrivateEventCount: v.pipe(wholeNumber, v.description('How many ids `addedToPrivateEventIDs` has')),
  /** Same as `newPrivateEventMessageCount` (decision 18). */
  PrivateEventMessageCount: v.pipe(wholeNumber, v.description('The same as `newPrivateEventMessageCount`')),
  moderatorData: v.pipe(v.optional(ModeratorNotificationData), v.description('For moderators and above')),
});
export type UserNotificationData = v.InferInput<typeof UserNotificationData>;
