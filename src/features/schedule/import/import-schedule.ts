import { randomUUID } from 'node:crypto';
import { listAreas } from '#area/area.ts';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { ScheduleChange } from '#area/schedule-changes.ts';
import {
  buildSailing,
  type Cruise,
  describePortZone,
  describePortZoneProblem,
  describeSailing,
  fixPortZone,
  getCruiseStart,
  getDayWindow,
  getPortZone,
  getShipClock,
  warnOfPortZone,
} from '#core/ship-time/index.ts';
import {
  assertNotCutOff,
  type ImportOptions,
  type ImportOutcome,
  limitWarnings,
} from '#platform/import/import-outcome.ts';
import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { listWarnings, readCalendar, type ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { invalidateSchedule } from '../events/current-schedule.ts';
import { describeEvent } from '../events/describe-event.ts';
import { insertEvent, listAllEvents, updateEvent } from '../store.ts';
import { compareSchedule, type SchedulePlan } from './compare-schedule.ts';

/** Events of the sample carried in the program; the first real schedule replaces them. */
const isSample = ({ uid }: { uid: string }): boolean => uid.startsWith('sample-');
const isReal = (event: { uid: string }): boolean => !isSample(event);

/**
 * Makes the file the schedule: what it no longer has is deleted, but favorites and photographers stay stored, and what
 * is unchanged is not touched (decision 39). Throws UnreadableFile for a file that is damaged or empty, and unless
 * `force` is set for one that would delete more than 30 percent of the events.
 */
export function importSchedule(context: Context, text: string, options: ImportOptions): ImportOutcome {
  assertSamePortZone(context);
  const events = readCalendar(text, getPortZone(context).zoneID);
  if (events.length === 0) throw new UnreadableFile('The calendar has no events.');
  return transact(context, (context) => {
    const plan = compareSchedule(listAllEvents(context.db), events);
    assertNoMassDeletion(plan, options);
    if (!options.dryRun) applyPlan(context, plan, events);
    return countOutcome(context, plan, events);
  });
}

function assertSamePortZone({ db, config }: Context): void {
  const problem = describePortZoneProblem(db, config.portTimeZone);
  if (problem !== undefined) throw new UnreadableFile(`PORT_TIMEZONE ${problem}.`);
}

function assertNoMassDeletion({ deleted, changed, unchanged }: SchedulePlan, options: ImportOptions): void {
  const lost = deleted.filter(isReal).length;
  const stored = lost + changed.filter(({ row }) => isReal(row)).length + unchanged.filter(isReal).length;
  assertNotCutOff({ things: 'events', lost, stored }, options);
}

function applyPlan(context: WriteContext, plan: SchedulePlan, events: readonly ScheduledEvent[]): void {
  const { db } = context;
  const now = context.clock.now();
  const added = plan.added.map((event) => ({ ...event, id: randomUUID() }));
  for (const event of added) insertEvent(db, { ...event, createdAt: now, updatedAt: now });
  for (const { row, event } of [...plan.changed, ...plan.restored]) {
    const { uid: _uid, ...contents } = event;
    updateEvent(db, row.id, { ...contents, updatedAt: now, deletedAt: null });
  }
  for (const { id } of plan.deleted) updateEvent(db, id, { deletedAt: now });
  if (events.some(isReal)) fixPortZone(context);
  invalidateSchedule(context);
  const changes = listChanges(plan, added);
  for (const { onScheduleChange } of listAreas(context)) onScheduleChange?.(context, changes, { postsNotices: false });
}

/** What became of each event, for areas that follow. */
function listChanges(plan: SchedulePlan, added: readonly (ScheduledEvent & { id: string })[]): ScheduleChange[] {
  return [
    ...added.map((event) => ({ eventID: event.id, after: describeEvent(event) })),
    ...plan.changed.map(({ row, event }) => ({
      eventID: row.id,
      before: describeEvent(row),
      after: describeEvent(event),
    })),
    ...plan.restored.map(({ row, event }) => ({ eventID: row.id, after: describeEvent(event) })),
    ...plan.deleted.map((row) => ({ eventID: row.id, before: describeEvent(row) })),
  ];
}

function countOutcome(context: Context, plan: SchedulePlan, events: readonly ScheduledEvent[]): ImportOutcome {
  const { config } = context;
  const zone = getPortZone(context);
  const sailing = buildSailing(config, zone.zoneID, computeSpan(events));
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    restored: plan.restored.length,
    deleted: plan.deleted.length,
    unchanged: plan.unchanged.length,
    notes: [...describeSample(plan), describePortZone(zone), describeSailing(sailing)],
    warnings: [
      ...warnOfPortZone(zone, config.portTimeZone, getShipClock(context).changes),
      ...limitWarnings(listWarnings(events)),
      ...warnOfOutsideEvents(sailing.cruise, events),
    ],
  };
}

function describeSample({ deleted }: SchedulePlan): string[] {
  const samples = deleted.filter(isSample).length;
  return samples === 0 ? [] : [`${samples} events of the built-in sample schedule were replaced by this one.`];
}

function computeSpan(events: readonly ScheduledEvent[]): { first: Date; last: Date } | undefined {
  const starts = events.map(({ startTime }) => startTime).sort((first, second) => first.getTime() - second.getTime());
  const [first, last] = [starts[0], starts.at(-1)];
  return first && last && { first, last };
}

function warnOfOutsideEvents(cruise: Cruise, events: readonly ScheduledEvent[]): string[] {
  const [begin, end] = [getCruiseStart(cruise), getDayWindow(cruise, cruise.lengthDays - 1).end];
  const outside = events.filter(({ startTime }) => startTime < begin || startTime >= end);
  const [first] = outside;
  if (!first) return [];
  const count = outside.length === 1 ? 'One event lies' : `${outside.length} events lie`;
  return [
    `${count} outside the sailing, for example "${takeExcerpt(first.title)}" at ${first.startTime.toISOString()}.`,
  ];
}
