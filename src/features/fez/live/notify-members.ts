import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, findListeners, type Notification, notify } from '#core/notifications/index.ts';
import { presentTitle } from '#core/posts/index.ts';
import { listUsersBehind } from '#core/teams/index.ts';
import { getUser, listMutedUserIDs, maySee, presentHeader, toCaller, type User } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import { type FezAccess, isKindDisabled } from '../access.ts';
import type { Kind } from '../kinds.ts';
import { presentPost } from '../present.ts';
import { findMuters } from '../reading/reading-state.ts';
import type { FezPostRow } from '../tables.ts';

/** The topic of the sockets that show one fez. */
export const getFezTopic = (fezID: string): string => `fez:${fezID}`;

/** Under these words events are stored in the event log: about a fez, a post or a user, by their ids. */
export const eventKinds = {
  added: 'fez-added',
  cancelled: 'fez-cancelled',
  postNotice: 'fez-post-notice',
  post: 'fez-post',
  joined: 'fez-joined',
  left: 'fez-left',
} as const;

type NamedFez = Pick<FezAccess, 'fez' | 'kind'>;

const formatName = ({ fez, kind }: NamedFez): string => `${kind.label} “${presentTitle(fez)}”`;

const buildNotice = ({ fez, kind }: NamedFez, topic: keyof Kind['notifications'], info: string): Notification => ({
  type: kind.notifications[topic],
  info,
  contentID: fez.id,
});

/** A user was put in; by the owner, so that nobody learns who acted for a shared account (fez rules 32 and 45). */
export const buildAddedNotice = (context: Context, access: NamedFez): Notification =>
  buildNotice(access, 'added', `${getUser(context, access.fez.ownerID).username} added you to ${formatName(access)}`);

/** It will not take place (fez rule 41). */
export const buildCancelledNotice = (access: NamedFez): Notification =>
  buildNotice(access, 'cancelled', `${formatName(access)} was cancelled`);

/** There is a new post in it (fez rule 35). */
export function buildPostNotice(context: Context, access: NamedFez, post: FezPostRow): Notification {
  const { author, text } = presentPost(context, post);
  const place = access.kind.isNamedInNotices ? ` in ${formatName(access)}` : '';
  return buildNotice(access, 'unread', `${author.username}${place}: ${text}`);
}

/** A user has come or gone (fez rule 62). */
export const buildMemberChange = (user: User, joined: boolean): { user: UserHeader; joined: boolean } => ({
  user: presentHeader(user),
  joined,
});

/** Those of these users who see the fez, and the user by whom something happened in it (fez rule 67). */
function keepWhoSee(context: Context, userIDs: Iterable<string>, { fez, kind }: FezAccess, actorID: string): string[] {
  const [owner, actor] = [getUser(context, fez.ownerID), getUser(context, actorID)];
  return [...userIDs].filter((userID) => {
    const user = getUser(context, userID);
    const seesFez = maySee(context, user, owner) && !isKindDisabled(context, toCaller(user), kind);
    return seesFez && maySee(context, user, actor);
  });
}

/** Notifies users that they were put in (fez rules 32 and 45). */
export function notifyAdded(context: WriteContext, access: FezAccess, addedIDs: readonly string[]): void {
  const { id, ownerID } = access.fez;
  const recipients = keepWhoSee(context, addedIDs, access, ownerID);
  notify(context, recipients, buildAddedNotice(context, access), { kind: eventKinds.added, subjectID: id });
}

/** Notifies the other members that it will not take place (fez rule 41). */
export function notifyCancelled(context: WriteContext, caller: Caller, access: FezAccess): void {
  const { id, ownerID } = access.fez;
  const others = access.memberIDs.filter((userID) => userID !== caller.userID && userID !== ownerID);
  const recipients = keepWhoSee(context, others, access, ownerID);
  notify(context, recipients, buildCancelledNotice(access), { kind: eventKinds.cancelled, subjectID: id });
}

/** Notifies the other members of a new post, and shows it live (fez rules 35 and 36). */
export function notifyOfPost(context: WriteContext, caller: Caller, access: FezAccess, post: FezPostRow): void {
  const { authorID } = post;
  const subjectID = String(post.id);
  const keepReaders = (userIDs: Iterable<string>) =>
    keepWhoSee(context, userIDs, access, authorID).filter((userID) => !listMutedUserIDs(context, userID).has(authorID));
  const muters = findMuters(context.db, access.fez.id);
  const others = access.memberIDs.filter((userID) => userID !== caller.userID && !muters.has(userID));
  notify(context, keepReaders(others), buildPostNotice(context, access, post), {
    kind: eventKinds.postNotice,
    subjectID,
  });
  deliver(
    context,
    {
      topic: getFezTopic(access.fez.id),
      frame: presentPost(context, post),
      recipients: keepReaders(listWhoMayFollow(context, access)),
    },
    { kind: eventKinds.post, subjectID },
  );
}

/** Shows live that a user has come or gone (fez rule 62). */
export function notifyOfMemberChange(context: WriteContext, access: FezAccess, userID: string, joined: boolean): void {
  if (!access.kind.showsMembersLive) return;
  deliver(
    context,
    {
      topic: getFezTopic(access.fez.id),
      frame: buildMemberChange(getUser(context, userID), joined),
      recipients: keepWhoSee(context, listWhoMayFollow(context, access), access, userID),
    },
    { kind: joined ? eventKinds.joined : eventKinds.left, subjectID: userID },
  );
}

/** All who may follow it at this moment: members, those behind shared accounts, moderators reading along (fez rule 61). */
function listWhoMayFollow(context: Context, { fez, kind, memberIDs }: FezAccess): Set<string> {
  const users = listUsersBehind(context, memberIDs);
  if (!kind.isOpenToModerators) return users;
  const listeners = [...findListeners(context, getFezTopic(fez.id))];
  const moderators = listeners.filter((userID) => isAtLeast(getUser(context, userID).level, 'moderator'));
  return users.union(new Set(moderators));
}
