import { statSync } from 'node:fs';
import type { Config } from '#config/config.ts';
import { findOtherOwner } from '#platform/processes/owner.ts';

/** What whoever starts the service should look at in the settings, one sentence each; nothing of it ends the start. */
export function listSettingWarnings(config: Config): string[] {
  const { environment, unknownVariables } = config;
  const unknown = unknownVariables.length > 0 && [
    `${environment}.env sets what this program does not know: ${unknownVariables.join(', ')}. Check the spelling.`,
  ];
  return [
    ...(unknown || []),
    ...(config.isDevelopment ? [] : warnOfMissing(config)),
    ...warnOfBackupDisk(config),
    ...warnOfRoot(config),
  ];
}

function warnOfMissing({ hasExternalURL, externalURL, backups }: Config): string[] {
  return [
    ...(hasExternalURL
      ? []
      : [
          `EXTERNAL_URL is not set, so that the addresses in calendars and songs begin with ${externalURL}, which no phone ` +
            'reaches: set it to the address that phones use.',
        ]),
    ...(backups.folder === undefined ? ['BACKUP_DIR is not set: no backup is made by itself.'] : []),
  ];
}

function warnOfBackupDisk({ backups, folders }: Config): string[] {
  if (backups.folder === undefined) return [];
  const found = statSync(backups.folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return [`BACKUP_DIR ${backups.folder} is no folder: is its disk there?`];
  if (found.dev !== statSync(folders.data).dev) return [];
  return [`BACKUP_DIR ${backups.folder} lies on the disk of the data: when that fails, both are lost.`];
}

/** What root writes the user of the service cannot read at the next start. */
function warnOfRoot({ folders }: Config): string[] {
  const owner = findOtherOwner(folders.data);
  if (!owner) return [];
  return [
    `The service runs as root, but ${folders.data} belongs to user ${owner.uid}, who will not be able to read what is ` +
      'written now: run it as that user.',
  ];
}
