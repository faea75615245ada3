import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { makeFolder, renamePath, syncToDisk } from '#platform/files/files.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/**
 * One file or folder that takes the place of another. All three paths lie on one disk, so that each step is a rename.
 */
export interface Replacement {
  /** What shall be in the place. */
  readonly staged: string;
  readonly place: string;
  /** Where to put what is in the place now. */
  readonly aside: string;
  /** Endings of files next to the place that belong to the old content only, such as a database's log. */
  readonly companions: readonly string[];
}

const Plan = v.array(
  v.strictObject({ staged: v.string(), place: v.string(), aside: v.string(), companions: v.array(v.string()) }),
);

const getPlanFile = (dataFolder: string): string => join(dataFolder, 'restore-plan.json');

/** Has a restore been decided on that is not finished? */
export const hasUnfinishedRestore = (dataFolder: string): boolean => existsSync(getPlanFile(dataFolder));

/**
 * Puts restored content in place of the old. Before the plan is stored nothing is touched; from then on every start
 * carries it to its end, so that a crash at any moment leaves all of the old or leads to all of the new.
 */
export function replaceAll(dataFolder: string, replacements: readonly Replacement[]): void {
  const file = getPlanFile(dataFolder);
  writeFileSync(`${file}.draft`, JSON.stringify(replacements, null, 2), { mode: 0o600, flush: true });
  renamePath(`${file}.draft`, file);
  syncToDisk(dataFolder);
  finishRestore(dataFolder);
}

/**
 * Carries out what is left of a plan. False when there is none. To be called by anyone who holds the folder's lock. Throws
 * UnreadableFile for a plan that is damaged.
 */
export function finishRestore(dataFolder: string): boolean {
  const file = getPlanFile(dataFolder);
  if (!existsSync(file)) return false;
  for (const replacement of readPlan(file)) replaceOne(replacement);
  rmSync(file);
  syncToDisk(dataFolder);
  return true;
}

function readPlan(file: string): Replacement[] {
  try {
    return v.parse(Plan, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UnreadableFile(
      `${file} is damaged, so the restore that was interrupted cannot be finished: delete this file, ` +
        'then run `gangway restore` again with the same backup. Start nothing before that.',
    );
  }
}

/** Can be repeated: as long as the staged content waits, what is in its place is the old one. */
function replaceOne({ staged, place, aside, companions }: Replacement): void {
  if (!existsSync(staged)) return;
  const present = [...companions, ''].filter((ending) => existsSync(`${place}${ending}`));
  if (present.length > 0) makeFolder(dirname(aside));
  for (const ending of present) renamePath(`${place}${ending}`, `${aside}${ending}`);
  // The old must be safe aside before the new can be mistaken for it.
  if (present.length > 0) syncToDisk(dirname(aside));
  renamePath(staged, place);
  for (const path of [place, staged]) syncToDisk(dirname(path));
}
