import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { listUsers, type User } from '#core/users/index.ts';

/** Whether the caller reads incident reports at present (moderation rule S2). */
export const isOfficer = (context: Context, caller: Caller): boolean =>
  caller.roles.has('safetyofficer') && caller.level !== 'banned' && !isFeatureDisabled(context, caller, 'incidents');

/** Lists everyone who reads incident reports. A block of the reporter's hides none of them. */
export const listOfficers = (context: Context): User[] => listUsers(context).filter((user) => isOfficer(context, user));
