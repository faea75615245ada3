import type { Context, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import type { EventChangeData } from '../records.ts';
import { listPlan } from './plan.ts';
import { presentChange } from './present.ts';
import { listChangesOf, saveHighestSeen } from './store.ts';
import { countUnseen, getHighestSeen, getNewestChanges } from './unseen.ts';

/** The maximum number of changes listed. */
const maxListed = 200;

/** Lists the changes of events in the caller's plan, newest first, and marks them as seen (schedule rule 120). */
export function listEventChanges(context: Context, caller: Caller, recordRead: RecordRead): EventChangeData[] {
  const { userID } = caller;
  const clock = getShipClock(context);
  const highestSeen = getHighestSeen(context, userID);
  const changes = listChangesOf(context.db, listPlan(context, caller), maxListed);
  if (countUnseen(context, caller) > 0) {
    const { newest } = getNewestChanges(context);
    recordRead(({ db }) => saveHighestSeen(db, { userID, highestID: newest }));
  }
  return changes.map((change) => presentChange(clock, change, highestSeen));
}
