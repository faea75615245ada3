import type { Context, Write, WriteContext } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';
import { type CurrentSchedule, getCurrentSchedule } from '#features/schedule/index.ts';
import { getPerformerLinks, getPerformers, type PerformerDirectory, type PerformerLinks } from './directory.ts';
import { findUploadID } from './store.ts';
import type { UploadKind } from './tables.ts';

/** The data that a plan depends on. The plan is valid as long as none of it changes. */
export interface PlanDependencies {
  readonly kind: UploadKind;
  readonly uploadID: string;
  readonly directory: PerformerDirectory;
  readonly links: PerformerLinks;
  readonly schedule: CurrentSchedule;
}

/** Reads the current data for a plan about this upload. */
export const readDependencies = (context: Context, kind: UploadKind, uploadID: string): PlanDependencies => ({
  kind,
  uploadID,
  directory: getPerformers(context),
  links: getPerformerLinks(context),
  schedule: getCurrentSchedule(context),
});

const isUpToDate = (context: Context, { kind, uploadID, directory, links, schedule }: PlanDependencies): boolean =>
  findUploadID(context.db, kind) === uploadID &&
  getPerformers(context) === directory &&
  getPerformerLinks(context) === links &&
  getCurrentSchedule(context) === schedule;

const maxAttempts = 3;

/**
 * Computes a plan in batches and applies it in one transaction. If the data it depends on changes, it computes the plan
 * again. Throws 409 if other users change too much.
 */
export async function planAndApply<Plan extends { readonly dependencies: PlanDependencies }>(
  context: Context,
  makePlan: () => Promise<Plan>,
  write: Write,
  apply: (context: WriteContext, plan: Plan) => void,
): Promise<void> {
  let plan = await makePlan();
  for (let attempt = 1; attempt < maxAttempts && !isUpToDate(context, plan.dependencies); attempt += 1)
    plan = await makePlan();
  write((context) => {
    if (!isUpToDate(context, plan.dependencies))
      throw conflict('changedMeanwhile', 'Performers or events have just changed. Try again.');
    apply(context, plan);
  });
}
