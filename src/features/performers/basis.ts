import type { Context, Write, WriteContext } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';
import { type CurrentSchedule, getCurrentSchedule } from '#features/schedule/index.ts';
import { getLinks, getPerformers, type Links, type PerformerDirectory } from './directory.ts';
import { findUploadID } from './store.ts';
import type { UploadKind } from './tables.ts';

/** What a plan follows from: it is right as long as all of this is what it was. */
export interface Basis {
  readonly kind: UploadKind;
  readonly uploadID: string;
  readonly directory: PerformerDirectory;
  readonly links: Links;
  readonly schedule: CurrentSchedule;
}

/** What is stored now, for a plan about this upload. */
export const readBasis = (context: Context, kind: UploadKind, uploadID: string): Basis => ({
  kind,
  uploadID,
  directory: getPerformers(context),
  links: getLinks(context),
  schedule: getCurrentSchedule(context),
});

const isUpToDate = (context: Context, { kind, uploadID, directory, links, schedule }: Basis): boolean =>
  findUploadID(context.db, kind) === uploadID &&
  getPerformers(context) === directory &&
  getLinks(context) === links &&
  getCurrentSchedule(context) === schedule;

const attempts = 3;

/**
 * Computes what is to be done, with turns for others, and does it in one transaction: all of it or nothing. When something
 * the plan follows from has changed meanwhile it is made again. Throws 409 when others change too much.
 */
export async function applyUpToDate<Plan extends { readonly basis: Basis }>(
  context: Context,
  makePlan: () => Promise<Plan>,
  write: Write,
  apply: (context: WriteContext, plan: Plan) => void,
): Promise<void> {
  let plan = await makePlan();
  for (let attempt = 1; attempt < attempts && !isUpToDate(context, plan.basis); attempt += 1) plan = await makePlan();
  write((context) => {
    if (!isUpToDate(context, plan.basis)) throw conflict('Performers or events are being changed: please try again.');
    apply(context, plan);
  });
}
