import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finishInterruptedRestore } from '#app/instance.ts';
import type { Config } from '#config/config.ts';
import { chooseFile } from './backup/choose-file.ts';
import { type GatheredFile, gather } from './backup/gather.ts';
import {
  databaseName,
  describeContent,
  describeDatabase,
  type Manifest,
  manifestName,
  readFileFacts,
} from './backup/manifest.ts';
import { listUploadKinds } from './backup/upload-kinds.ts';
import { openWorkplace } from './backup/workplace.ts';
import { type Source, writeArchive } from './backup/write-archive.ts';
import { createProgress, formatStamp, type Progress, say, warn } from './terminal.ts';
import { assertDatabaseExists } from './with-instance.ts';

/** What the command line may ask for beside the configuration. */
export interface BackupOptions {
  /** Replace a file that exists. */
  readonly force: boolean;
  /** Leave uploaded clips out. */
  readonly withoutClips: boolean;
}

/**
 * Makes one file of database, pictures, clips and secrets, beside a running service or without one, also from a disk that can only
 * be read. Throws CommandFailed for a file that must not be overwritten.
 */
export async function backUp(
  config: Config,
  target: string | undefined,
  { force, withoutClips }: BackupOptions,
): Promise<void> {
  finishInterruptedRestore(config);
  // Before the workplace makes the folder of a mistyped DATA_DIR.
  if (!existsSync(config.databaseFile)) assertDatabaseExists(config.databaseFile);
  const file = chooseFile(target, `gangway-backup-${formatStamp(new Date())}.tar.gz`, config, force);
  const workplace = openWorkplace(config.folders, file);
  const progress = createProgress();
  try {
    const files = await gather(config, workplace.folder, listUploadKinds({ withoutClips }), progress);
    const manifest = { ...(await buildManifest(files, progress)), ...(withoutClips && { withoutClips }) };
    await writeArchive(addManifest(workplace.folder, files, manifest), file, progress);
    progress.end();
    report(file, manifest);
  } finally {
    progress.end();
    workplace.close();
  }
}

/** Reads everything once, for the manifest that comes first in the archive. */
async function buildManifest(files: readonly GatheredFile[], progress: Progress): Promise<Manifest> {
  const facts = [];
  for (const { path, file } of files) {
    progress.show('reading', facts.length, files.length);
    facts.push(await readFileFacts(path, file));
  }
  const database = files.find(({ path }) => path === databaseName)?.file ?? '';
  return { ...describeDatabase(database), createdAt: new Date().toISOString(), files: facts };
}

/** The files to be archived with their sizes, the manifest first. */
function addManifest(folder: string, files: readonly GatheredFile[], manifest: Manifest): Source[] {
  const file = join(folder, manifestName);
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(file, text, { mode: 0o600 });
  const sizes = new Map(manifest.files.map(({ path, size }) => [path, size]));
  return [
    { path: manifestName, file, size: Buffer.byteLength(text) },
    ...files.map(({ path, file }) => ({ path, file, size: sizes.get(path) ?? 0 })),
  ];
}

function report(file: string, manifest: Manifest): void {
  const megabytes = (statSync(file).size / 1_000_000).toFixed(2);
  say(`${file}: ${describeContent(manifest)}, ${megabytes} MB`);
  say(`Keep ${basename(file)} safe: whoever has it can log in as anybody.`);
  if (manifest.withoutClips) say('Uploaded clips are not in it.');
  if (!manifest.files.some(({ path }) => path.startsWith('secrets/')))
    warn('the instance has no token key, so all logins end where this backup is restored');
}
