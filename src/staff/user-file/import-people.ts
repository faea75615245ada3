import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { listAreas } from '#area/area.ts';
import { type AuditFacts, writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { RecordOutcome, UserFileList } from '#area/user-file.ts';
import { AppError } from '#contract/errors.ts';
import { findUserIDsByNames, findUserRowByName, foldUsername, restoreFavorites } from '#core/users/index.ts';
import { forEachWhileRunning, neverStopping } from '#platform/time/job-runner.ts';
import { createImportedUsers, decideUserImport, type ImportedUsers, type UserImportDecision } from './judge-user.ts';
import { storePictures } from './pictures.ts';
import { type BulkUserUpdateVerificationData, UserSaveRestoreData } from './records.ts';
import { createReport, type Report } from './report.ts';
import { readAvatarName, reportUnusableFields, restoreUser } from './restore-user.ts';
import type { UnpackedFile } from './stored-upload.ts';

/** Runs a step of an import in its own transaction; absent in a dry run. */
export type Step = (work: (context: WriteContext) => void) => void;

interface ImportContext {
  readonly context: Context;
  readonly file: UnpackedFile;
  readonly step: Step | undefined;
  readonly report: Report;
  /** Names of the pictures that are stored, among those checked so far. */
  readonly pictures: Set<string>;
  readonly imported: ImportedUsers;
  /** Names in the file, case-folded, that belong to other people here. */
  readonly strangers: Set<string>;
}

/** Records per transaction, which takes a few milliseconds. */
const recordsPerStep = 20;

/**
 * Imports a file in the order of admin rule A23; without `step` it is a dry run. One bad record never stops the others.
 */
export async function importPeople(
  context: Context,
  file: UnpackedFile,
  step?: Step,
): Promise<BulkUserUpdateVerificationData> {
  const pictures = new Set<string>();
  const hasPicture = (name: string) => (step ? pictures.has(name) : file.findPicture(name) !== undefined);
  const report = createReport(hasPicture);
  const imported = createImportedUsers(step !== undefined);
  const work: ImportContext = { context, file, step, report, pictures, imported, strangers: new Set() };
  const users = await readUsers(work);
  await importUsers(
    work,
    users.filter(({ parentUsername }) => parentUsername === undefined),
  );
  await importUsers(
    work,
    users.filter(({ parentUsername }) => parentUsername !== undefined),
  );
  await importFavorites(work, users);
  for (const list of listAreas(context).flatMap(({ userFileLists = [] }) => userFileLists))
    await importList(work, list);
  const result = report.present(step !== undefined);
  if (step) writeAuditLog(context, 'people of another sailing were imported', listCounts(result));
  return result;
}

const listCounts = ({ userCounts, performerCounts }: BulkUserUpdateVerificationData): AuditFacts => ({
  users: userCounts.importedCount,
  usersThere: userCounts.duplicateCount,
  usersFailed: userCounts.errorCount,
  performers: performerCounts.importedCount,
});

/** The valid records, each with the fields of all areas. */
async function readUsers({ context, file, report }: ImportContext): Promise<UserSaveRestoreData[]> {
  const fields = listAreas(context).map(({ userFileFields }) => userFileFields?.entries ?? {});
  const record = v.object({ ...UserSaveRestoreData.entries, ...Object.assign({}, ...fields) });
  const users: UserSaveRestoreData[] = [];
  await forEachWhileRunning(neverStopping, file.people.users.entries(), ([index, input]) => {
    const parsed = v.safeParse(record, input);
    if (parsed.success) users.push(parsed.output as UserSaveRestoreData);
    else {
      report.count('userCounts', 'failed');
      report.errorNotImported.push(`${describeRecord(input, index)}: ${describeIssue(parsed.issues[0])}`);
    }
  });
  return users;
}

function describeRecord(input: unknown, index: number): string {
  const named = v.safeParse(v.object({ username: v.pipe(v.string(), v.minLength(1), v.maxLength(50)) }), input);
  return named.success ? `User ${named.output.username}` : `Record ${index + 1} of the users`;
}

/** Describes the issue without the value, which may be a registration code. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? "it isn't a record of a user." : `its ${path} can't be read.`;
}

async function importUsers(work: ImportContext, users: readonly UserSaveRestoreData[]): Promise<void> {
  for (const batch of cutIntoBatches(users)) {
    if (work.step) await storePictures(work, listPicturesOf(work, batch));
    await runStep(work, batch, (user, context) => importUser(work, user, context));
  }
}

/** Skips records of users who won't be imported. */
function listPicturesOf({ context, imported }: ImportContext, users: readonly UserSaveRestoreData[]): string[] {
  const areas = listAreas(context);
  return users
    .filter((user) => decideUserImport(context, imported, user).outcome !== 'failed')
    .flatMap((user) => [
      ...[readAvatarName(user)].filter((name) => name !== undefined),
      ...areas.flatMap(({ userFileFields }) => userFileFields?.listPictures?.(user) ?? []),
    ]);
}

function importUser(work: ImportContext, user: UserSaveRestoreData, write: WriteContext | undefined): void {
  const { report, imported, context } = work;
  const verdict = judgeAndRestore(write ?? context, user);
  if (verdict.outcome === 'duplicate') importForExistingUser(work, user, write);
  if (verdict.outcome === 'failed') {
    report[verdict.list].push(`User ${user.username}: ${verdict.why}.`);
    if (verdict.list === 'usernameConflicts') work.strangers.add(foldUsername(user.username));
  }
  if (verdict.outcome === 'imported') {
    reportUnusableFields(user, report);
    imported.add(user);
  }
  report.count('userCounts', verdict.outcome);

  function judgeAndRestore(current: Context, user: UserSaveRestoreData): UserImportDecision {
    const verdict = decideUserImport(current, imported, user);
    if (verdict.outcome !== 'imported' || !write) return verdict;
    const complaint = tryOrRollBack(write, () => restoreUser(write, user, report));
    return complaint === undefined
      ? verdict
      : { outcome: 'failed', list: 'errorNotImported', why: complaint.replace(/\.$/, '') };
  }
}

function importForExistingUser(
  { context, report }: ImportContext,
  user: UserSaveRestoreData,
  write: WriteContext | undefined,
): void {
  const row = findUserRowByName((write ?? context).db, user.username);
  if (!row) return;
  for (const { userFileFields } of listAreas(context)) {
    userFileFields?.applyToExisting?.(write ?? context, write, row.id, user, report);
  }
}

/**
 * Includes users who were here before: missing pairs are added (admin rule A26). A favorite may call and is listed
 * first, so a stranger who happens to share a name in the file neither gets favorites nor becomes one.
 */
async function importFavorites(work: ImportContext, users: readonly UserSaveRestoreData[]): Promise<void> {
  const withFavorites = users.filter(({ favoriteUsers }) => favoriteUsers.length > 0);
  for (const batch of cutIntoBatches(withFavorites)) {
    await runStep(work, batch, (user, context) => importFavoritesOf(work, user, context));
  }
}

function importFavoritesOf(
  { report, imported, context, strangers }: ImportContext,
  user: UserSaveRestoreData,
  write?: WriteContext,
): void {
  const { db } = write ?? context;
  if (decideUserImport(write ?? context, imported, user).outcome === 'failed') return;
  const isStranger = (key: string) => strangers.has(key) && !imported.has(key);
  const keys = user.favoriteUsers.map(foldUsername).filter((key) => !isStranger(key));
  const owner = foldUsername(user.username);
  const ids = findUserIDsByNames(db, [...keys, owner]);
  for (const name of user.favoriteUsers) {
    if (ids.has(foldUsername(name)) || imported.has(name)) continue;
    report.mention(`User ${user.username}: the favorite ${name} is unknown here.`);
  }
  const ownerID = ids.get(owner);
  if (write && ownerID !== undefined)
    restoreFavorites(
      write,
      ownerID,
      keys.flatMap((key) => ids.get(key) ?? []),
    );
}

async function importList(work: ImportContext, list: UserFileList): Promise<void> {
  const { report, file } = work;
  const found = file.people.lists.get(list.key);
  if (!found) {
    if (!list.isOptional) report.mention(`The file has no ${list.key}.`);
    return;
  }
  if (found.length > list.maxItems) report.mention(`Of ${list.key} only the first ${list.maxItems} were looked at.`);
  const items = parseListItems(work, list, found.slice(0, list.maxItems));
  const seen = new Set<string>();
  for (const batch of cutIntoBatches(items)) {
    if (work.step)
      await storePictures(
        work,
        batch.flatMap((item) => list.listPictures?.(item) ?? []),
      );
    await runStep(work, batch, (item, context) => importItem(work, list, item, seen, context));
  }
}

function parseListItems({ report }: ImportContext, list: UserFileList, inputs: readonly unknown[]): never[] {
  return inputs.flatMap((input, index) => {
    const parsed = v.safeParse(list.item, input);
    // The list's functions accept the output of its schema.
    if (parsed.success) return [parsed.output as never];
    if (list.part) report.count(list.part, 'failed');
    report.mention(`Record ${index + 1} of ${list.key} can't be read.`);
    return [];
  });
}

function importItem(
  { context, report }: ImportContext,
  list: UserFileList,
  item: never,
  seen: Set<string>,
  write: WriteContext | undefined,
): void {
  const name = list.describe(item);
  let outcome: RecordOutcome = seen.has(name) ? 'duplicate' : judgeItem(write ?? context, list, item, report);
  seen.add(name);
  const complaint =
    outcome === 'imported' && write ? tryOrRollBack(write, () => list.restore(write, item, report)) : undefined;
  if (complaint !== undefined) {
    outcome = 'failed';
    report.mention(`${capitalize(name)}: ${complaint}`);
  }
  if (list.part) report.count(list.part, outcome);
}

function judgeItem(context: Context, list: UserFileList, item: never, report: Report) {
  try {
    return list.judge(context, item, report);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report.mention(`${capitalize(list.describe(item))}: ${error.message}`);
    return 'failed';
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Imports one batch in one transaction, or checks it in a dry run. */
async function runStep<Item>(
  { step }: ImportContext,
  batch: readonly Item[],
  take: (item: Item, context: WriteContext | undefined) => void,
): Promise<void> {
  const takeAll = (context?: WriteContext) => {
    for (const item of batch) take(item, context);
  };
  if (step) step(takeAll);
  else takeAll();
  await setImmediate();
}

/** Rolls back the record if it is rejected partway; returns why. */
function tryOrRollBack({ db }: WriteContext, work: () => void): string | undefined {
  try {
    db.sqlite.transaction(work)();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function* cutIntoBatches<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += recordsPerStep) yield items.slice(start, start + recordsPerStep);
}
