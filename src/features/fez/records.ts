import * as v from 'valibot';
import { instant, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { queryWordList } from '#contract/query.ts';
import { record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { type FezType, fezTypes, fezVisibilities, groupTypes, kinds } from './kinds.ts';

// What pages offer of a fez follows from its kind.
export { type FezType, groupTypes, kinds };

export const FezPostData = record('FezPostData', {
  postID: wholeNumber,
  author: UserHeader,
  text: v.string(),
  timestamp: instant,
  image: v.optional(v.string()),
});
export type FezPostData = v.InferOutput<typeof FezPostData>;

/** What only those who see the inside are shown (fez, Records). */
export const MembersOnlyData = record('MembersOnlyData', {
  participants: v.array(UserHeader),
  waitingList: v.array(UserHeader),
  postCount: wholeNumber,
  readCount: wholeNumber,
  paginator: v.optional(Paginator),
  posts: v.optional(v.array(FezPostData)),
  isMuted: v.boolean(),
  isFavorite: v.boolean(),
});
export type MembersOnlyData = v.InferOutput<typeof MembersOnlyData>;

/** A chat or appointment (fez, Records). */
export const FezData = record('FezData', {
  fezID: uuid,
  owner: UserHeader,
  fezType: v.picklist(fezTypes),
  title: v.string(),
  info: v.string(),
  /** Display time, as `endTime`. */
  startTime: v.optional(instant),
  endTime: v.optional(instant),
  timeZone: v.optional(v.string()),
  timeZoneID: v.optional(v.string()),
  location: v.optional(v.string()),
  participantCount: wholeNumber,
  minParticipants: wholeNumber,
  maxParticipants: wholeNumber,
  cancelled: v.boolean(),
  visibility: v.picklist(fezVisibilities),
  lastModificationTime: instant,
  members: v.optional(MembersOnlyData),
});
export type FezData = v.InferOutput<typeof FezData>;

export const FezListData = record('FezListData', { paginator: Paginator, fezzes: v.array(FezData) });
export type FezListData = v.InferOutput<typeof FezListData>;

/** A private or personal event (fez, Records). */
export const PersonalEventData = record('PersonalEventData', {
  personalEventID: uuid,
  title: v.string(),
  description: v.optional(v.string()),
  startTime: v.optional(instant),
  endTime: v.optional(instant),
  timeZone: v.optional(v.string()),
  timeZoneID: v.optional(v.string()),
  location: v.optional(v.string()),
  lastUpdateTime: instant,
  owner: UserHeader,
  participants: v.array(UserHeader),
  visibility: v.picklist(fezVisibilities),
});
export type PersonalEventData = v.InferOutput<typeof PersonalEventData>;

/** A frame of a fez socket: a new post. Numbered on sockets opened with `since` (decision 34). */
export const SocketFezPostData = record('SocketFezPostData', { ...FezPostData.entries, seq: v.optional(wholeNumber) });

/** A frame of a fez socket: a user has joined or left. */
export const SocketFezMemberChangeData = record('SocketFezMemberChangeData', {
  user: UserHeader,
  joined: v.boolean(),
  seq: v.optional(wholeNumber),
});

/** Types in a query, in any letter case; `private` is another word for `closed` (fez, Enums). */
export const queryFezTypes = queryWordList<FezType>(500, {
  ...Object.fromEntries(fezTypes.map((type): [string, FezType] => [type, type])),
  private: 'closed',
});
