import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { removePathAsync, renamePathAsync, syncToDiskAsync } from '#platform/files/files.ts';
import { walkUp } from '#platform/files/paths.ts';
import { isHidden, locate, type SharedFolders } from '../server/file-list.ts';
import { File, type FileEntry, Files } from '../wire/messages.ts';
import type { ShowProgress } from './fetch-base.ts';
import type { Link } from './link.ts';

/** The server's files that aren't here yet. */
export interface FileFetching {
  /** Names of the server's files that aren't here; undefined until they've been compared once. */
  readonly missing: number | undefined;
  /**
   * Deletes and fetches what has changed since the last round; the first round of a session compares everything.
   * Deletes nothing once `late` is aborted: this machine may serve by then, and store files the server has never had.
   */
  fetchChanges(session: string, late?: AbortSignal): Promise<void>;
}

const maxConcurrentFiles = 4;

/** Files the server no longer has, by their path here, with how often the log must have been at its end first. */
type PendingRemovals = Map<string, number>;

/**
 * Keeps folders identical to the server's. `countEnds` returns how often the log has been at its end: what the server
 * deleted is deleted here once the rows that referred to it are gone too.
 */
export function createFileFetching(
  link: Link,
  folders: SharedFolders,
  show: ShowProgress,
  countEnds: () => number,
  say: (line: string) => void = () => {},
): FileFetching {
  const removals: PendingRemovals = new Map();
  const unstorable = new Set<string>();
  let comparedSession: string | undefined;
  let missing: number | undefined;

  async function fetchAll(session: string, wanted: FileEntry[]): Promise<void> {
    const total = wanted.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    let rest = wanted.length;
    missing = rest;
    const fetchSome = async () => {
      for (let entry = wanted.shift(); entry; entry = wanted.shift()) {
        await fetchFile(link, session, folders, entry);
        rest--;
        missing = rest;
        done += entry.size;
        if (total > 0) show('fetching pictures and other files', done, total);
      }
    };
    const changed = new Set(wanted.map(({ folder, name }) => locate(folders, folder, name)));
    await Promise.all(Array.from({ length: maxConcurrentFiles }, fetchSome));
    await syncFoldersOf(changed, folders);
  }

  /** Logs each file once that can't be stored here under its name. */
  function sayUnstorable(listed: readonly FileEntry[]): void {
    for (const { folder, name } of listed) {
      const path = `${folder}/${name}`;
      if (unstorable.has(path) || locate(folders, folder, name) !== undefined) continue;
      unstorable.add(path);
      say(`${JSON.stringify(path)} can't be stored here under this name: rename it on the server`);
    }
  }

  return {
    get missing() {
      return missing;
    },
    async fetchChanges(session, late) {
      const isWhole = session !== comparedSession;
      await removeDueFiles(removals, countEnds(), late);
      const { head: listed } = await link.ask({ ask: 'files', session, isWhole }, Files);
      sayUnstorable(listed.files);
      // The response after the next one is the first that is requested after this listing arrived.
      await updateRemovals(folders, listed, removals, countEnds() + 2);
      // Before fetching, which may take long: a hand-over doesn't wait for it.
      await removeDueFiles(removals, countEnds(), late);
      await fetchAll(
        session,
        listed.files.filter((entry) => !isAlreadyStored(folders, entry)),
      );
      comparedSession = session;
    },
  };
}

/**
 * Files never change once they have a name, except the crew's own; for those a different size usually shows the change.
 */
function isAlreadyStored(folders: SharedFolders, { folder, name, size }: FileEntry): boolean {
  const path = locate(folders, folder, name);
  return path === undefined || statSync(path, { throwIfNoEntry: false })?.size === size;
}

/** Once for each folder and its parents, because many of the thousands of files of a first round share a folder. */
async function syncFoldersOf(paths: ReadonlySet<string | undefined>, folders: SharedFolders): Promise<void> {
  const highest = new Set(Object.values(folders).map((folder) => dirname(resolve(folder))));
  const fetchedInto = new Set([...paths].flatMap((path) => (path === undefined ? [] : dirname(path))));
  const changed = new Set<string>();
  for (const folder of fetchedInto)
    for (const above of walkUp(folder)) {
      changed.add(above);
      if (highest.has(above)) break;
    }
  // The folder may be missing if the server deleted its files meanwhile.
  for (const folder of changed) if (existsSync(folder)) await syncToDiskAsync(folder);
}

/** Writes all of a file or nothing; its name survives a power cut once the folder is synced. */
async function fetchFile(link: Link, session: string, folders: SharedFolders, entry: FileEntry): Promise<void> {
  const path = locate(folders, entry.folder, entry.name);
  if (path === undefined) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Without the name, which may already be as long as the disk allows.
  const draft = join(dirname(path), `.${randomUUID()}.part`);
  try {
    if (!(await fetchInto(link, session, entry, draft))) return;
    await renamePathAsync(draft, path);
  } finally {
    await removePathAsync(draft);
  }
}

/** False if the file was deleted meanwhile. */
async function fetchInto(link: Link, session: string, { folder, name }: FileEntry, draft: string): Promise<boolean> {
  const { head, body } = await link.askForStream({ ask: 'file', session, folder, name }, File);
  if (head.isGone) return false;
  await writeFile(draft, body, { flag: 'wx', mode: 0o600, flush: true });
  return true;
}

/** Finds files that the server has deleted, or has again. */
async function updateRemovals(
  folders: SharedFolders,
  { folders: listed, files }: Files,
  removals: PendingRemovals,
  dueAt: number,
): Promise<void> {
  const paths = new Set(files.map(({ folder, name }) => locate(folders, folder, name)));
  for (const path of paths) if (path !== undefined) removals.delete(path);
  for (const file of await listLocalFiles(folders, listed)) {
    if (!paths.has(file) && !removals.has(file)) removals.set(file, dueAt);
  }
}

/** Lists paths of files here that the server may have too. */
async function listLocalFiles(folders: SharedFolders, listed: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of listed) {
    const path = locateFolder(folders, folder);
    if (path === undefined || !existsSync(path)) continue;
    const entries = await readdir(path, { withFileTypes: true });
    const shared = entries.filter((entry) => entry.isFile() && !isHidden(entry.name));
    found.push(...shared.map(({ name }) => join(path, name)));
  }
  return found;
}

/** A power cut must not bring them back, because this machine may have to serve after it. */
async function removeDueFiles(removals: PendingRemovals, ends: number, late?: AbortSignal): Promise<void> {
  const changed = new Set<string>();
  for (const [file, dueAt] of removals) {
    if (late?.aborted) break;
    if (dueAt > ends) continue;
    removals.delete(file);
    await removePathAsync(file);
    changed.add(dirname(file));
  }
  for (const folder of changed) if (existsSync(folder)) await syncToDiskAsync(folder);
}

function locateFolder(folders: SharedFolders, folder: string): string | undefined {
  const marker = locate(folders, folder, 'x');
  return marker && dirname(marker);
}
