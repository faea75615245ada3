import { randomUUID } from 'node:crypto';
import type { Context } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { getShipClock, type ShipClock } from '#core/ship-time/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
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

/** A difference as sent and stored. */
export interface RenderedDifference {
  /** EventUpdateDifferenceData. */
  readonly json: string;
  /** The total number of entries in its lists. */
  readonly count: number;
}

/** An event on one of the lists. */
export type ListedEvent = readonly [list: DifferenceList, event: EventDifferenceData];

/**
 * Yields all changes of a plan, sorted by start (schedule rule 43). Changed events have their previous content, and all
 * have their number of followers.
 */
export function* listDifferences(context: Context, plan: SchedulePlan): Iterable<ListedEvent> {
  const clock = getShipClock(context);
  const now = context.clock.now();
  const countFollowersOf = readFollowerCounts(context, plan);
  for (const { lists, uid, before, after } of listPlannedDifferences(plan)) {
    const event = after ? presentPlannedEvent(clock, uid, after, now) : presentDeletedEvent(context, before);
    if (!event) continue;
    const followCount = countFollowersOf(uid);
    const previous = before && after && presentContent(clock, before);
    const listed = { ...event, ...(previous && { previous }), ...(followCount > 0 && { followCount }) };
    for (const list of lists) yield [list, listed];
  }
}

/** Returns the number of followers of the events that a plan deletes, changes or restores, by uid. Uses one query. */
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

function presentDeletedEvent(context: Context, row: EventRow | undefined): EventData | undefined {
  const event = row && getCurrentSchedule(context).byID.get(row.id);
  return event && presentEvent(event, { isFavorite: false });
}

/** Returns a new event as it would look. Its id is made up and nothing refers to it yet. */
function presentPlannedEvent(clock: ShipClock, uid: string, content: EventContent, now: Date): EventData {
  const row = { ...content, id: randomUUID(), uid, updatedAt: now };
  return presentEvent({ row, details: {}, ...readDisplayTimes(clock, content) }, { isFavorite: false });
}

/** Sorts events by how they change into the record that a preview returns. */
export function buildDifferenceRecord(events: Iterable<ListedEvent>): EventUpdateDifferenceData {
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

/** Builds JSON from listed events that are already serialized. */
function buildDifferenceJson(events: readonly (readonly [DifferenceList, json: string])[]): RenderedDifference {
  const byList = Map.groupBy(events, ([list]) => list);
  const members = differenceLists.map((list) => {
    const rendered = (byList.get(list) ?? []).map(([, json]) => json);
    return `"${list}":[${rendered.join(',')}]`;
  });
  return { json: `{${members.join(',')}}`, count: events.length };
}

/** Renders the difference of a plan synchronously. */
export const renderDifference = (context: Context, plan: SchedulePlan): RenderedDifference =>
  buildDifferenceJson([...listDifferences(context, plan)].map(([list, event]) => [list, JSON.stringify(event)]));

/** Renders the difference of a plan, yielding to others: counting thousands of followers takes long. */
export async function renderDifferenceYielding(context: Context, plan: SchedulePlan): Promise<RenderedDifference> {
  const rendered: (readonly [DifferenceList, string])[] = [];
  await forEachYielding(listDifferences(context, plan), ([list, event]) =>
    rendered.push([list, JSON.stringify(event)]),
  );
  return buildDifferenceJson(rendered);
}

/** Parses a stored difference. */
export const parseDifference = (json: string): EventUpdateDifferenceData =>
  JSON.parse(json, (key, value: unknown) => (instantNames.has(key) ? new Date(String(value)) : value));

const instantNames: ReadonlySet<string> = new Set(['startTime', 'endTime', 'lastUpdateTime']);
