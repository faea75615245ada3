import { statSync } from 'node:fs';
import { findOtherOwner } from '#platform/processes/owner.ts';
import type { Config } from './config.ts';

/** Something in the settings that the crew should look at; it doesn't prevent a start. */
export interface SettingWarning {
  readonly about: 'names' | 'address' | 'backup' | 'owner';
  readonly sentence: string;
}

/** Lists what the crew should look at in the settings. */
export function listSettingWarnings(config: Config): SettingWarning[] {
  const { environment, unknownVariables } = config;
  const unknown = `${environment}.env sets what this program does not know: ${unknownVariables.join(', ')}. Check the spelling.`;
  return [
    ...(unknownVariables.length > 0 ? [{ about: 'names', sentence: unknown } as const] : []),
    ...(config.isDevelopment ? [] : warnAboutMissing(config)),
    ...warnAboutBackupDisk(config),
    ...warnAboutRoot(config),
  ];
}

function warnAboutMissing({ hasExternalURL, externalURL, backups }: Config): SettingWarning[] {
  const address = `EXTERNAL_URL is not set, so links in calendars and songs start with ${externalURL}, which phones can't reach: set it to the address phones use.`;
  return [
    ...(hasExternalURL ? [] : [{ about: 'address', sentence: address } as const]),
    ...(backups.folder === undefined
      ? [{ about: 'backup', sentence: 'BACKUP_DIR is not set, so there are no nightly backups.' } as const]
      : []),
  ];
}

function warnAboutBackupDisk({ backups, folders }: Config): SettingWarning[] {
  const { folder } = backups;
  if (folder === undefined) return [];
  const warn = (sentence: string): SettingWarning[] => [{ about: 'backup', sentence }];
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return warn(`BACKUP_DIR ${folder} is not a folder: is its disk connected?`);
  if (found.dev !== statSync(folders.data).dev) return [];
  return warn(`BACKUP_DIR ${folder} is on the same disk as the data: if it fails, both are lost.`);
}

/** Files that root writes would be unreadable when the service is next started as its own user. */
function warnAboutRoot({ folders }: Config): SettingWarning[] {
  const owner = findOtherOwner(folders.data);
  if (!owner) return [];
  const sentence = `The service runs as root, but ${folders.data} belongs to user ${owner.uid}, who won't be able to read new files: run it as that user.`;
  return [{ about: 'owner', sentence }];
}
