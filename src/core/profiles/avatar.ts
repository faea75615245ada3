import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { archivePicture, type PreparedPicture } from '#core/images/index.ts';
import { logModeratorAction, type SentReason } from '#core/reports/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { changeProfile, describeProfile, getChangeableProfile } from './change-profile.ts';
import { recordAvatar } from './history.ts';
import { hasBorrowedAvatar, setBorrowedAvatar } from './store.ts';

/** Sets or removes an avatar: the caller's own, or as a moderator removes someone else's (core rules 85 to 87). */
export function setAvatar(
  context: WriteContext,
  caller: Caller,
  userID: string,
  picture: PreparedPicture | undefined,
  sent?: SentReason,
): void {
  const before = getChangeableProfile(context, caller, userID);
  const userImage = picture?.name ?? null;
  if (userImage === before.userImage) return;
  retireAvatar(context, caller, before);
  setBorrowedAvatar(context.db, userID, picture !== undefined && !picture.isNew);
  changeProfile(context, caller, before, { userImage });
  if (userImage !== null) return;
  const content = { ...describeProfile(userID), noun: 'profile picture' };
  logModeratorAction(context, caller, 'delete', content, sent);
}

/** A picture chosen only by name may be in another user's post, so it stays. */
function retireAvatar(context: WriteContext, caller: Caller, before: UserRow): void {
  if (before.userImage === null) return;
  recordAvatar(context, caller, before);
  if (!hasBorrowedAvatar(context.db, before.id)) archivePicture(context, before.userImage);
}
