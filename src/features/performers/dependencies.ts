import type { Context, Write, WriteContext } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';
import { type CurrentSchedule, getCurrentSchedule } from '#features/schedule/index.ts';
import { getLinks, getPerformers, type Links, type PerformerDirectory } from './directory.ts';
import { findUploadID } from './store.ts';
import type { UploadKind } from './tables.ts';

/** The data that a plan depends on. The plan is valid as long as none of it changes. */
export interface Dependencies {
  readonly kind: UploadKind;
  readonly uploadID: string;
  readonly directory: PerformerDirectory;
  readonly links: Links;
  readonly schedule: CurrentSchedule;
}

/** Reads the current data for a plan about this upload. */
export const readDependencies = (context: Context, kind: UploadKind, uploadID: string): Dependencies => ({
  kind,
  uploadID,
  directory: getPerformers(context),
  links: getLinks(context),
  schedule: getCurrentSchedule(context),
});

const isUpToDate = (context: Context, { kind, uploadID, directory, links, schedule }: Dependencies): boolean =>
  findUploadID(context.db, kind) === uploadID &&
  getPerformers(context) === directory &&
  getLinks(context) === links &&
  getCurrentSchedule(context) === schedule;

const attempts = 3;

/**
 * Computes a plan in batches and applies it in one transaction. If the data it depends on changes, it computes the plan
 * again. Throws 409 if other users change too much.
 */
export async function applyUpToDate<Plan extends { readonly dependencies: Dependencies }>(
  context: Context,
  makePlan: () => Promise<Plan>,
  write: Write,
  apply: (context: WriteContext, plan: Plan) => void,
): Promise<void> {
  let plan = await makePlan();
  for (let attempt = 1; attempt < attempts && !isUpToDate(context, plan.dependencies); attempt += 1)
    plan = await makePlan();
  write((context) => {
    if (!isUpToDate(context, plan.dependencies))
      throw conflict('changedMeanwhile', 'Performers or events have just changed. Try again.');
    apply(context, plan);
  });
}
