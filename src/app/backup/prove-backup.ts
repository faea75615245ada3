import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Inconsistency } from '#area/area.ts';
import { type Config, locateFolders } from '#config/config.ts';
import { openDatabase } from '#db/open.ts';
import { createLog } from '#platform/observing/log.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { areas } from '../areas.ts';
import { openInstance } from '../instance.ts';
import { findKeyFault } from '../token-key.ts';
import { findInconsistencies } from '../verify.ts';
import { BackupFailed } from './backup-failed.ts';
import type { Manifest } from './manifest.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';

/** A backup that can be restored: its manifest, and the inconsistencies in its data. */
export interface ProvedBackup {
  readonly manifest: Manifest;
  readonly inconsistencies: readonly Inconsistency[];
}

/**
 * Verifies a backup: restores it into a folder, which the caller creates and deletes, and opens the result as at
 * startup. Throws BackupFailed, or the startup's error, if it can't be restored and served.
 */
export async function proveBackup(
  config: Config,
  file: string,
  folder: string,
  progress: Progress,
): Promise<ProvedBackup> {
  const place: RestoreTarget = { folders: locateFolders(folder), databaseFile: join(folder, 'gangway.sqlite') };
  const { manifest } = await restoreBackup(
    place,
    createReadStream(file),
    { stamp: 'proof', assertFits: () => {} },
    progress,
  );
  const keyFault = findKeyFaultInDatabase(place);
  if (keyFault !== undefined) throw new BackupFailed(`${file} is incomplete. Its token key ${keyFault}.`);
  progress.announce('verifying the restored copy');
  return { manifest, inconsistencies: await verifyRestored({ ...config, ...place }, manifest) };
}

function findKeyFaultInDatabase({ folders, databaseFile }: RestoreTarget): string | undefined {
  const db = openDatabase(databaseFile);
  try {
    return findKeyFault(db, folders.secrets);
  } finally {
    db.close();
  }
}

async function verifyRestored(config: Config, { withoutClips = false }: Manifest): Promise<Inconsistency[]> {
  const context = openInstance(config, areas, { log: createLog('silent', 'json') });
  try {
    return await findInconsistencies(context, { withoutClips });
  } finally {
    context.db.close();
  }
}
