import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertUsernameFree, composeUserSearch, foldUsername, isSpecialAccount } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { changeProfile, describeProfile, getChangeableProfile } from './change-profile.ts';
import { recordTexts } from './history.ts';

const hoursBetweenChanges = 20;
const hourMilliseconds = 3_600_000;

/** Renames an account, one's own or as a moderator somebody else's (core rule 57). */
export function changeUsername(context: WriteContext, caller: Caller, userID: string, username: string): void {
  const before = getChangeableProfile(context, caller, userID);
  if (isSpecialAccount({ username: before.username, level: before.accessLevel })) {
    throw malformed('the name of this account is fixed');
  }
  assertUsernameFree(context, username, userID);
  if (caller.userID === userID) assertMayRename(context, before);
  recordTexts(context, caller, before);
  changeProfile(context, caller, before, {
    username,
    usernameKey: foldUsername(username),
    usernameChangedAt: context.clock.now(),
    userSearch: composeUserSearch({ ...before, username }),
  });
  logModeratorAction(context, caller, 'edit', describeProfile(userID));
}

function assertMayRename({ clock }: Context, { usernameChangedAt }: UserRow): void {
  if (!usernameChangedAt) return;
  const hours = (clock.now().getTime() - usernameChangedAt.getTime()) / hourMilliseconds;
  if (hours < hoursBetweenChanges) {
    throw forbidden(`a username can be changed once in ${hoursBetweenChanges} hours`);
  }
}
