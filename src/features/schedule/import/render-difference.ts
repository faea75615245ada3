import { randomUUID } from 'node:crypto';
import type { Context } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { getShipClock, type ShipClock } from '#core/ship-time/index.ts';
import { getCurrentSchedule } from '../events/current-schedule.ts';
import { getLabel } from '../events/event-types.ts';
import { presentEvent, readDisplayTimes } from '../events/present.ts';
import {
  type DifferenceList,
  differenceLists,
  type EventContentData,
  type EventData,
  type EventDifferenceData,
  type EventUpdateDifferenceData,
} from '../records.ts';
import { countFollowers } from '../store.ts';
import type { EventContent, EventRow } from '../tables.ts';
import type { SchedulePlan } from './compare-schedule.ts';
import { listPlannedDifferences } from './planned-differences.ts';

/** A difference as it is sent and kept. */
export interface Difference {
  /** EventUpdateDifferenceData. */
  readonly json: string;
  /** Sizes of its lists in all. */
  readonly count: number;
}

/** An event on one of the lists. */
export type ListedEvent = readonly [list: DifferenceList, event: EventDifferenceData];

/**
 * Everything that a plan changes, list by list in order of starts (schedule rule 43): what changes with what it was before,
 * and everything with how many people follow it.
 */
export function* listDifferences(context: Context, plan: SchedulePlan): Iterable<ListedEvent> {
  const clock = getShipClock(context);
  const now = context.clock.now();
  const countFollowersOf = readFollowerCounts(context, plan);
  for (const { lists, uid, before, after } of listPlannedDifferences(plan)) {
    const event = after ? presentPlanned(clock, uid, after, now) : presentLeaving(context, before);
    if (!event) continue;
    const followCount = countFollowersOf(uid);
    const previous = before && after && presentContent(clock, before);
    const listed = { ...event, ...(previous && { previous }), ...(followCount > 0 && { followCount }) };
    for (const list of lists) yield [list, listed];
  }
}

/** How many people follow the events that a plan deletes, changes or restores, by uid; one query for all of them. */
function readFollowerCounts({ db }: Context, { deleted, changed, restored }: SchedulePlan): (uid: string) => number {
  const rows = [...deleted, ...[...changed, ...restored].map(({ row }) => row)];
  const idByUID = new Map(rows.map(({ uid, id }) => [uid, id]));
  const counts = countFollowers(db, [...idByUID.values()]);
  return (uid) => counts.get(idByUID.get(uid) ?? '') ?? 0;
}

function presentContent(clock: ShipClock, row: EventRow): EventContentData {
  const { startTime, endTime } = readDisplayTimes(clock, row);
  const { title, description, location, eventType } = row;
  const content = { title, description, startTime, endTime, location, eventType: getLabel(eventType) };
  return content satisfies EveryField<EventContentData>;
}

function presentLeaving(context: Context, row: EventRow | undefined): EventData | undefined {
  const event = row && getCurrentSchedule(context).byID.get(row.id);
  return event && presentEvent(event, { isFavorite: false });
}

/** An event as it would be: its id is made up, and nothing hangs on it yet. */
function presentPlanned(clock: ShipClock, uid: string, content: EventContent, now: Date): EventData {
  const row = { ...content, id: randomUUID(), uid, updatedAt: now };
  return presentEvent({ row, details: {}, ...readDisplayTimes(clock, content) }, { isFavorite: false });
}

/** Puts listed events together as a record. */
export function collectDifference(events: Iterable<ListedEvent>): EventUpdateDifferenceData {
  const difference: EventUpdateDifferenceData = {
    deletedEvents: [],
    createdEvents: [],
    timeChangeEvents: [],
    locationChangeEvents: [],
    minorChangeEvents: [],
  };
  for (const [list, event] of events) difference[list].push(event);
  return difference;
}

/** Puts listed events together as JSON, each rendered before. */
export function joinDifference(events: readonly (readonly [DifferenceList, json: string])[]): Difference {
  const byList = Map.groupBy(events, ([list]) => list);
  const members = differenceLists.map((list) => {
    const rendered = (byList.get(list) ?? []).map(([, json]) => json);
    return `"${list}":[${rendered.join(',')}]`;
  });
  return { json: `{${members.join(',')}}`, count: events.length };
}

/** The difference that a plan makes, in one go. */
export const renderDifference = (context: Context, plan: SchedulePlan): Difference =>
  joinDifference([...listDifferences(context, plan)].map(([list, event]) => [list, JSON.stringify(event)]));

/** Reads a difference that was kept as JSON. */
export const readDifference = (json: string): EventUpdateDifferenceData =>
  JSON.parse(json, (key, value: unknown) => (instants.has(key) ? new Date(String(value)) : value));

const instants: ReadonlySet<string> = new Set(['startTime', 'endTime', 'lastUpdateTime']);
