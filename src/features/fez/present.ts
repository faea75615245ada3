import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Page } from '#contract/query.ts';
import type { EveryField } from '#contract/record.ts';
import { describePicture } from '#core/images/index.ts';
import { presentPostText, presentTitle, underReview } from '#core/posts/index.ts';
import type { Reaction } from '#core/posts/records.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getDirectoryVersion, getUser, isUnderReview, presentHeader, presentHeaderFor } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { cacheJson } from '#platform/text/json.ts';
import { canReadPosts, type FezAccess } from './access.ts';
import { getReadingState, type ReadingState } from './reading/reading-state.ts';
import type { FezData, FezPostData, MembersOnlyData, PersonalEventData } from './records.ts';
import type { FezPostRow, FezRow } from './tables.ts';

/** The extra data for callers who see the posts and members of a fez. */
export interface MemberView {
  readonly state: ReadingState;
  /** A page of its posts. */
  readonly posts?: { readonly records: FezPostData[]; readonly page: Page };
}

/** Whether only the fez's existence is visible, as for former members of some kinds (fez rule 12). */
const isRedacted = ({ relationship, kind, isOwn }: FezAccess): boolean =>
  kind.isShownRedacted && !isOwn && (relationship === 'former' || relationship === 'stranger');

/** Returns texts, place and times as shown, with display times (fez rules 6, 12 and 18). */
function presentContent(context: Context, access: FezAccess, asWritten = false) {
  const { fez } = access;
  if (isRedacted(access)) return { title: presentTitle(fez), info: '', location: undefined, ...noTimes };
  const isHidden = !asWritten && isUnderReview(fez.moderationState);
  return {
    title: isHidden ? underReview.title : fez.title,
    info: isHidden ? underReview.info : fez.info,
    location: isHidden ? underReview.title : (fez.location ?? undefined),
    ...presentTimes(context, fez),
  };
}

const noTimes = { startTime: undefined, endTime: undefined, timeZone: undefined, timeZoneID: undefined };

/** Returns times on the ship's clock; converts start and end independently (schedule rule 7). */
function presentTimes(context: Context, { startTime, endTime }: Pick<FezRow, 'startTime' | 'endTime'>) {
  const clock = getShipClock(context);
  const start = startTime === null ? undefined : clock.toDisplay(startTime);
  const zone = start && clock.zoneAt(start);
  return {
    startTime: start,
    endTime: endTime === null ? undefined : clock.toDisplay(endTime),
    timeZone: zone?.abbreviation,
    timeZoneID: zone?.id,
  };
}

const sharedRecordCache = createOncePerInstance((context) =>
  createDerivedCache<FezData>(context.caches, { max: 10_000 }),
);

/** Returns a fez as the caller may see it; pass `inside` only for callers who see the posts and members. */
export function presentFez(context: Context, caller: Caller, access: FezAccess, inside?: MemberView): FezData {
  if (isRedacted(access)) return presentForNonMember(context, access);
  // The same for everyone who sees it unredacted, so it is rendered once.
  const dependencies = [access.fez, access.memberIDs, getShipClock(context), getDirectoryVersion(context)];
  const outside = sharedRecordCache(context).get(access.fez.id, dependencies, () =>
    cacheJson(presentForNonMember(context, access)),
  );
  return inside ? { ...outside, members: presentForMember(context, caller, access, inside) } : outside;
}

function presentForNonMember(context: Context, access: FezAccess): FezData {
  const { fez, memberIDs } = access;
  return {
    fezID: fez.id,
    owner: presentHeader(getUser(context, fez.ownerID)),
    fezType: fez.type,
    ...presentContent(context, access),
    participantCount: memberIDs.length,
    minParticipants: fez.minCapacity,
    maxParticipants: fez.maxCapacity,
    cancelled: fez.cancelled,
    visibility: fez.visibility,
    lastModificationTime: fez.lastModifiedAt,
  } satisfies EveryField<FezData, 'members'>;
}

/** What a response without posts includes. */
export interface PresentOptions {
  /** Members and counts, for callers who may see them (fez rule 9). */
  readonly members?: boolean | undefined;
}

/** Returns a fez for the response to a change. */
export function presentFezAfterChange(
  context: Context,
  caller: Caller,
  access: FezAccess,
  { members = false }: PresentOptions = {},
): FezData {
  const isOpen = members && canReadPosts(access);
  return presentFez(context, caller, access, isOpen ? { state: getReadingState(context, caller, access) } : undefined);
}

function presentForMember(
  context: Context,
  caller: Caller,
  access: FezAccess,
  { state, posts }: MemberView,
): MembersOnlyData {
  // Moderators who read along have read everything and chosen nothing (fez rule 11).
  const { readCount, isMuted, isFavorite } =
    access.relationship === 'member' ? state : { readCount: state.postCount, isMuted: false, isFavorite: false };
  return {
    ...presentMembers(context, caller, access),
    postCount: state.postCount,
    readCount,
    paginator: posts && { total: state.postCount, ...posts.page },
    posts: posts?.records,
    isMuted,
    isFavorite,
  } satisfies EveryField<MembersOnlyData>;
}

type Members = Pick<MembersOnlyData, 'participants' | 'waitingList'>;

/** Returns the participants and the waiting list. */
function presentMembers(context: Context, caller: Caller, { fez: { maxCapacity }, memberIDs }: FezAccess): Members {
  const places = maxCapacity === 0 ? memberIDs.length : maxCapacity;
  return {
    participants: presentUsers(context, caller, memberIDs.slice(0, places)),
    waitingList: presentUsers(context, caller, memberIDs.slice(places)),
  };
}

/** Returns members in this order; a member hidden by a block keeps the position but not the name (fez rule 13). */
function presentUsers(context: Context, caller: Caller, userIDs: readonly string[]): UserHeader[] {
  return userIDs.map((userID) => presentHeaderFor(context, caller, getUser(context, userID)));
}

/** The part of a post's record that `presentPostsWithReactions` adds. */
export type PostReactionData = Pick<FezPostData, 'userLike' | `${Reaction}s`>;

/** Returns a post as everyone sees it, without reactions (fez rule 18). */
export function presentPost(context: Context, row: FezPostRow): FezPostData {
  if (!isUnderReview(row.moderationState)) return presentPostForModerators(context, row);
  return {
    ...presentPostForModerators(context, row),
    text: presentPostText(row),
    image: undefined,
    imageDescription: undefined,
  };
}

/** Returns a post as stored, for moderators who judge it. */
export const presentPostForModerators = (context: Context, row: FezPostRow): FezPostData =>
  ({
    postID: row.id,
    author: presentHeader(getUser(context, row.authorID)),
    text: row.text,
    timestamp: row.createdAt,
    image: row.image ?? undefined,
    imageDescription: describePicture(context, row.image),
  }) satisfies EveryField<FezPostData, keyof PostReactionData>;

/** The participants to list in a private or personal event. */
interface EventPresentation {
  readonly participants: 'none' | 'others than the owner' | 'all';
  /** For moderators, who judge text hidden from others. */
  readonly asWritten?: boolean;
}

/** A private or personal event (fez, Records). */
export function presentPersonalEvent(
  context: Context,
  caller: Caller,
  access: FezAccess,
  { participants, asWritten }: EventPresentation,
): PersonalEventData {
  const { fez, memberIDs } = access;
  const { info, ...content } = presentContent(context, access, asWritten);
  const others = memberIDs.filter((userID) => userID !== fez.ownerID);
  const named = { none: [], 'others than the owner': others, all: memberIDs }[participants];
  return {
    personalEventID: fez.id,
    ...content,
    description: info === '' ? undefined : info,
    lastUpdateTime: fez.lastModifiedAt,
    owner: presentHeader(getUser(context, fez.ownerID)),
    participants: presentUsers(context, caller, named),
    visibility: fez.visibility,
  } satisfies EveryField<PersonalEventData>;
}
