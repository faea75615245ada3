import type { Context } from '#area/context.ts';
import type { EventPerformerValidationData } from '#area/performer-check.ts';
import { getCruise, resolveStart } from '#core/ship-time/index.ts';
import type { CurrentSchedule, LiveEvent } from '#features/schedule/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { type PlanDependencies, readDependencies } from '../dependencies.ts';
import type { Performer } from '../directory.ts';
import { createPerformerFinder, normalizeName, removeNicknames } from '../match-names.ts';
import type { Link } from '../store.ts';
import { readUpload } from '../uploads.ts';
import type { LinkEntry, LinkRow } from './read-link-rows.ts';

/** The changes that applying a workbook of links would make, and a report about it (schedule rules 75 and 76). */
export interface LinkPlan {
  readonly dependencies: PlanDependencies;
  /** Links of official performers that aren't in the workbook. */
  readonly removed: readonly Link[];
  /** Links in the workbook that aren't stored yet. */
  readonly added: readonly Link[];
  readonly report: EventPerformerValidationData;
}

const missingUploadMessage = 'No workbook with the links of performers has been uploaded.';
/** No one reads more than this. */
const maxFindings = 500;

/** Compares the uploaded workbook with the stored data and yields to other requests. Throws 400 without an upload. */
export async function planLinks(context: Context): Promise<LinkPlan> {
  const { uploadID, entries } = await readUpload<LinkEntry>(context, 'links', missingUploadMessage);
  const dependencies = readDependencies(context, 'links', uploadID);
  const findings = entries.flatMap((entry) => ('finding' in entry ? entry.finding : []));
  const rows = entries.filter((entry) => 'names' in entry);
  const { official } = dependencies.directory;
  const findPerformer = createPerformerFinder(official);
  const findEvent = createEventFinder(context, dependencies.schedule);
  const links = new Map<string, Set<string>>();
  const named = new Map<string, { name: string; performer: Performer | undefined }>();
  let matchedRows = 0;

  function addRow(row: LinkRow): void {
    const event = findEvent(row);
    if (event) matchedRows += 1;
    else findings.push(`Row ${row.row}: no event "${row.title}" at that time.`);
    for (const name of row.names) {
      const key = normalizeName(name);
      const known = named.get(key) ?? { name, performer: findPerformer([name]) };
      named.set(key, known);
      if (event && known.performer) addLink(links, event.row.id, known.performer.row.id);
    }
  }

  await forEachYielding(rows, addRow);
  const found = new Set<Performer>();
  let missingPerformerCount = 0;
  await forEachYielding(named.values(), ({ name, performer }) => {
    if (performer) found.add(performer);
    else {
      missingPerformerCount += 1;
      if (findings.length < maxFindings) findings.push(`No official performer is called "${name}".`);
    }
  });
  return {
    dependencies,
    ...(await compareLinks(dependencies, links)),
    report: {
      oldPerformerCount: official.length,
      newPerformerCount: named.size,
      missingPerformerCount,
      noEventsPerformerCount: official.length - found.size,
      eventsWithPerformerCount: matchedRows,
      unmatchedEventCount: rows.length - matchedRows,
      errors: findings.slice(0, maxFindings),
    },
  };
}

/**
 * Links to events that aren't on the schedule now stay. They count again when the events are restored (schedule rule
 * 47).
 */
async function compareLinks(
  { directory, links, schedule }: PlanDependencies,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Pick<LinkPlan, 'removed' | 'added'>> {
  const removed: Link[] = [];
  const added: Link[] = [];
  await forEachYielding(directory.official, ({ row }) => {
    for (const eventID of links.eventIDsOf(row.id)) {
      const stays = wanted.get(eventID)?.has(row.id) || !schedule.byID.has(eventID);
      if (!stays) removed.push({ performerID: row.id, eventID });
    }
  });
  await forEachYielding(wanted, ([eventID, performerIDs]) => {
    const linked = new Set(links.performerIDsOf(eventID));
    for (const performerID of performerIDs) if (!linked.has(performerID)) added.push({ performerID, eventID });
  });
  return { removed, added };
}

function addLink(links: Map<string, Set<string>>, eventID: string, performerID: string): void {
  const performers = links.get(eventID) ?? new Set();
  links.set(eventID, performers.add(performerID));
}

/** Finds events by exact start and title, or else the only event at that start with the same folded title. */
function createEventFinder(context: Context, { events }: CurrentSchedule): (row: LinkRow) => LiveEvent | undefined {
  const cruise = getCruise(context);
  const byStart = Map.groupBy(events, ({ row }) => row.startTime.getTime());
  return ({ weekday, minutes, title }) => {
    const there = byStart.get(resolveStart(cruise, weekday, minutes).getTime()) ?? [];
    const exact = there.find(({ row }) => row.title === title);
    if (exact) return exact;
    const alike = there.filter(({ row }) => foldTitle(row.title) === foldTitle(title));
    return alike.length === 1 ? alike[0] : undefined;
  };
}

/** Removes differences between spellings of a title: quotes, spaces, case, accents, and parts in quotes. */
const foldTitle = (title: string): string =>
  removeNicknames(title)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Pi}\p{Pf}'"`´]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Returns the report on the uploaded workbook (schedule rule 75). Throws 400 without an upload. */
export const checkLinks = async (context: Context): Promise<EventPerformerValidationData> =>
  (await planLinks(context)).report;
