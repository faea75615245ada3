import type { Context } from '#context';
import type { AccessLevel } from '#contract/access.ts';
import { findUser, invalidateUser } from './people.ts';
import { updateUserRow } from './store/accounts.ts';
import { invalidateVisibility } from './visibility.ts';

/** What an area does when somebody's level changes, inside the same transaction. */
export type LevelListener = (
  context: Context,
  userID: string,
  levels: { readonly before: AccessLevel; readonly after: AccessLevel },
) => void;

const listeners: LevelListener[] = [];

/** Adds what is to be done at every change of a level; areas ranked below call it once, when they are loaded. */
export const whenLevelChanges = (listener: LevelListener): void => void listeners.push(listener);

/** Stores an account's level; it is in force at once. To be called inside a transaction. */
export function setLevel(context: Context, userID: string, level: AccessLevel): void {
  const before = findUser(context, userID)?.level ?? level;
  updateUserRow(context.db, userID, { accessLevel: level });
  invalidateUser(context, userID);
  invalidateVisibility(context);
  for (const listener of listeners) listener(context, userID, { before, after: level });
}
