import * as v from 'valibot';
import { instant, list, optionalInput, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { queryWordList } from '#contract/query.ts';
import { inputRecord, record } from '#contract/record.ts';
import { shownDescription } from '#core/images/records.ts';
import { LikeType, mapReactorFields, reactionWords } from '#core/posts/records.ts';
import { DisclosedPostData } from '#core/reports/records.ts';
import { ReportData, UserHeader } from '#core/users/records.ts';
import { type FezType, fezTypes, fezVisibilities, groupTypes, kinds } from './kinds.ts';

// The actions that pages offer depend on the kind.
export { type FezType, groupTypes, kinds };

const postEntries = {
  postID: v.pipe(wholeNumber, v.description('Number of the post; later ones are higher')),
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  timestamp: v.pipe(instant, v.description('When it happened')),
  image: v.pipe(
    v.optional(v.string()),
    v.description('Name of the picture: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show it'),
  ),
  imageDescription: shownDescription,
};

const userLike = v.pipe(v.optional(LikeType), v.description('Reaction of the caller; absent if there’s none'));

export const FezPostData = record('FezPostData', {
  ...postEntries,
  ...mapReactorFields((reaction) =>
    v.pipe(
      v.optional(v.array(UserHeader)),
      v.description(`${reactionWords[reaction].users}, earliest first; absent if there are none`),
    ),
  ),
  userLike,
});
export type FezPostData = v.InferOutput<typeof FezPostData>;

/** The part for callers who see the posts and members (fez, Records). */
export const MembersOnlyData = record('MembersOnlyData', {
  participants: v.pipe(v.array(UserHeader), v.description('Participants')),
  waitingList: v.pipe(v.array(UserHeader), v.description('Users who get a spot when someone leaves, in this order')),
  postCount: v.pipe(wholeNumber, v.description('Number of posts that the caller can see')),
  readCount: v.pipe(
    wholeNumber,
    v.description('Number of posts that the caller read; `postCount` minus this is unread'),
  ),
  paginator: v.pipe(v.optional(Paginator), v.description('Position of the page in the whole list')),
  posts: v.pipe(v.optional(v.array(FezPostData)), v.description('A page of posts')),
  isMuted: v.pipe(v.boolean(), v.description('Whether the caller muted it')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
});
export type MembersOnlyData = v.InferOutput<typeof MembersOnlyData>;

/** A chat or appointment (fez, Records). */
export const FezData = record('FezData', {
  fezID: v.pipe(uuid, v.description('Id of the chat or appointment')),
  owner: v.pipe(UserHeader, v.description('Owner; may be a shared account')),
  fezType: v.pipe(
    v.picklist(fezTypes),
    v.description(
      '`closed` and `open` are seamails; `privateEvent` and `personalEvent` are events; all others are LFGs',
    ),
  ),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  info: v.pipe(v.string(), v.description('More about it, in several lines')),
  /** Display time, like `endTime`. */
  startTime: v.pipe(v.optional(instant), v.description('When it starts, in ship time')),
  endTime: v.pipe(v.optional(instant), v.description('When it ends, in ship time')),
  timeZone: v.pipe(v.optional(v.string()), v.description('Abbreviation of the ship’s time zone at the start')),
  timeZoneID: v.pipe(v.optional(v.string()), v.description('IANA name of the ship’s time zone at the start')),
  location: v.pipe(v.optional(v.string()), v.description('Location')),
  participantCount: v.pipe(wholeNumber, v.description('Number of participants')),
  minParticipants: v.pipe(wholeNumber, v.description('Minimum number of people, including the owner')),
  maxParticipants: v.pipe(wholeNumber, v.description('Maximum number of people, including the owner; 0 for no limit')),
  cancelled: v.pipe(v.boolean(), v.description('Whether it’s cancelled')),
  visibility: v.pipe(
    v.picklist(fezVisibilities),
    v.description('Who can find it: everyone, people with its address, or its members'),
  ),
  lastModificationTime: v.pipe(instant, v.description('When it was last changed')),
  members: v.pipe(
    v.optional(MembersOnlyData),
    v.description('Members and posts; absent if the caller can’t see them, and in most lists'),
  ),
});
export type FezData = v.InferOutput<typeof FezData>;

export const FezListData = record('FezListData', {
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  fezzes: v.pipe(v.array(FezData), v.description('A page of chats and appointments')),
});
export type FezListData = v.InferOutput<typeof FezListData>;

/** A private or personal event (fez, Records). */
export const PersonalEventData = record('PersonalEventData', {
  personalEventID: v.pipe(uuid, v.description('Id of the event and of its chat')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  description: v.pipe(v.optional(v.string()), v.description('Description, in several lines')),
  ...v.pick(FezData, ['startTime', 'endTime', 'timeZone', 'timeZoneID', 'location']).entries,
  lastUpdateTime: v.pipe(instant, v.description('When it was last changed')),
  owner: v.pipe(UserHeader, v.description('Owner; may be a shared account')),
  participants: v.pipe(v.array(UserHeader), v.description('Participants')),
  visibility: FezData.entries.visibility,
});
export type PersonalEventData = v.InferOutput<typeof PersonalEventData>;

/** How many messages before the reported one a report from a closed chat discloses (moderation rule R13). */
export const maxPrecedingPosts = 10;

/** A report of a message (moderation rule R14). */
export const FezPostReportData = inputRecord('FezPostReportData', {
  ...ReportData.entries,
  disclosedPostIDs: v.pipe(
    optionalInput(list('disclosedPostIDs', wholeNumber, maxPrecedingPosts + 1)),
    v.description(
      'In a closed chat, the numbers of the only messages to disclose, in addition to the reported one; all of them by default',
    ),
  ),
});
export type FezPostReportData = v.InferOutput<typeof FezPostReportData>;

/** What a report of a message would disclose to moderators. */
export const ReportDisclosureData = record('ReportDisclosureData', {
  posts: v.pipe(
    v.array(DisclosedPostData),
    v.description('The reported message and some before it, oldest first; empty in chats that moderators can read'),
  ),
});
export type ReportDisclosureData = v.InferOutput<typeof ReportDisclosureData>;

/** A frame of a fez socket: a new post. Numbered on sockets opened with `since` (decision 34). */
export const SocketFezPostData = record('SocketFezPostData', {
  type: v.pipe(v.literal('post'), v.description('Always `post`: tells it from the other frames of the socket')),
  ...postEntries,
  seq: v.pipe(
    v.optional(wholeNumber),
    v.description('Sequence number of the frame; only on sockets opened with `since`'),
  ),
});
export type SocketFezPostData = v.InferOutput<typeof SocketFezPostData>;

/** A frame of a fez socket opened with `reactions=true`: a user's reaction to a post has changed (fez rule 94). */
export const SocketFezReactionData = record('SocketFezReactionData', {
  type: v.pipe(v.literal('reaction'), v.description('Always `reaction`: tells it from the other frames of the socket')),
  postID: postEntries.postID,
  user: v.pipe(UserHeader, v.description('User whose reaction changed')),
  reaction: v.pipe(v.optional(LikeType), v.description('Their reaction now; absent if they removed it')),
  seq: v.pipe(
    v.optional(wholeNumber),
    v.description('Sequence number of the frame; only on sockets opened with `since`'),
  ),
});
export type SocketFezReactionData = v.InferOutput<typeof SocketFezReactionData>;

/** A frame of a fez socket: a user has joined or left. */
export const SocketFezMemberChangeData = record('SocketFezMemberChangeData', {
  type: v.pipe(
    v.literal('memberChange'),
    v.description('Always `memberChange`: tells it from the other frames of the socket'),
  ),
  user: v.pipe(UserHeader, v.description('User who joined or left')),
  joined: v.pipe(v.boolean(), v.description('Whether the user joined, instead of left')),
  seq: v.pipe(
    v.optional(wholeNumber),
    v.description('Sequence number of the frame; only on sockets opened with `since`'),
  ),
});
export type SocketFezMemberChangeData = v.InferOutput<typeof SocketFezMemberChangeData>;

/** Types in a query, ignoring case; `private` is an alias of `closed` (fez, Enums). */
export const queryFezTypes = queryWordList<FezType>(500, {
  ...Object.fromEntries(fezTypes.map((type): [string, FezType] => [type, type])),
  private: 'closed',
});

/** What an author and the moderators wrote to each other. */
export const ModeratorConversationData = record('ModeratorConversationData', {
  fezID: v.pipe(uuid, v.description('Id of the chat, in which moderators can reply as their shared account')),
  posts: v.pipe(v.array(FezPostData), v.description('The last 20 messages, oldest first')),
});
export type ModeratorConversationData = v.InferOutput<typeof ModeratorConversationData>;
