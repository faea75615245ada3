import type { Context, Handlers } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { getServerSettings, writeDatabaseFact } from '#core/settings/index.ts';
import type { userFileApi } from './api.ts';
import { exportPeople } from './export-people.ts';
import { importPeople } from './import-people.ts';
import { pack, zipName } from './pack.ts';
import { discardUpload, openUpload, runOneAtATime, storeUpload } from './stored-upload.ts';

/** Throws 400 while users other than administrators may use the service (admin rule A19). */
function assertOnlyAdminsHaveAccess(context: Context): void {
  const { minAccessLevel, enablePreregistration } = getServerSettings(context);
  if (minAccessLevel === 'admin' && !enablePreregistration) return;
  throw malformed(
    'Set the minimum access level to admin and switch preregistration off first, so no one else uses the service during the import.',
    'serviceOpen',
  );
}

export function userFileHandlers(context: Context): Handlers<typeof userFileApi> {
  const whenClosed = <Result>(work: () => Promise<Result>): Promise<Result> => {
    assertOnlyAdminsHaveAccess(context);
    return runOneAtATime(context, work);
  };
  return {
    download: () =>
      whenClosed(async () => ({
        mediaType: 'application/zip',
        body: { chunks: pack(await exportPeople(context)) },
        attachment: zipName,
      })),
    upload: ({ file, step }) =>
      whenClosed(async () => {
        // Checks the caller again: the following code isn't in a transaction, yet it changes data.
        step(() => {});
        await storeUpload(context, file.path);
      }),
    verify: () => whenClosed(async () => importPeople(context, await openUpload(context))),
    apply: ({ step, write }) =>
      whenClosed(async () => {
        const result = await importPeople(context, await openUpload(context), step);
        const response = write(({ db, clock }) => {
          writeDatabaseFact(db, 'peopleImported', clock.now().toISOString());
          return result;
        });
        await discardUpload(context);
        return response;
      }),
  };
}
