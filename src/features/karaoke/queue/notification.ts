import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import {
  buildNotificationFrame,
  type Notification,
  notificationTopic,
  notify,
  notifyOnce,
} from '#core/notifications/index.ts';
import { findUser, listUsers } from '#core/users/index.ts';
import type { KaraokeQueueRow } from '../tables.ts';
import { getQueue, isQueueDisabled, type Queue } from './read-queue.ts';
import { updateEntry } from './store.ts';

const kind = 'karaokeNext';

const buildNotification = ({ id, title }: KaraokeQueueRow, isCalled: boolean): Notification => ({
  type: kind,
  info: isCalled ? `It’s your turn to sing “${title}”. Come to the stage!` : `You’re next to sing “${title}”.`,
  contentID: String(id),
});

/** Notifies a singer once that they are next, and once that they are called, now or when they reconnect. */
function notifySinger(context: WriteContext, entry: KaraokeQueueRow, isCalled: boolean): void {
  const { userID } = entry;
  const event = { topic: notificationTopic, kind, subjectID: String(entry.id), recipients: [userID] };
  const audience = { among: new Set([userID]), concerns: () => canBeNotified(context, userID) };
  notify(context, buildNotification(entry, isCalled), audience, event);
}

function canBeNotified(context: Context, userID: string): boolean {
  const user = findUser(context, userID);
  return user !== undefined && !isQueueDisabled(context, user);
}

interface QueueChange extends Pick<Queue, 'called' | 'waiting'> {
  readonly before: Queue;
}

/** Notifies singers of their turn, and everyone who waits, and all managers, that the queue has changed. */
export function notifyOfQueue(context: WriteContext, { before, called, waiting }: QueueChange): void {
  if (called && called.id !== before.called?.id) notifySinger(context, called, true);
  const [next] = waiting;
  if (next && !next.isAlerted) {
    updateEntry(context.db, next.id, { isAlerted: true });
    notifySinger(context, next, false);
  }
  const singers = [
    ...before.waiting,
    ...waiting,
    ...(called ? [called] : []),
    ...(before.called ? [before.called] : []),
  ];
  const managers = listUsers(context).filter(({ roles }) => roles.has('karaokemanager'));
  const concerned = new Set([...singers, ...managers].map(({ userID }) => userID));
  const recipients = [...concerned].filter((userID) => canBeNotified(context, userID));
  notifyOnce(context, recipients, { type: 'karaokeQueueChanged', info: '', contentID: '' });
}

/** Returns what singers who were away still have to hear: that they are on stage, or next (decision 34). */
export const queueHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate(viewer, ids) {
      if (isQueueDisabled(context, viewer)) return new Map();
      const { called, waiting } = getQueue(context);
      const frames = [called, waiting[0]].flatMap((entry) =>
        entry?.userID === viewer.userID && ids.includes(String(entry.id))
          ? [[String(entry.id), buildNotificationFrame(buildNotification(entry, entry.id === called?.id))] as const]
          : [],
      );
      return new Map(frames);
    },
  },
];
