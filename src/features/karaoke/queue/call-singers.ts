import type { LevelChange } from '#area/area.ts';
import { writeAuditLog } from '#area/audit-log.ts';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { conflict } from '#contract/errors.ts';
import { getUser } from '#core/users/index.ts';
import { getLibrary } from '../library.ts';
import { logPerformance } from '../performances.ts';
import { findSong } from '../store.ts';
import type { KaraokeQueueRow } from '../tables.ts';
import { notifyOfQueue } from './notification.ts';
import { getEntry, type Queue, readQueue } from './read-queue.ts';
import type { KaraokeQueueNextData } from './records.ts';
import { removeEntry, saveOrderAndNotify } from './save-order.ts';
import { deleteAllEntries, deleteEntry, findEntryOfFamily, saveStage } from './store.ts';

/** Opens the queue, or closes it to more people (libraries rule K14). */
export function setQueueOpen(context: WriteContext, isOpen: boolean): void {
  const before = readQueue(context);
  saveStage(context.db, { ...before.stage, isOpen, touchedAt: context.clock.now() });
  if (isOpen !== before.stage.isOpen) notifyOfQueue(context, { before, ...before });
}

/** Two managers who press the button at the same time mean the same singer. */
const doublePressMilliseconds = 3_000;

/** Throws a conflict if another manager has called someone since the caller looked (libraries rule K17). */
function assertCalledSingerUnchanged(
  { clock }: Context,
  { called, stage }: Queue,
  { calledID }: KaraokeQueueNextData,
): void {
  const isChanged =
    calledID === undefined
      ? stage.calledAt !== null && clock.now().getTime() - stage.calledAt.getTime() < doublePressMilliseconds
      : calledID !== (called?.id ?? 0);
  if (isChanged) throw conflict('changedMeanwhile', 'Someone else has just called the next singer.');
}

/** Logs who was on stage as performed, and calls the next (libraries rule K17). */
export function callNextSinger(context: WriteContext, manager: Caller, input: KaraokeQueueNextData): void {
  const before = readQueue(context);
  assertCalledSingerUnchanged(context, before, input);
  const { called } = before;
  if (called) {
    logEntry(context, manager, called);
    deleteEntry(context.db, called.id);
  }
  const [next, ...waiting] = before.waiting;
  saveOrderAndNotify(context, before, { called: next, waiting });
}

/** The log is by song, so typed titles, and songs that a reload has removed, aren't in it. */
function logEntry(context: WriteContext, manager: Caller, { songID, userID }: KaraokeQueueRow): void {
  if (songID === null || !findSong(context.db, getLibrary(context).id, songID)) return;
  logPerformance(context, manager, songID, `@${getUser(context, userID).username}`);
}

/** Takes a singer off the queue. If they were on stage, the next one is called; nothing is logged (libraries rule K20). */
export function skipSinger(context: WriteContext, id: number): void {
  const entry = getEntry(readQueue(context), id);
  removeEntry(context, entry, { callsNext: true });
  writeAuditLog(context, 'a singer was taken off the karaoke queue', {
    username: getUser(context, entry.userID).username,
    title: entry.title,
  });
}

/**
 * Moves a singer to another position, as near as there is (libraries rule K21). Moving who is on stage calls the next; if
 * no one else waits, nothing changes.
 */
export function moveSinger(context: WriteContext, id: number, position: number): void {
  const before = readQueue(context);
  const entry = getEntry(before, id);
  const others = before.waiting.filter((one) => one.id !== id);
  const isOnStage = before.called?.id === id;
  const called = isOnStage ? (others.shift() ?? entry) : before.called;
  if (called?.id === id) return;
  const waiting = others.toSpliced(Math.max(position, 1) - 1, 0, entry);
  saveOrderAndNotify(context, before, { called, waiting });
}

/** Removes users who may no longer post from the queue (libraries rule K16). */
export function removeAfterDemotion(context: WriteContext, { userID, after }: LevelChange): void {
  if (isAtLeast(after, 'verified')) return;
  const entry = findEntryOfFamily(context.db, getUser(context, userID).familyID);
  if (entry?.userID === userID) removeEntry(context, entry);
}

/** An evening is over when no one has done anything for this long. */
const idleMilliseconds = 8 * 60 * 60_000;

/** Closes and empties the queue of an evening that is over (libraries rule K22). Returns a log line. */
export function clearOldQueue(context: Context): string {
  const { stage, called, waiting } = readQueue(context);
  const count = waiting.length + (called ? 1 : 0);
  const isOver = context.clock.now().getTime() - stage.touchedAt.getTime() > idleMilliseconds;
  if (!isOver || (count === 0 && !stage.isOpen)) return 'no old queue';
  transact(context, ({ db }) => {
    deleteAllEntries(db);
    saveStage(db, { ...stage, isOpen: false });
  });
  return `queue closed, ${count} entries deleted`;
}
