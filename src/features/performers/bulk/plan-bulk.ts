import type { Context } from '#area/context.ts';
import type { CurrentSchedule, LiveEvent } from '#features/schedule/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { foldCase } from '#platform/text/lines.ts';
import { type PlanDependencies, readDependencies } from '../dependencies.ts';
import type { Performer } from '../directory.ts';
import { createPerformerFinder, type FindPerformer, normalizeName } from '../match-names.ts';
import { readUpload } from '../uploads.ts';
import { compareProfiles, type FieldChange } from './compare-profiles.ts';
import type { BulkEntry, EventReference } from './entries.ts';

/** An entry and the stored performer it's about; undefined for a new one. */
export interface MatchedEntry {
  readonly entry: BulkEntry;
  readonly performer: Performer | undefined;
}

/** The changes that applying a bulk list would make (schedule rules 78 to 80). */
export interface BulkUpdatePlan {
  readonly dependencies: PlanDependencies;
  readonly added: readonly BulkEntry[];
  readonly changed: readonly (MatchedEntry & {
    readonly performer: Performer;
    readonly changes: readonly FieldChange[];
  })[];
  readonly unchangedCount: number;
  readonly links: readonly (MatchedEntry & { readonly event: LiveEvent })[];
  readonly unmatched: readonly { readonly entry: BulkEntry; readonly reference: EventReference }[];
  /** Official performers who aren't in the list. */
  readonly absent: readonly Performer[];
}

const missingUploadMessage = 'No list of performers has been uploaded.';

/** Compares the uploaded list with the stored data and yields to other requests. Throws 400 without an upload. */
export async function planBulkUpdate(context: Context): Promise<BulkUpdatePlan> {
  const { uploadID, entries } = await readUpload<BulkEntry>(context, 'performers', missingUploadMessage);
  const dependencies = readDependencies(context, 'performers', uploadID);
  const plan: UnfinishedPlan = { added: [], changed: [], unchangedCount: 0, links: [], unmatched: [] };
  const builder = createBuilder(dependencies, plan);
  await forEachYielding(entries, builder.add);
  const absent = dependencies.directory.official.filter(({ row }) => !builder.isMatched(row.id));
  return { ...plan, dependencies, absent };
}

/** A plan under construction. */
interface UnfinishedPlan {
  readonly added: BulkEntry[];
  readonly changed: BulkUpdatePlan['changed'][number][];
  unchangedCount: number;
  readonly links: BulkUpdatePlan['links'][number][];
  readonly unmatched: BulkUpdatePlan['unmatched'][number][];
}

function createBuilder({ directory, links, schedule }: PlanDependencies, plan: UnfinishedPlan) {
  const findPerformer = createPerformerFinder(directory.official);
  const findEvent = createEventFinder(schedule);
  const matched = new Set<string>();
  const newNames = new Set<string>();

  /** If several entries are about one performer, the first counts. */
  function isFirst({ entry, performer }: MatchedEntry): boolean {
    const [seen, key] = performer ? [matched, performer.row.id] : [newNames, normalizeName(entry.header.name)];
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }

  function addProfile({ entry, performer }: MatchedEntry): void {
    const changes = performer ? compareProfiles(performer.row, entry) : [];
    if (!performer) plan.added.push(entry);
    else if (changes.length > 0) plan.changed.push({ entry, performer, changes });
    else plan.unchangedCount += 1;
  }

  function addReferences({ entry, performer }: MatchedEntry): void {
    const linkedTo = new Set(performer ? links.eventIDsOf(performer.row.id) : []);
    const found = entry.references.map((reference) => ({ reference, event: findEvent(reference) }));
    const events = new Set(found.flatMap(({ event }) => event ?? []));
    const unknown = new Map(
      found.filter(({ event }) => !event).map(({ reference }) => [buildReferenceKey(reference), reference]),
    );
    for (const event of events) if (!linkedTo.has(event.row.id)) plan.links.push({ entry, performer, event });
    for (const reference of unknown.values()) plan.unmatched.push({ entry, reference });
  }

  return {
    isMatched: (performerID: string) => matched.has(performerID),
    add(entry: BulkEntry): void {
      const one = matchEntry(findPerformer, entry);
      // Ignore entries without a name, since nothing identifies them (decision 83).
      if (normalizeName(entry.header.name) === '' || !isFirst(one)) return;
      addProfile(one);
      addReferences(one);
    },
  };
}

const matchEntry = (findPerformer: FindPerformer, entry: BulkEntry): MatchedEntry => ({
  entry,
  performer: findPerformer([entry.header.name, ...(entry.alternativeNames ?? [])]),
});

/** Finds events by uid, or else by title without case and exact start (schedule rule 79). */
function createEventFinder({ byUID, events }: CurrentSchedule): (reference: EventReference) => LiveEvent | undefined {
  const byTitle = new Map(
    events.toReversed().map((event) => [buildTitleKey(event.row.title, event.row.startTime.getTime()), event]),
  );
  return ({ uid, title, startTime }) => byUID.get(uid ?? '') ?? byTitle.get(buildTitleKey(title, startTime));
}

const buildTitleKey = (title: string, startTime: number): string => `${startTime} ${foldCase(title.trim())}`;
const buildReferenceKey = ({ title, startTime }: EventReference): string => buildTitleKey(title, startTime);
