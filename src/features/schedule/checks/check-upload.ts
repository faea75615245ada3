import type { Context } from '#area/context.ts';
import { getCruise, getShipClock } from '#core/ship-time/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { readUpload } from '../desk/upload-schedule.ts';
import { gatherDetails } from '../events/current-schedule.ts';
import { readDisplayTimes } from '../events/present.ts';
import type { CheckedEventData, ScheduleCheck, ScheduleCheckData, ScheduleFindingData } from '../records.ts';
import { listAllEvents } from '../store.ts';
import { findBusyPerformers, findEventsOutsideSailing, findShortTurnarounds, findTakenRooms } from './conflicts.ts';
import { findOverlapsWithSameFollowers } from './followed-both.ts';
import { findSimilarPlaces } from './similar-places.ts';

/** What a check found about events of the file. */
export interface CheckFinding extends Omit<ScheduleFindingData, 'events'> {
  readonly events: readonly ScheduledEvent[];
}

/** Yields undefined after a short piece of work without a finding, so that others can run. */
export type CheckFindings = Iterable<CheckFinding | undefined>;

const maxCounted = 1000;
const maxListed = 100;

/**
 * Checks the upload for what people at the desk may have overlooked (schedule rule 124). Never keeps it from being
 * applied. Yields to other calls. Throws 400 without a readable upload.
 */
export async function checkUpload(context: Context): Promise<ScheduleCheckData[]> {
  const { events } = await readUpload(context);
  const sorted = events.toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime());
  const ids = new Map(listAllEvents(context.db).map(({ uid, id }) => [uid, id]));
  const checks: Readonly<Record<ScheduleCheck, () => CheckFindings>> = {
    performerInTwoPlaces: () => findBusyPerformers(sorted, createPerformerLookup(context, ids)),
    roomTaken: () => findTakenRooms(sorted),
    shortTurnaround: () => findShortTurnarounds(sorted),
    outsideSailing: () => findEventsOutsideSailing(sorted, getCruise(context)),
    similarPlace: () => findSimilarPlaces(sorted),
    commonFollowers: () => findOverlapsWithSameFollowers(context.db, sorted, ids),
  };
  const outcomes: ScheduleCheckData[] = [];
  for (const check of Object.keys(checks) as ScheduleCheck[]) {
    outcomes.push(await collectFindings(context, check, checks[check]()));
  }
  return outcomes;
}

/** Finds the performers of an uploaded event by its uid. Only events that are already on the schedule have any. */
function createPerformerLookup(context: Context, ids: ReadonlyMap<string, string>) {
  const detailsOf = gatherDetails(context);
  return ({ uid }: ScheduledEvent) => {
    const id = ids.get(uid);
    return (id === undefined ? undefined : detailsOf(id).performers) ?? [];
  };
}

async function collectFindings(
  context: Context,
  check: ScheduleCheck,
  found: CheckFindings,
): Promise<ScheduleCheckData> {
  const findings: ScheduleFindingData[] = [];
  let count = 0;
  await forEachYielding(limitFindings(found), (finding) => {
    if (!finding) return;
    count += 1;
    if (count <= maxListed) findings.push(presentFinding(context, finding));
  });
  return { check, count, findings };
}

/** Ends after the last finding that's counted: a file may have conflicts between all its events. */
function* limitFindings(found: CheckFindings): CheckFindings {
  let count = 0;
  for (const finding of found) {
    yield finding;
    if (finding) count += 1;
    if (count >= maxCounted) return;
  }
}

const presentFinding = (context: Context, { events, ...rest }: CheckFinding): ScheduleFindingData => ({
  ...rest,
  events: events.map((event) => presentEvent(context, event)),
});

function presentEvent(context: Context, event: ScheduledEvent): CheckedEventData {
  const { uid, title, location } = event;
  const { startTime, endTime } = readDisplayTimes(getShipClock(context), event);
  return { uid, title, startTime, endTime, location };
}
