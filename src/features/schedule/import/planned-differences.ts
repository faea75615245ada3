import type { DifferenceList } from '../records.ts';
import type { EventContent, EventRow } from '../tables.ts';
import { hasSameTimes, hasSameWords, type SchedulePlan } from './compare-schedule.ts';

/** The change of a plan to one event, and the lists of the difference that it's on (schedule rule 43). */
export interface PlannedDifference {
  readonly lists: readonly DifferenceList[];
  readonly uid: string;
  /** Undefined for a new event. */
  readonly before: EventRow | undefined;
  /** Undefined for a deleted event. */
  readonly after: EventContent | undefined;
}

/** Yields all changes of a plan, event by event: deleted, created, then changed events, each sorted by start. */
export function* listPlannedDifferences(plan: SchedulePlan): Iterable<PlannedDifference> {
  for (const row of sortByStart(plan.deleted, (row) => row)) {
    yield { lists: ['deletedEvents'], uid: row.uid, before: row, after: undefined };
  }
  const restored = plan.restored.map(({ row, content }) => ({ uid: row.uid, ...content }));
  for (const { uid, ...after } of sortByStart([...plan.added, ...restored], (event) => event)) {
    yield { lists: ['createdEvents'], uid, before: undefined, after };
  }
  for (const { row, content } of sortByStart(plan.changed, (change) => change.content)) {
    yield { lists: classifyChange(row, content), uid: row.uid, before: row, after: content };
  }
}

const classifyChange = (before: EventContent, after: EventContent): DifferenceList[] => [
  ...(hasSameTimes(before, after) ? [] : (['timeChangeEvents'] as const)),
  ...(before.location === after.location ? [] : (['locationChangeEvents'] as const)),
  ...(hasSameWords(before, after) ? [] : (['minorChangeEvents'] as const)),
];

/** Events with the same start are sorted by title. */
function sortByStart<Item>(items: readonly Item[], contentOf: (item: Item) => EventContent): Item[] {
  const compare = (one: EventContent, other: EventContent): number =>
    one.startTime.getTime() - other.startTime.getTime() ||
    Number(one.title > other.title) - Number(one.title < other.title);
  return items.toSorted((one, other) => compare(contentOf(one), contentOf(other)));
}
