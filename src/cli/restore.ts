import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { BackupFailed } from '#app/backup/backup-failed.ts';
import { describeContent, type Manifest } from '#app/backup/manifest.ts';
import { type Restored, restoreBackup } from '#app/backup/restore-backup.ts';
import { lockInstance } from '#app/instance-lock.ts';
import { finishRestore } from '#app/restore-plan.ts';
import { type Config, isDevelopmentEnvironment } from '#config/config.ts';
import { formatTimestamp, makeFolder } from '#platform/files/files.ts';
import { dropPrivilegesToOwner } from '#platform/processes/owner.ts';
import { CommandFailed } from './failure.ts';
import { createProgress, say, warn } from './terminal.ts';
import { sendAuditLine } from './with-instance.ts';

/**
 * Replaces the current content with a backup and keeps the old content. First unpacks and checks all of it and touches
 * nothing before; after that, the next start recovers from a crash. When run by root, everything belongs to the owner
 * of the data folder afterwards.
 */
export async function restore(config: Config, file: string): Promise<void> {
  // Checked before the lock creates the folder of a mistyped DATA_DIR, and while root may still read any file.
  const source = createReadStream(file);
  await once(source, 'open');
  dropPrivilegesToOwner(config.folders.data);
  makeFolder(dirname(config.databaseFile));
  const lock = lockInstance(config);
  const progress = createProgress();
  try {
    finishRestore(config.folders.data);
    const stamp = formatTimestamp(new Date());
    const assertFits = (manifest: Manifest) => assertSameEnvironment(config, manifest);
    const restored = await restoreBackup(config, source, { stamp, assertFits }, progress);
    progress.end();
    const { createdAt, version } = restored.manifest;
    sendAuditLine(config, 'a backup was restored', { file: basename(file), madeAt: createdAt, madeByVersion: version });
    report(restored);
  } catch (error) {
    if (error instanceof BackupFailed) throw new CommandFailed(`${error.message} Nothing was changed.`);
    throw error;
  } finally {
    source.destroy();
    progress.end();
    lock.release();
  }
}

function assertSameEnvironment(config: Config, { environment }: Manifest): void {
  if (environment === undefined || isDevelopmentEnvironment(environment) === config.isDevelopment) return;
  throw new CommandFailed(`It was made in the ${environment} environment: use --env ${environment}.`);
}

function report({ manifest, asideFolders }: Restored): void {
  say(`restored the backup of ${manifest.createdAt}, made by version ${manifest.version}`);
  say(describeContent(manifest));
  if (manifest.withoutClips) say("it doesn't include uploaded clips; the ones already here were kept");
  if (!manifest.files.some(({ path }) => path.startsWith('secrets/')))
    warn('it has no token key: start once with `gangway serve --new-token-key`, which ends all sessions');
  const kept = asideFolders.filter((folder) => existsSync(folder));
  if (kept.length > 0) say(`the previous data was moved to ${kept.join(' and ')}: delete it once everything works`);
}
