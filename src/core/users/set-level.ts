import type { Context } from '#context';
import type { AccessLevel } from '#contract/access.ts';
import { personChanged } from './people.ts';
import { updateUser } from './store.ts';
import { visibilityChanged } from './visibility.ts';

/** Stores an account's level; it is in force at once. To be called inside a transaction. */
export function setLevel(context: Context, userID: string, level: AccessLevel): void {
  updateUser(context.db, userID, { accessLevel: level });
  personChanged(context, userID);
  visibilityChanged(context);
}
