import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { makeFolder, removePath, renamePath, syncToDisk } from '#platform/files/files.ts';
import { readStoredJson, storeJson } from '#platform/files/stored-json.ts';

/** One file or folder that replaces another. All three paths are on one disk, so each step is a rename. */
export interface Replacement {
  /** The new content. */
  readonly staged: string;
  readonly place: string;
  /** Where to move the current content. */
  readonly aside: string;
  /** Suffixes of adjacent files that belong to the old content only, such as a database's log. */
  readonly companions: readonly string[];
}

const Plan = v.array(
  v.strictObject({ staged: v.string(), place: v.string(), aside: v.string(), companions: v.array(v.string()) }),
);

const getPlanFile = (dataFolder: string): string => join(dataFolder, 'restore-plan.json');

/** Whether a restore was decided on but isn't finished. */
export const hasUnfinishedRestore = (dataFolder: string): boolean => existsSync(getPlanFile(dataFolder));

/**
 * Replaces the old content with the restored content. Nothing changes before the plan is stored; after that every start
 * completes it, so a crash at any moment leaves all of the old or leads to all of the new.
 */
export function replaceAll(dataFolder: string, replacements: readonly Replacement[]): void {
  storeJson(getPlanFile(dataFolder), replacements);
  finishRestore(dataFolder);
}

/**
 * Completes a stored plan; returns false if there is none. The caller must hold the folder's lock. Throws
 * UnreadableFile for a damaged plan.
 */
export function finishRestore(dataFolder: string): boolean {
  const file = getPlanFile(dataFolder);
  const plan = readStoredJson(
    file,
    Plan,
    ", so the interrupted restore can't be completed: delete this file, " +
      "then run `gangway restore` again with the same backup. Don't start the service before that.",
  );
  if (!plan) return false;
  for (const replacement of plan) replaceOne(replacement);
  removePath(file);
  syncToDisk(dataFolder);
  return true;
}

/** Safe to repeat: while the staged content exists, the content in its target is still the old one. */
function replaceOne({ staged, place, aside, companions }: Replacement): void {
  if (!existsSync(staged)) return;
  const present = [...companions, ''].filter((ending) => existsSync(`${place}${ending}`));
  if (present.length > 0) makeFolder(dirname(aside));
  for (const ending of present) renamePath(`${place}${ending}`, `${aside}${ending}`);
  // Moves the old content first, so that the new can't be mistaken for it.
  if (present.length > 0) syncToDisk(dirname(aside));
  renamePath(staged, place);
  for (const path of [place, staged]) syncToDisk(dirname(path));
}
