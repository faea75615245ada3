import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { syncToDisk } from '#platform/files/files.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import type { Replacement } from '../restore-plan.ts';
import { databaseName } from './manifest.ts';
import { listUploadKinds, openUploads, uploadKinds } from './upload-kinds.ts';

/** Where a backup is unpacked and checked before it replaces the current content. */
export interface Staging {
  readonly databaseFile: string;
  /** Returns where a path in the archive goes. Throws UnreadableFile for a path that no backup has. */
  placeOf(path: string): string;
  /**
   * Returns how the unpacked content replaces the old, and where the old content goes; clips stay if the backup has
   * none.
   */
  replacements(content: { readonly withoutClips?: boolean | undefined }): Replacement[];
  /** Folders that receive the old content. */
  readonly asideFolders: readonly string[];
  /** When this returns, everything unpacked survives a power cut. */
  sync(): void;
  remove(): void;
}

/**
 * Database, uploads and secrets may be on three disks, and a rename can't cross disks. So each is unpacked next to its
 * final place, and the old content moves to a folder there too.
 */
export function createStaging(
  { folders, databaseFile }: Pick<Config, 'folders' | 'databaseFile'>,
  stamp: string,
): Staging {
  const homes = { database: dirname(databaseFile), uploads: folders.images, secrets: folders.data };
  const staged = (home: string) => join(home, '.restore');
  const aside = (home: string) => join(home, `before-restore-${stamp}`);
  const stagedDatabase = join(staged(homes.database), databaseName);
  const remove = () => {
    // In a truncated archive, a file may still be opening while its folder is deleted.
    const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
    for (const home of Object.values(homes)) rmSync(staged(home), options);
  };
  const sync = () => {
    for (const home of Object.values(homes)) {
      syncFolders(staged(home));
      syncToDisk(home);
    }
  };
  // A restore that was interrupted before its decision left its files here.
  remove();
  mkdirSync(staged(homes.database), { recursive: true, mode: 0o700 });
  mkdirSync(join(staged(homes.secrets), 'secrets'), { recursive: true, mode: 0o700 });
  for (const kind of uploadKinds) mkdirSync(join(staged(homes.uploads), kind), { recursive: true, mode: 0o700 });

  function placeOfUpload(kind: string, name: string): string | undefined {
    const known = uploadKinds.find((uploadKind) => uploadKind === kind);
    const store = known && openUploads(staged(homes.uploads), known);
    if (!store?.isName(name)) return undefined;
    const place = store.path(name);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    return place;
  }

  function find(path: string): string | undefined {
    if (path === databaseName) return stagedDatabase;
    const [top = '', second = '', third, ...more] = path.split('/');
    if (top === 'images' && third !== undefined && more.length === 0) return placeOfUpload(second, third);
    const isSecret = top === 'secrets' && third === undefined && /^[a-z0-9]+\.[a-z0-9]+$/.test(second);
    return isSecret ? join(staged(homes.secrets), 'secrets', second) : undefined;
  }

  return {
    databaseFile: stagedDatabase,
    placeOf(path) {
      const place = find(path);
      if (place === undefined)
        throw new UnreadableFile(`It contains ${JSON.stringify(path)}, which doesn't belong in a backup.`);
      return place;
    },
    replacements: (content) => [
      {
        staged: stagedDatabase,
        place: databaseFile,
        aside: join(aside(homes.database), basename(databaseFile)),
        companions: ['-wal', '-shm', '-journal'],
      },
      ...listUploadKinds(content).map((kind) => ({
        staged: join(staged(homes.uploads), kind),
        place: join(homes.uploads, kind),
        aside: join(aside(homes.uploads), kind),
        companions: [],
      })),
      {
        staged: join(staged(homes.secrets), 'secrets'),
        place: folders.secrets,
        aside: join(aside(homes.secrets), 'secrets'),
        companions: [],
      },
    ],
    asideFolders: [...new Set(Object.values(homes).map(aside))],
    sync,
    remove,
  };
}

/** The files were synced one by one; this syncs their names. */
function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  syncToDisk(folder);
}
