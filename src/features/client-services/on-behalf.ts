import * as v from 'valibot';
import type { Context } from '#context';
import { AppError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { type Person, person } from '#core/users/index.ts';

/** The person for whom a registered client makes a bulk call, named in a header (core rule 101). Throws 401 without one. */
export function personServed(context: Context, header: (name: string) => string | undefined): Person {
  const name = context.config.clientUserHeader;
  const userID = v.safeParse(uuid, header(name));
  const served = userID.success ? person(context, userID.output) : undefined;
  if (!served || served.level === 'client') {
    throw new AppError('unauthenticated', `the header ${name} must name the user for whom the call is made`);
  }
  return served;
}
