import * as v from 'valibot';
import { CounterFields, ModeratorCounterFields } from '#area/counters.ts';
import { instant, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** What a notification is about (fez, Notification types). */
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
  'joinedLFGStarting',
  'personalEventStarting',
  'forumMention',
  'moderatorForumMention',
  'devTeamForumMention',
  'microblogMention',
  'alertwordPost',
  'alertwordMicroblog',
  'microKaraokeSongReady',
  'incomingPhoneCall',
  'phoneCallAnswered',
  'phoneCallEnded',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Where a caller's device takes a direct call. */
export const PhoneSocketServerAddress = record('PhoneSocketServerAddress', {
  ipV4Addr: v.optional(v.string()),
  ipV6Addr: v.optional(v.string()),
});

/** A frame of the notification socket. Its type is an object with the type's name as its one key. */
export const SocketNotificationData = record('SocketNotificationData', {
  type: v.record(v.picklist(notificationTypes), v.strictObject({})),
  info: v.string(),
  contentID: v.string(),
  caller: v.optional(UserHeader),
  callerAddress: v.optional(PhoneSocketServerAddress),
  /** Only on sockets opened with `since` (decision 34). */
  seq: v.optional(wholeNumber),
});
export type SocketNotificationData = v.InferOutput<typeof SocketNotificationData>;

/** Sent instead of a replay when what was missed is no longer stored, or too much (decision 34). */
export const SocketResyncData = record('SocketResyncData', { resync: v.literal(true), seq: wholeNumber });

/** A feature that clients hide (core, Records). */
export const DisabledFeature = record('DisabledFeature', { appName: v.string(), featureName: v.string() });

/** For moderators and above. */
export const ModeratorNotificationData = record('ModeratorNotificationData', {
  /** Reports that are neither closed nor taken. */
  openReportCount: wholeNumber,
  ...ModeratorCounterFields.entries,
});

/** What a client asks for every few minutes, to show what is unread. */
export const UserNotificationData = record('UserNotificationData', {
  serverTime: instant,
  /** Seconds from UTC of the zone on board. */
  serverTimeOffset: v.pipe(v.number(), v.integer()),
  serverTimeZoneID: v.string(),
  serverTimeZone: v.string(),
  disabledFeatures: v.array(DisabledFeature),
  shipWifiSSID: v.optional(v.string()),
  ...CounterFields.entries,
  addedToSeamailCount: wholeNumber,
  addedToLFGCount: wholeNumber,
  addedToPrivateEventCount: wholeNumber,
  /** The same as `newPrivateEventMessageCount` (decision 18). */
  PrivateEventMessageCount: wholeNumber,
  moderatorData: v.optional(ModeratorNotificationData),
});
export type UserNotificationData = v.InferInput<typeof UserNotificationData>;
