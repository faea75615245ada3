import { areBlocked, areUnblocked, currentMoment } from './expected-visibility.ts';
import type { Chat, Sailor, World } from './world.ts';

/**
 * What a user sees of a chat. Members and moderators who read it see its inside, outsiders its description. The owner
 * who has left a private chat sees what outsiders see; other former members see only that it exists. Everyone else sees
 * nothing.
 */
export type ChatVisibility = 'inside' | 'along' | 'outside' | 'whole' | 'redacted' | 'nothing';

/** Returns how much of the chat the user sees; undefined if that's uncertain. */
export function getChatVisibility(world: World, sailor: Sailor, chat: Chat): ChatVisibility | undefined {
  const { owner, present, isPublic } = chat;
  if (areBlocked(world, sailor, owner, currentMoment)) return 'nothing';
  if (!areUnblocked(world, sailor, owner, currentMoment)) return undefined;
  const presence = present.of(sailor.userID);
  if (presence.isCertainly(true)) return 'inside';
  if (!presence.isCertainly(false)) return undefined;
  const moderator = world.moderators.of(sailor.userID);
  if (moderator.isCertainly(true) && chat.content.fezType !== 'closed') return 'along';
  if (!moderator.isCertainly(false) && !moderator.isCertainly(true)) return undefined;
  if (isPublic.isCertainly(true)) return 'outside';
  return isPublic.isCertainly(false) ? getPrivateChatVisibility(sailor, chat) : undefined;
}

/** The owner and former members still see a private event; users who were never in a private chat don't see it. */
function getPrivateChatVisibility(sailor: Sailor, { owner, content, present, knownAt }: Chat): ChatVisibility {
  if (sailor === owner) return 'whole';
  const hasLeft = present.of(sailor.userID).since(false) > knownAt;
  return hasLeft && content.fezType === 'privateEvent' ? 'redacted' : 'nothing';
}

/** Whether others have changed nothing since this moment, and it's certain whether the user is a member. */
export function isUnchangedSince(
  world: World,
  sailor: Sailor,
  { owner, present, isPublic }: Chat,
  before: number,
): boolean {
  const presence = present.of(sailor.userID);
  const moderator = world.moderators.of(sailor.userID);
  return (
    (moderator.since(true) < before || moderator.since(false) < before) &&
    (presence.isCertainly(true) || presence.isCertainly(false)) &&
    (isPublic.since(true) < before || isPublic.since(false) < before) &&
    (areBlocked(world, sailor, owner, before) || areUnblocked(world, sailor, owner, before))
  );
}
