import * as v from 'valibot';
import type { Context } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { findUser, listVisibleUsers, type User } from '#core/users/index.ts';
import { findUsersChangedSince } from './store.ts';

/**
 * Returns the user named in a header that a registered client makes a bulk call for (core rule 101). Throws 401 without
 * one and for one at level client.
 */
export function getRepresentedUser(context: Context, header: (name: string) => string | undefined): User {
  const name = context.config.clientUserHeader;
  const userID = v.safeParse(uuid, header(name));
  const user = userID.success ? findUser(context, userID.output) : undefined;
  if (user && user.level !== 'client') return user;
  throw new AppError('wrongAccount', `The header ${name} must name the user you're calling for.`);
}

/** Returns all users not hidden from this one by a block, by username (core rule 103). */
export const listUsersVisibleTo = (context: Context, user: User): User[] => listVisibleUsers(context, user, () => true);

/** Returns those of them whose profile changed at or after the date (core rule 102). */
export function listUsersChangedSince(context: Context, user: User, date: Date): User[] {
  const changed = findUsersChangedSince(context.db, date);
  return listVisibleUsers(context, user, ({ userID }) => changed.has(userID));
}
