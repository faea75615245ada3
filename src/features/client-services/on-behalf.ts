import * as v from 'valibot';
import type { Context } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { findUser, type User } from '#core/users/index.ts';

/** The person for whom a registered client makes a bulk call, named in a header (core rule 101). Throws 401 without one. */
export function getUserServed(context: Context, header: (name: string) => string | undefined): User {
  const name = context.config.clientUserHeader;
  const userID = v.safeParse(uuid, header(name));
  const served = userID.success ? findUser(context, userID.output) : undefined;
  if (!served || served.level === 'client') {
    throw new AppError('unauthenticated', `the header ${name} must name the user for whom the call is made`);
  }
  return served;
}
