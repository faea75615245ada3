import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, type Notification, notify } from '#core/notifications/index.ts';
import { presentTitle } from '#core/posts/index.ts';
import type { Reaction } from '#core/posts/records.ts';
import { expandSharedAccounts } from '#core/teams/index.ts';
import { getUser, listMutedUserIDs, maySee, presentHeader, toCaller, type User } from '#core/users/index.ts';
import { type FezAccess, isKindMuted, type Relationship } from '../access.ts';
import type { Kind } from '../kinds.ts';
import { presentPost } from '../present.ts';
import { findMuters } from '../reading/reading-state.ts';
import type { SocketFezMemberChangeData, SocketFezPostData, SocketFezReactionData } from '../records.ts';
import type { FezPostRow } from '../tables.ts';

/** The topic of the sockets that show one fez. */
export const getFezTopic = (fezID: string): string => `fez:${fezID}`;

/** The topic of the sockets that show reactions in one fez. */
export const getReactionTopic = (fezID: string): string => `fez-reactions:${fezID}`;

/** The kinds of events in the event log, about a fez, a post or a user by id. */
export const eventKinds = {
  added: 'fez-added',
  cancelled: 'fez-cancelled',
  postNotice: 'fez-post-notice',
  post: 'fez-post',
  joined: 'fez-joined',
  left: 'fez-left',
  reaction: 'fez-reaction',
} as const;

type NamedFez = Pick<FezAccess, 'fez' | 'kind'>;

const formatName = ({ fez, kind }: NamedFez): string => `${kind.label} “${presentTitle(fez)}”`;

const buildNotice = ({ fez, kind }: NamedFez, topic: keyof Kind['notifications'], info: string): Notification => ({
  type: kind.notifications[topic],
  info,
  contentID: fez.id,
});

/** A user was added. Named after the owner, to hide who acted for a shared account (fez rules 32 and 45). */
export const buildAddedNotice = (context: Context, access: NamedFez): Notification =>
  buildNotice(access, 'added', `${getUser(context, access.fez.ownerID).username} added you to ${formatName(access)}`);

/** The fez was cancelled (fez rule 41). */
export const buildCancelledNotice = (access: NamedFez): Notification =>
  buildNotice(access, 'cancelled', `${formatName(access)} was cancelled`);

/** There is a new post in it (fez rule 35). */
export function buildPostNotice(context: Context, access: NamedFez, post: FezPostRow): Notification {
  const { author, text } = presentPost(context, post);
  const place = access.kind.isNamedInNotices ? ` in ${formatName(access)}` : '';
  return buildNotice(access, 'unread', `${author.username}${place}: ${text}`);
}

/** A new post (fez rule 62). */
export const buildPostFrame = (context: Context, post: FezPostRow): SocketFezPostData => ({
  type: 'post',
  ...presentPost(context, post),
});

/** A user joined or left (fez rule 62). */
export const buildMemberChange = (user: User, joined: boolean): SocketFezMemberChangeData => ({
  type: 'memberChange',
  user: presentHeader(user),
  joined,
});

/** A user's reaction to a post has changed (fez rule 94). */
export const buildReactionFrame = (
  postID: number,
  user: User,
  reaction: Reaction | undefined,
): SocketFezReactionData => ({
  type: 'reaction',
  postID,
  user: presentHeader(user),
  reaction,
});

/** Returns the subject of an event about a user's reaction to a post. */
const formatReactionSubject = (postID: number, userID: string): string => `${postID} ${userID}`;

/** Reads the subject of an event about a reaction. */
export function parseReactionSubject(subjectID: string): { readonly postID: number; readonly userID: string } {
  const [postID, userID = ''] = subjectID.split(' ');
  return { postID: Number(postID), userID };
}

/** Creates a test of whether a user sees the fez and the user who acted in it (fez rule 67). */
function createVisibilityFilter(
  context: Context,
  { fez, kind }: FezAccess,
  actorID: string,
): (userID: string) => boolean {
  const [owner, actor] = [getUser(context, fez.ownerID), getUser(context, actorID)];
  return (userID) => {
    const user = getUser(context, userID);
    const seesFez = maySee(context, user, owner) && !isKindMuted(context, toCaller(user), kind);
    return seesFez && maySee(context, user, actor);
  };
}

/** Returns the event log topic for notifications to the members of one fez. */
export const getNoticeTopic = (fezID: string): string => `notifications:${getFezTopic(fezID)}`;

/** Notifies users that they were added (fez rules 32 and 45). */
export function notifyAdded(context: WriteContext, access: FezAccess, addedIDs: readonly string[]): void {
  if (addedIDs.length === 0) return;
  const { id, ownerID } = access.fez;
  const audience = { among: new Set(addedIDs), concerns: createVisibilityFilter(context, access, ownerID) };
  notify(context, buildAddedNotice(context, access), audience, {
    topic: getNoticeTopic(id),
    kind: eventKinds.added,
    subjectID: id,
    recipients: addedIDs,
  });
}

/** Notifies the other members of the cancellation (fez rule 41). */
export function notifyCancelled(context: WriteContext, caller: Caller, access: FezAccess): void {
  const { id, ownerID } = access.fez;
  const others = new Set(access.memberIDs);
  for (const userID of [caller.userID, ownerID]) others.delete(userID);
  const audience = { among: others, concerns: createVisibilityFilter(context, access, ownerID) };
  notify(context, buildCancelledNotice(access), audience, {
    topic: getNoticeTopic(id),
    kind: eventKinds.cancelled,
    subjectID: id,
    exceptUserID: caller.userID,
  });
}

/** Notifies the other members of a new post, and shows it live (fez rules 35 and 36). */
export function notifyOfPost(context: WriteContext, caller: Caller, access: FezAccess, post: FezPostRow): void {
  const { authorID } = post;
  const { id } = access.fez;
  const subjectID = String(post.id);
  const sees = createVisibilityFilter(context, access, authorID);
  const reads = (userID: string) => sees(userID) && !listMutedUserIDs(context, userID).has(authorID);
  const others = new Set(access.memberIDs).difference(findMuters(context.db, id));
  others.delete(caller.userID);
  const audience = { among: others, concerns: reads };
  notify(context, buildPostNotice(context, access, post), audience, {
    topic: getNoticeTopic(id),
    kind: eventKinds.postNotice,
    subjectID,
    exceptUserID: caller.userID,
  });
  const topic = getFezTopic(id);
  deliver(
    context,
    { topic, frame: buildPostFrame(context, post), concerns: createListenerFilter(context, access, authorID) },
    { topic, kind: eventKinds.post, subjectID },
  );
}

/** Shows live that a member's reaction to a post has changed (fez rule 94). */
export function notifyOfReaction(
  context: WriteContext,
  access: FezAccess,
  { id: postID, authorID }: FezPostRow,
  userID: string,
  reaction: Reaction | undefined,
): void {
  const seesPost = createListenerFilter(context, access, authorID);
  const seesUser = createVisibilityFilter(context, access, userID);
  const topic = getReactionTopic(access.fez.id);
  const frame = buildReactionFrame(postID, getUser(context, userID), reaction);
  deliver(
    context,
    { topic, frame, concerns: (listenerID) => seesPost(listenerID) && seesUser(listenerID) },
    { topic, kind: eventKinds.reaction, subjectID: formatReactionSubject(postID, userID) },
  );
}

/** Creates a test of whether a listener of the fez's socket may still follow it and reads this author's posts. */
function createListenerFilter(context: Context, access: FezAccess, authorID: string): (userID: string) => boolean {
  const sees = createVisibilityFilter(context, access, authorID);
  const findRole = findListenerRole(context, access);
  return (userID) => {
    const role = findRole(userID);
    if (role === undefined || !sees(userID)) return false;
    // The mutes of moderators who read along hide nothing (fez rule 11).
    return role === 'moderator' || !listMutedUserIDs(context, userID).has(authorID);
  };
}

/** Shows live that a user has joined or left (fez rule 62). */
export function notifyOfMemberChange(context: WriteContext, access: FezAccess, userID: string, joined: boolean): void {
  if (!access.kind.showsMembersLive) return;
  const [sees, findRole] = [createVisibilityFilter(context, access, userID), findListenerRole(context, access)];
  const topic = getFezTopic(access.fez.id);
  const frame = buildMemberChange(getUser(context, userID), joined);
  deliver(
    context,
    { topic, frame, concerns: (listenerID) => findRole(listenerID) !== undefined && sees(listenerID) },
    { topic, kind: joined ? eventKinds.joined : eventKinds.left, subjectID: userID },
  );
}

/**
 * Creates a function that returns the role a listener may still follow the fez in: member, also behind a shared
 * account, or moderator reading along (fez rule 61).
 */
function findListenerRole(
  context: Context,
  { kind, memberIDs }: FezAccess,
): (userID: string) => Extract<Relationship, 'member' | 'moderator'> | undefined {
  const users = expandSharedAccounts(context, memberIDs);
  const isModerator = (userID: string) => isAtLeast(getUser(context, userID).level, 'moderator');
  return (userID) => {
    if (users.has(userID)) return 'member';
    return kind.isOpenToModerators && isModerator(userID) ? 'moderator' : undefined;
  };
}
