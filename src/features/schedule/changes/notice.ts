import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { buildNotificationFrame, notificationTopic, notifyEach } from '#core/notifications/index.ts';
import type { SocketNotificationData } from '#core/notifications/records.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { areEventChangesDisabled, listPlan } from './plan.ts';
import { listChanges } from './present.ts';
import { listChangesOfEntry, type StoredChange } from './store.ts';

const kind = 'eventsChanged';

/**
 * Notifies the users who have these events in their plan, now or when they come back: one notification for everything
 * that one entry of the schedule's log changed. It's stored once for all of them.
 */
export function notifyOfChanges(context: WriteContext, entryID: number): void {
  const buildFrame = createFrameBuilder(context.instance, entryID);
  const frameFor = (userID: string) => buildFrame(toCaller(getUser(context, userID)));
  notifyEach(context, frameFor, { topic: notificationTopic, kind, subjectID: String(entryID) });
}

/** Rebuilds the notifications of users who were away; what left their plan since is left out. */
export const eventChangeHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate: (viewer, ids) =>
      new Map(
        ids.flatMap((id) => {
          const frame = createFrameBuilder(context, Number(id))(viewer);
          return frame ? [[id, frame] as const] : [];
        }),
      ),
  },
];

/**
 * Returns a function that builds a user's frame. Most users have the same few events in their plan, so those with the
 * same words share one frame.
 */
function createFrameBuilder(context: Context, entryID: number): (viewer: Caller) => SocketNotificationData | undefined {
  const changes = new Map(listChangesOfEntry(context.db, entryID).map((change) => [change.eventID, change]));
  const frames = new Map<string, SocketNotificationData>();
  return (viewer) => {
    if (areEventChangesDisabled(context, viewer)) return undefined;
    const plan = listPlan(context, viewer);
    const planned: StoredChange[] = [];
    for (const [eventID, since] of plan) {
      const change = changes.get(eventID);
      if (change && change.id > since) planned.push(change);
    }
    if (planned.length === 0) return undefined;
    const info = describeChanges(planned);
    const frame = frames.get(info) ?? buildNotificationFrame({ type: kind, info, contentID: String(entryID) });
    frames.set(info, frame);
    return frame;
  };
}

function describeChanges([change, ...others]: readonly StoredChange[]): string {
  if (!change || others.length > 0) return `${others.length + 1} events in your plan changed`;
  return `${change.title} ${describeChange(change)}`;
}

function describeChange(change: StoredChange): string {
  const words = listChanges(change);
  if (words.includes('cancelled')) return 'was cancelled';
  if (words.includes('restored')) return 'is back on the schedule';
  if (words.length > 1) return 'changed time and place';
  return words.includes('place') ? `moved to ${change.newLocation || 'another place'}` : 'changed time';
}
