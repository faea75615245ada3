import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { setProfileState } from '#core/profiles/index.ts';
import { actionOfState, logModeratorAction, type StateWord, settableStates } from '#core/reports/index.ts';
import { findUser } from '#core/users/index.ts';

/** Sets the state of a profile, also the one it has (moderation rule M2). */
export function moderateProfile(context: WriteContext, caller: Caller, userID: string, state: StateWord): void {
  if (!findUser(context, userID)) throw notFound('user');
  setProfileState(context, userID, settableStates[state]);
  logModeratorAction(context, caller, actionOfState[state], { type: 'userProfile', id: userID, authorID: userID });
}
