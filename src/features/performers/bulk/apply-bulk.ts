import { randomUUID } from 'node:crypto';
import type { Context, Write, WriteContext } from '#area/context.ts';
import { getCruise } from '#core/ship-time/index.ts';
import { deletePerformers } from '../delete-performer.ts';
import { planAndApply } from '../dependencies.ts';
import { mergeNames, sortYears, toStoredTexts } from '../save-profile.ts';
import { insertLinks, insertPerformer, updateProfile } from '../store.ts';
import type { BulkEntry } from './entries.ts';
import { type BulkUpdatePlan, planBulkUpdate } from './plan-bulk.ts';

/** Which parts of a list to apply (schedule rule 80). */
export interface BulkUpdateOptions {
  readonly processDeletes?: boolean;
  readonly processUpdates?: boolean;
  readonly linkEvents?: boolean;
}

/** Applies the uploaded list in one transaction. Throws 400 without an upload, 409 if other users change too much. */
export const applyBulkUpdate = (context: Context, options: BulkUpdateOptions, write: Write): Promise<void> =>
  planAndApply(
    context,
    () => planBulkUpdate(context),
    write,
    (context, plan) => applyPlan(context, plan, options),
  );

function applyPlan(context: WriteContext, plan: BulkUpdatePlan, options: BulkUpdateOptions): void {
  const { processDeletes = false, processUpdates = true, linkEvents = true } = options;
  const cruiseYear = Number(getCruise(context).startDate.slice(0, 4));
  const newIDs = new Map(plan.added.map((entry) => [entry, addEntry(context, entry, cruiseYear)]));
  if (processUpdates) for (const change of plan.changed) updateChanged(context, change, cruiseYear);
  if (linkEvents) addLinks(context, plan, newIDs);
  if (processDeletes && plan.absent.length > 0)
    deletePerformers(
      context,
      plan.absent.map(({ row }) => row),
    );
}

/** Adds an official performer and returns the id. The job `fetch-performer-photos` adds the picture. */
function addEntry(context: WriteContext, entry: BulkEntry, cruiseYear: number): string {
  const id = randomUUID();
  const now = context.clock.now();
  insertPerformer.run(context.db, {
    id,
    isOfficial: true,
    name: entry.header.name.trim(),
    ...toStoredTexts(entry),
    yearsAttended: sortYears([...(entry.yearsAttended ?? []), cruiseYear]),
    alternativeNames: mergeNames(entry.alternativeNames ?? []),
    photoAddress: entry.header.photo || null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** Takes texts from the list, merges years and alternative names, and leaves the picture (decision 83). */
function updateChanged(
  context: WriteContext,
  { entry, performer: { row } }: BulkUpdatePlan['changed'][number],
  cruiseYear: number,
): void {
  updateProfile.run(context.db, {
    id: row.id,
    ...toStoredTexts(entry),
    yearsAttended: sortYears([...row.yearsAttended, ...(entry.yearsAttended ?? []), cruiseYear]),
    alternativeNames: mergeNames([...row.alternativeNames, ...(entry.alternativeNames ?? [])]),
    updatedAt: context.clock.now(),
  });
}

function addLinks(context: WriteContext, plan: BulkUpdatePlan, newIDs: ReadonlyMap<BulkEntry, string>): void {
  const links = plan.links.flatMap(({ entry, performer, event }) => {
    const performerID = performer?.row.id ?? newIDs.get(entry);
    return performerID === undefined ? [] : [{ performerID, eventID: event.row.id }];
  });
  insertLinks(context.db, links);
}
