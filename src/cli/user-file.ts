import { chooseFile } from '#app/backup/choose-file.ts';
import { type Context, transact } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { formatTimestamp } from '#platform/files/files.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { exportPeople, importPeople, pack, useStoredUpload } from '#staff/user-file/index.ts';
import type { BulkUserUpdateCounts, BulkUserUpdateVerificationData } from '#staff/user-file/records.ts';
import { announce, formatTable, say, warn } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/**
 * Writes everyone who has a registration code into a zip for the next sailing. Throws CommandFailed if the file exists.
 */
export async function exportUsers(
  config: Config,
  target: string | undefined,
  { force }: { readonly force: boolean },
): Promise<void> {
  const file = chooseFile(target, `gangway-users-${formatTimestamp(new Date())}.zip`, config, force);
  const { users, pictures } = await announce(`writing ${file}`, () =>
    withInstance(config, { create: false, staysRoot: true }, async (context) => {
      const people = await exportPeople(context);
      await writeFileAtomically(file, pack(people));
      return people;
    }),
  );
  say(`${file}: ${users} users, ${pictures.size} pictures`);
  say("Keep it safe: it contains everyone's profile and password hash.");
}

/**
 * Imports such a zip, or does a dry run, and prints the outcome of its records. Throws an AppError for an unusable
 * file.
 */
export async function importUsers(
  config: Config,
  file: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  const result = await announce(`importing ${file}`, () =>
    withInstance(config, { create: false }, (context) => importFrom(context, file, dryRun)),
  );
  if (dryRun) say('Dry run: nothing was written.');
  say(describe(result));
  for (const finding of listFindings(result)) warn(finding);
}

async function importFrom(context: Context, file: string, dryRun: boolean): Promise<BulkUserUpdateVerificationData> {
  try {
    return await useStoredUpload(context, file, (unpacked) =>
      dryRun ? importPeople(context, unpacked) : importPeople(context, unpacked, (work) => transact(context, work)),
    );
  } finally {
    context.pictureWorkers.stop();
  }
}

function describe({ userCounts, performerCounts, needsPhotographerCounts }: BulkUserUpdateVerificationData): string {
  const row = (name: string, counts: BulkUserUpdateCounts) => [
    name,
    counts.totalRecordsProcessed,
    counts.importedCount,
    counts.duplicateCount,
    counts.errorCount,
  ];
  return formatTable([
    ['', 'all', 'imported', 'already here', 'not imported'],
    row('users', userCounts),
    row('performers', performerCounts),
    row('events to photograph', needsPhotographerCounts),
  ]);
}

const listFindings = (result: BulkUserUpdateVerificationData): string[] => [
  ...result.usernameConflicts,
  ...result.regCodeConflicts,
  ...result.errorNotImported,
  ...result.otherErrors,
];
