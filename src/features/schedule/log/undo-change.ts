import { type Context, transact, type WriteContext } from '#area/context.ts';
import { conflict, notFound } from '#contract/errors.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { getContent, hasSameContent, type SchedulePlan } from '../import/compare-schedule.ts';
import { listAllEvents } from '../store.ts';
import type { EventRow, ScheduleLogRow } from '../tables.ts';
import { changeSchedule } from './log-change.ts';
import { type RecordedEvent, readRecord } from './record.ts';
import { findEntry, listChangesAfter } from './store.ts';

/** The result of undoing an entry. */
export interface UndoResult {
  /** The new log entry, which can be undone too. */
  readonly entryID: number;
  readonly restored: number;
  readonly changed: number;
  readonly deleted: number;
}

/**
 * Undoes the changes of a log entry: events, their times, and what areas with schedule hooks overwrote, such as thread
 * titles. Notifies everyone who was notified of the changes. Throws not-found, and 409 with the reason if the entry
 * changed nothing or its events were changed later (schedule rule 50).
 */
export const undoChange = (context: Context, entryID: number): UndoResult =>
  transact(context, (context) => undoInTransaction(context, entryID));

/** Like `undoChange`, in an open transaction. `userID` is the user who undoes it and the author of notices. */
export function undoInTransaction(context: WriteContext, entryID: number, userID?: string): UndoResult {
  const entry = findEntry(context.db, entryID);
  if (!entry) throw notFound(`entry ${entryID} of the schedule log`);
  const { events, areas } = readRecord(getRecord(entry));
  const rows = new Map(listAllEvents(context.db).map((row) => [row.id, row]));
  assertUnchangedSince(context, entry, events, rows);
  const plan = planUndo(events, rows);
  const { entryID: undo } = changeSchedule(context, plan, {
    action: 'undo',
    undoes: entryID,
    postsNotices: entry.postsNotices,
    undoData: areas,
    ...(userID !== undefined && { userID }),
  });
  return {
    entryID: undo,
    restored: plan.restored.length,
    changed: plan.changed.length,
    deleted: plan.deleted.length,
  };
}

function getRecord({ id, record, changeCount }: ScheduleLogRow): string {
  if (record !== null) return record;
  const why = changeCount === 0 ? 'changed nothing' : 'changed nothing, or its details have been deleted';
  throw conflict('cannotUndo', `Entry ${id} of the schedule log can't be undone: it ${why}.`);
}

/** Returns the content of an event while it's on the schedule. */
const getCurrentContent = (row: EventRow | undefined) => (row && row.deletedAt === null ? getContent(row) : null);

const isUnchangedSince = ({ eventID, after }: RecordedEvent, rows: ReadonlyMap<string, EventRow>): boolean => {
  const current = getCurrentContent(rows.get(eventID));
  return current === null || after === null ? current === after : hasSameContent(current, after);
};

/** Throws 409 with the events and the later entries that changed them. */
function assertUnchangedSince(
  { db }: WriteContext,
  { id }: ScheduleLogRow,
  events: readonly RecordedEvent[],
  rows: ReadonlyMap<string, EventRow>,
): void {
  const touched = events.filter((event) => !isUnchangedSince(event, rows));
  if (touched.length === 0) return;
  const ids = new Set(touched.map(({ eventID }) => eventID));
  const later = listChangesAfter(db, id).filter(({ record }) =>
    readRecord(record ?? '').events.some(({ eventID }) => ids.has(eventID)),
  );
  const names = touched.slice(0, 3).map(({ eventID }) => `"${takeExcerpt(rows.get(eventID)?.title ?? eventID)}"`);
  const others = touched.length > names.length ? ` and ${touched.length - names.length} more` : '';
  const byEntries = later.length === 0 ? '' : `, by ${later.map(describeLaterEntry).join(' and ')}`;
  throw conflict(
    'cannotUndo',
    `Entry ${id} of the schedule log can't be undone: ${names.join(', ')}${others} changed later${byEntries}. ` +
      'Undo those changes first.',
  );
}

const describeLaterEntry = ({ id, undoes }: ScheduleLogRow): string =>
  undoes === null ? `entry ${id}` : `entry ${id}, which undid entry ${undoes}`;

/** Plans the reverse of a change. Events that weren't on the schedule are deleted again but keep their row. */
function planUndo(events: readonly RecordedEvent[], rows: ReadonlyMap<string, EventRow>): SchedulePlan {
  const steps = events.flatMap(({ eventID, before }) => {
    const row = rows.get(eventID);
    return row ? [{ row, content: before }] : [];
  });
  const kept = steps.flatMap(({ row, content }) => (content ? [{ row, content }] : []));
  return {
    added: [],
    changed: kept.filter(({ row }) => row.deletedAt === null),
    restored: kept.filter(({ row }) => row.deletedAt !== null),
    deleted: steps.filter(({ content }) => content === null).map(({ row }) => row),
    unchanged: [],
  };
}
