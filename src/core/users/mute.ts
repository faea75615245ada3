import { type Context, perContext } from '#context';
import type { Caller } from '#contract/access.ts';
import { keyedCache } from '#platform/caches.ts';
import type { Person } from './people.ts';
import { deleteMute, findMuted, insertMute } from './store/relations.ts';
import { visiblePeople, visiblePerson } from './visibility.ts';

const held = perContext((context) => keyedCache<ReadonlySet<string>>(context.caches, 20_000));

/** Everybody whose posts this account does not want to see, in one direction and for this account alone (core rule 69). */
export function mutedUserIDs(context: Context, userID: string): ReadonlySet<string> {
  return held(context).get(userID, () => findMuted(context.db, userID));
}

/** Whom the caller has muted, by username. */
export function mutedPeople(context: Context, caller: Caller): Person[] {
  const muted = mutedUserIDs(context, caller.userID);
  return visiblePeople(context, caller, ({ userID }) => muted.has(userID));
}

/** Mutes somebody; once more changes nothing (core rule 70). To be called inside a transaction. */
export function muteUser(context: Context, caller: Caller, mutedID: string): void {
  const { userID } = visiblePerson(context, caller, mutedID);
  // Allowed and without effect: one's own posts stay in sight.
  if (userID === caller.userID) return;
  insertMute(context.db, { userID: caller.userID, mutedID, createdAt: context.clock.now() });
  mutesChanged(context, caller);
}

/** Unmutes somebody, muted or not (core rule 70). To be called inside a transaction. */
export function unmuteUser(context: Context, caller: Caller, mutedID: string): void {
  visiblePerson(context, caller, mutedID);
  deleteMute(context.db, caller.userID, mutedID);
  mutesChanged(context, caller);
}

function mutesChanged(context: Context, { userID }: Caller): void {
  context.db.invalidate(() => held(context).drop(userID));
}
