import type { UncertainFlag } from './fact.ts';
import { type Chat, getPairKey, type Sailor, type SentPost, type World } from './world.ts';

/** The two ways posts are announced: as unread posts of all chats, or live in an open chat. */
export type Place = 'unread' | 'live';

/** Lists every block between two families, in both directions. */
const listBlocksBetween = ({ blocks }: World, a: Sailor, b: Sailor): UncertainFlag[] => [
  ...b.familyIDs.map((userID) => blocks.of(getPairKey(a.familyID, userID))),
  ...a.familyIDs.map((userID) => blocks.of(getPairKey(b.familyID, userID))),
];

/** Whether either is a moderator; blocks don't apply to moderators. */
const listModeratorFlags = ({ moderators }: World, a: Sailor, b: Sailor): UncertainFlag[] => [
  moderators.of(a.userID),
  moderators.of(b.userID),
];

/** Whether no block has existed between the two since before this moment. */
export const areUnblocked = (world: World, a: Sailor, b: Sailor, before: number): boolean =>
  listBlocksBetween(world, a, b).every((block) => block.since(false) < before) ||
  listModeratorFlags(world, a, b).some((moderator) => moderator.since(true) < before);

/** Whether a block between their families has existed since before this moment. */
export const areBlocked = (world: World, a: Sailor, b: Sailor, before: number): boolean =>
  listBlocksBetween(world, a, b).some((block) => block.since(true) < before) &&
  listModeratorFlags(world, a, b).every((moderator) => moderator.since(false) < before);

export const currentMoment = Number.POSITIVE_INFINITY;

/** Whether the user is certainly in the chat, and no block hides it. */
export const isListed = (world: World, sailor: Sailor, { present, owner }: Chat): boolean =>
  present.of(sailor.userID).isCertainly(true) && areUnblocked(world, sailor, owner, currentMoment);

/** Whether the chat is certainly missing from the list of joined chats. */
export const isNotListed = (world: World, sailor: Sailor, { present, owner }: Chat): boolean =>
  present.of(sailor.userID).isCertainly(false) || areBlocked(world, sailor, owner, currentMoment);

/** Whether the post is certainly shown to a user who sees the chat. */
export const isShown = (world: World, sailor: Sailor, post: SentPost): boolean =>
  post.deleted.isCertainly(false) && hasNotMuted(world, sailor, post, currentMoment);

/** Whether the post is certainly hidden from everyone, or from this user. Mutes hide nothing from moderators who read along. */
export const isNotShown = (world: World, sailor: Sailor, { chat, author, deleted }: SentPost): boolean =>
  deleted.isCertainly(true) ||
  areBlocked(world, sailor, author, currentMoment) ||
  (chat.present.of(sailor.userID).isCertainly(true) &&
    world.mutes.of(getPairKey(sailor.userID, author.userID)).isCertainly(true));

const hasNotMuted = (world: World, sailor: Sailor, { author }: SentPost, before: number): boolean =>
  areUnblocked(world, sailor, author, before) &&
  world.mutes.of(getPairKey(sailor.userID, author.userID)).since(false) < before;

/** Whether a user with open streams must have received the post: if nothing has hidden it since it was sent. */
export function mustReceive(world: World, sailor: Sailor, post: SentPost, place: Place): boolean {
  const { chat, author, sentAt } = post;
  const isThere = chat.present.of(sailor.userID).since(true) < sentAt && post.deleted.isCertainly(false);
  if (!isThere || !areUnblocked(world, sailor, chat.owner, sentAt) || !hasNotMuted(world, sailor, post, sentAt))
    return false;
  if (place === 'live') return true;
  // A notice doesn't show which post it replaces.
  const wasReviewed = post.underReview.since(false) > sentAt;
  return !wasReviewed && author !== sailor && chat.muted.of(sailor.userID).since(false) < sentAt;
}

/** Returns why a post shouldn't have arrived; `openedAt` is the moment before the connection was opened. */
export function findObjectionToPost(
  world: World,
  sailor: Sailor,
  { chat, author, sentAt, outcome, deleted, underReview }: SentPost,
  place: Place,
  openedAt: number,
  isNoticed: boolean,
): string | undefined {
  const latest = Math.max(sentAt, openedAt);
  if (outcome === 'rejected') return 'which was rejected';
  if (deleted.since(true) < openedAt) return 'which was deleted before';
  const [presence, moderator] = [chat.present.of(sailor.userID), world.moderators.of(sailor.userID)];
  const isForMembers = place === 'unread' || chat.content.fezType === 'closed' || moderator.since(false) < latest;
  if (presence.since(false) < latest && isForMembers) return 'without being in the chat';
  if (areBlocked(world, sailor, author, latest)) return `with a block between them and ${author.name}`;
  if (areBlocked(world, sailor, chat.owner, latest))
    return `with a block between them and ${chat.owner.name}, who owns it`;
  const isIn = presence.since(true) < latest;
  if (isIn && world.mutes.of(getPairKey(sailor.userID, author.userID)).since(true) < latest)
    return `who mutes ${author.name}`;
  if (underReview.since(true) < latest && !isNoticed) return 'which is under review';
  if (place === 'live') return undefined;
  if (author === sailor) return 'who wrote it';
  return chat.muted.of(sailor.userID).since(true) < sentAt ? 'who has muted the chat' : undefined;
}
