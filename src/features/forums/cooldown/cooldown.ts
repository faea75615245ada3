import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { AppError } from '#contract/errors.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { listFamily } from '#core/users/index.ts';
import type { LiveForum } from '../live-forums.ts';
import { findLastPostOf } from '../posts/store.ts';
import type { ForumCooldownData, PostingPauseData } from '../records.ts';

/** How long an account counts as new. */
const newAccountHours = 24;
const hour = 3_600_000;

type ForumCooldown = Pick<LiveForum, 'id' | 'slowModeSeconds' | 'isClosedToNewAccounts' | 'closesAt'>;

/** Whether the time that moderators set for the forum's end has come (forums rule B85). */
export const isPastClosing = (context: Context, caller: Caller, { closesAt }: Pick<LiveForum, 'closesAt'>): boolean =>
  closesAt !== null && closesAt <= context.clock.now() && !isFeatureDisabled(context, caller, 'cooldown');

/** Returns why the caller can't change anything in a forum now; moderators always can (forums rules B84 and B85). */
function findClosure(context: Context, caller: Caller, forum: ForumCooldown): PostingPauseData | undefined {
  if (isAtLeast(caller.level, 'moderator') || isFeatureDisabled(context, caller, 'cooldown')) return undefined;
  if (isPastClosing(context, caller, forum))
    return { code: 'threadEnded', reason: 'This thread closed at the time the moderators set.' };
  if (!forum.isClosedToNewAccounts) return undefined;
  const created = listFamily(context.db, caller.familyID).map(({ createdAt }) => createdAt.getTime());
  const until = new Date(Math.min(...created) + newAccountHours * hour);
  if (until <= context.clock.now()) return undefined;
  return {
    code: 'accountTooNew',
    reason: `Accounts can't post in this thread in their first ${newAccountHours} hours.`,
    until,
  };
}

/** Returns why the caller can't post in a forum now; undefined if they can (forums rules B83 to B85). */
function findPause(context: Context, caller: Caller, forum: ForumCooldown): PostingPauseData | undefined {
  const closure = findClosure(context, caller, forum);
  if (closure || forum.slowModeSeconds === 0) return closure;
  if (isAtLeast(caller.level, 'moderator') || isFeatureDisabled(context, caller, 'cooldown')) return undefined;
  const familyIDs = listFamily(context.db, caller.familyID).map(({ id }) => id);
  const last = findLastPostOf(context.db, forum.id, familyIDs);
  if (last === undefined) return undefined;
  const until = new Date(last + forum.slowModeSeconds * 1000);
  if (until <= context.clock.now()) return undefined;
  const reason = `This thread is in slow mode: you can post once every ${formatSeconds(forum.slowModeSeconds)}.`;
  return { code: 'slowMode', reason, until };
}

const units = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Formats a time in the largest unit that divides it: `5 minutes`, `minute`. */
function formatSeconds(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [1, 'second'];
  return seconds === size ? unit : `${seconds / size} ${unit}s`;
}

/** Throws 403 with the time to wait, if waiting helps. */
function throwIfPaused(context: Context, pause: PostingPauseData | undefined): void {
  if (!pause) return;
  const { code, reason, until } = pause;
  if (!until) throw new AppError(code, reason);
  const seconds = Math.ceil((until.getTime() - context.clock.now().getTime()) / 1000);
  throw new AppError(code, reason, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}

/** Throws 403 if the forum is closed to the caller for now, so that they can't change anything in it. */
export const assertForumOpen = (context: Context, caller: Caller, forum: ForumCooldown): void =>
  throwIfPaused(context, findClosure(context, caller, forum));

/** Throws 403 if the caller can't post in the forum now. */
export const assertMayPostNow = (context: Context, caller: Caller, forum: ForumCooldown): void =>
  throwIfPaused(context, findPause(context, caller, forum));

/** Returns what moderators set to cool the forum down, and what it means for the caller; undefined if nothing is set. */
export function presentCooldown(context: Context, caller: Caller, forum: LiveForum): ForumCooldownData | undefined {
  const { slowModeSeconds, isClosedToNewAccounts, closesAt } = forum;
  const isSet = slowModeSeconds > 0 || isClosedToNewAccounts || closesAt !== null;
  if (!isSet || isFeatureDisabled(context, caller, 'cooldown')) return undefined;
  return {
    slowModeSeconds: slowModeSeconds || undefined,
    newAccountsReadOnly: isClosedToNewAccounts || undefined,
    closesAt: closesAt ?? undefined,
    pause: findPause(context, caller, forum),
  };
}
