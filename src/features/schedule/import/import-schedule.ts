import { type Context, transact, type WriteContext } from '#area/context.ts';
import {
  buildSailing,
  type Cruise,
  describePortZone,
  describePortZoneProblem,
  describeSailing,
  getPortZone,
  getShipClock,
  warnAboutPortZone,
} from '#core/ship-time/index.ts';
import {
  assertNotTruncated,
  type ImportOptions,
  type ImportOutcome,
  limitWarnings,
  throwIfSuspicious,
} from '#platform/import/import-outcome.ts';
import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { listWarnings, readCalendar, type ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { createOutsideSailingTest } from '../checks/conflicts.ts';
import { changeSchedule } from '../log/log-change.ts';
import { listAllEvents } from '../store.ts';
import { applyPlan, isSampleEvent } from './apply-plan.ts';
import { compareSchedule, type SchedulePlan } from './compare-schedule.ts';
import { describeDifferences } from './describe-differences.ts';
import { findReasonToSuspect } from './find-reason-to-suspect.ts';

const isRealEvent = (event: { uid: string }): boolean => !isSampleEvent(event);

/**
 * Replaces the schedule with the file. Deletes events that aren't in the file but keeps their favorites and
 * photographers, and leaves unchanged events alone (decision 39). Throws UnreadableFile if the file is damaged or
 * empty. Throws DoubtfulFile if it would delete or change more than 30 percent of the events, or move them all, unless
 * `force` is set.
 */
export const importSchedule = (context: Context, text: string, options: ImportOptions): ImportOutcome =>
  importWithOptions(context, text, options, (context, plan) => {
    changeSchedule(context, plan, { action: 'import', postsNotices: false });
  });

/**
 * Like `importSchedule`, for the first schedule of a new server. Doesn't write to the log, since there's nothing to
 * undo.
 */
export const importFirstSchedule = (context: Context, text: string): ImportOutcome =>
  importWithOptions(context, text, { force: false, dryRun: false }, (context, plan) => {
    applyPlan(context, plan, { postsNotices: false });
  });

function importWithOptions(
  context: Context,
  text: string,
  options: ImportOptions,
  apply: (context: WriteContext, plan: SchedulePlan) => void,
): ImportOutcome {
  assertSamePortZone(context);
  const repeated: ScheduledEvent[] = [];
  const events = readCalendar(text, getPortZone(context).zoneID, (event) => repeated.push(event));
  if (events.length === 0) throw new UnreadableFile('The calendar has no events.');
  return transact(context, (context) => {
    const plan = compareSchedule(listAllEvents(context.db), events);
    assertNoMassDeletion(plan, options);
    throwIfSuspicious(findReasonToSuspect(plan), options);
    const changes = describeDifferences(getShipClock(context), plan);
    if (!options.dryRun) apply(context, plan);
    const outcome = buildOutcome(context, plan, events);
    return { ...outcome, changes, warnings: [...limitWarnings(repeated.map(describeRepeated)), ...outcome.warnings] };
  });
}

function assertSamePortZone({ db, config }: Context): void {
  const problem = describePortZoneProblem(db, config.portTimeZone);
  if (problem !== undefined) throw new UnreadableFile(`PORT_TIMEZONE ${problem}.`);
}

function assertNoMassDeletion({ deleted, changed, unchanged }: SchedulePlan, options: ImportOptions): void {
  const lost = deleted.filter(isRealEvent).length;
  const stored = lost + changed.filter(({ row }) => isRealEvent(row)).length + unchanged.filter(isRealEvent).length;
  assertNotTruncated({ things: 'events', lost, stored }, options);
}

/** If several events have the same uid, the first counts (schedule rule 38). */
const describeRepeated = ({ uid, title }: ScheduledEvent): string =>
  `The UID ${takeExcerpt(uid)} occurs again in the file, for "${takeExcerpt(title)}", which was skipped.`;

function buildOutcome(
  context: Context,
  plan: SchedulePlan,
  events: readonly ScheduledEvent[],
): Omit<ImportOutcome, 'changes'> {
  const { config } = context;
  const zone = getPortZone(context);
  const sailing = buildSailing(config, zone.zoneID, computeSpan(events));
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    restored: plan.restored.length,
    deleted: plan.deleted.length,
    unchanged: plan.unchanged.length,
    notes: [...describeReplacedSamples(plan), describePortZone(zone), describeSailing(sailing)],
    warnings: [
      ...warnAboutPortZone(zone, config.portTimeZone, getShipClock(context).changes),
      ...limitWarnings(listWarnings(events)),
      ...warnAboutOutsideEvents(sailing.cruise, events),
    ],
  };
}

function describeReplacedSamples({ deleted }: SchedulePlan): string[] {
  const samples = deleted.filter(isSampleEvent).length;
  return samples === 0 ? [] : [`${samples} events of the built-in sample schedule were replaced by this one.`];
}

function computeSpan(events: readonly ScheduledEvent[]): { first: Date; last: Date } | undefined {
  const starts = events.map(({ startTime }) => startTime).sort((first, second) => first.getTime() - second.getTime());
  const [first, last] = [starts[0], starts.at(-1)];
  return first && last && { first, last };
}

/** Returns a warning if events are outside the sailing. */
export function warnAboutOutsideEvents(
  cruise: Cruise,
  events: readonly Pick<ScheduledEvent, 'title' | 'startTime'>[],
): string[] {
  const outside = events.filter(createOutsideSailingTest(cruise));
  const [first] = outside;
  if (!first) return [];
  const count = outside.length === 1 ? '1 event is' : `${outside.length} events are`;
  return [
    `${count} outside the sailing, for example "${takeExcerpt(first.title)}" at ${first.startTime.toISOString()}.`,
  ];
}
