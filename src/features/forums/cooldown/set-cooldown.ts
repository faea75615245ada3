import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { getForum } from '../access.ts';
import { forumKind } from '../threads/forum-kind.ts';
import { saveForum } from '../threads/store.ts';
import { maxSlowModeSeconds } from './api.ts';

/** Sets how long people have to wait between their posts in a forum; 0 ends slow mode (forums rule B81). */
export function setSlowMode(context: WriteContext, caller: Caller, forumID: string, seconds: number): void {
  if (seconds < 0 || seconds > maxSlowModeSeconds)
    throw malformed(`Slow mode takes 0 to ${maxSlowModeSeconds} seconds, not ${seconds}.`);
  const { forum } = getForum(context, caller, forumID);
  if (forum.slowModeSeconds === seconds) return;
  saveForum(context, forumID, { slowModeSeconds: seconds });
  forumKind.log(context, caller, seconds > 0 ? 'slowMode' : 'slowModeEnded', forum);
}

/** Closes a forum to new accounts, or opens it to them again (forums rule B81). */
export function setNewAccounts(
  context: WriteContext,
  caller: Caller,
  forumID: string,
  mode: 'readonly' | 'open',
): void {
  const { forum } = getForum(context, caller, forumID);
  const isClosedToNewAccounts = mode === 'readonly';
  if (forum.isClosedToNewAccounts === isClosedToNewAccounts) return;
  saveForum(context, forumID, { isClosedToNewAccounts });
  forumKind.log(context, caller, isClosedToNewAccounts ? 'newAccountsReadOnly' : 'newAccountsOpen', forum);
}

/** Sets when a forum closes; null keeps it open (forums rule B81). Returns whether that changed anything. */
export function setClosing(context: WriteContext, caller: Caller, forumID: string, closesAt: Date | null): boolean {
  const { forum } = getForum(context, caller, forumID);
  if (forum.closesAt?.getTime() === closesAt?.getTime()) return false;
  saveForum(context, forumID, { closesAt });
  forumKind.log(context, caller, closesAt ? 'closeAt' : 'closeAtRemoved', forum);
  return true;
}
