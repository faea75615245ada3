import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { removePath, renamePath } from '../files/files.ts';
import { runAsOwner } from '../processes/owner.ts';
import { locateEmbedded, readEmbedded } from './embedded-files.ts';
import { hasFileModes } from './operating-system.ts';

/** The build's manifest of native libraries inside the executable; the id changes with their content. */
interface LibraryList {
  readonly id: string;
  /** Paths of the compressed libraries below node_modules, with their uncompressed sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/**
 * Makes native libraries inside the executable loadable. The system loads only real files, so they're unpacked once
 * into the instance's cache, when the first one is requested: `gangway --help` leaves nothing behind.
 */
export function useUnpackedLibraries(): void {
  const loadFile = process.dlopen;
  const embedded = locateEmbedded('node_modules');
  let folder: string | undefined;
  process.dlopen = (module, named, ...flags) => {
    // Windows requests files by a path that begins with \\?\.
    const file = named.replace(/^\\\\\?\\/, '');
    if (!file.startsWith(embedded)) return loadFile(module, file, ...flags);
    const loadFrom = (folder: string) => loadFile(module, join(folder, file.slice(embedded.length)), ...flags);
    if (folder !== undefined) return loadFrom(folder);
    const list: LibraryList = JSON.parse(readEmbedded('native-libraries.json').toString('utf8'));
    const places = [chooseCacheFolder, temporaryFolder];
    const found = loadFromFirstUsableFolder(
      places,
      (place) => runAsOwner(place, () => unpackInto(place, list)),
      loadFrom,
    );
    // An error thrown from here would be buried in the loading package's own explanations.
    if ('failure' in found) exitWithError(found.failure);
    folder = found.folder;
    // For this process's child processes.
    process.env.PKG_NATIVE_CACHE_PATH = found.place;
  };
}

function exitWithError(sentence: string): never {
  process.stderr.write(`gangway: ${sentence}\n`);
  process.exit(1);
}

/** Returns the libraries' path, or a sentence that explains why they can't be unpacked. */
type Found = { readonly place: string; readonly folder: string } | { readonly failure: string };

/**
 * Loads a library from the first folder where it can be unpacked and executed: a disk mounted `noexec` accepts files
 * but loads none. Throws what loading throws for any other reason.
 */
export function loadFromFirstUsableFolder(
  places: readonly (() => string)[],
  unpack: (place: string) => string,
  load: (folder: string) => void,
): Found {
  const failures: string[] = [];
  for (const findPlace of places) {
    const tried = tryFolder(findPlace, unpack);
    if ('failure' in tried) {
      failures.push(tried.failure);
      continue;
    }
    try {
      load(tried.folder);
      return tried;
    } catch (error) {
      if (!isExecutionForbidden(error)) throw error;
      failures.push(`${tried.place} is on a disk mounted noexec`);
    }
  }
  return {
    failure:
      "can't unpack native libraries: set CACHE_DIR to a folder this user can write to, on a disk " +
      `that allows running programs (${failures.join('; ')}).`,
  };
}

function tryFolder(findPlace: () => string, unpack: (place: string) => string): Found {
  try {
    const place = findPlace();
    return { place, folder: unpack(place) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Messages of the system's loader, which has no codes. */
const isExecutionForbidden = (error: unknown): boolean =>
  error instanceof Error && /failed to map segment|operation not permitted/i.test(error.message);

/** Returns the configured folder, else one in the data folder. */
const chooseCacheFolder = (): string => {
  const { PKG_NATIVE_CACHE_PATH: found, CACHE_DIR: chosen, DATA_DIR: data } = readVariables();
  return resolve(found || chosen || join(data || 'data', 'cache'));
};

/** Read before the full configuration, whose modules need the libraries. */
function readVariables(): Record<string, string | undefined> {
  const { env } = parseArgs({ options: { env: { type: 'string' } }, strict: false }).values;
  const file = `${env ?? process.env.VAPOR_ENV ?? 'development'}.env`;
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const present = Object.entries(process.env).filter(([, value]) => value);
  return { ...fromFile, ...Object.fromEntries(present) };
}

/** Creates a folder that only this user can write: a library planted by another user would run as us. */
function temporaryFolder(): string {
  // On Windows every user has their own temporary folder.
  const folder = join(tmpdir(), `gangway-${process.getuid?.() ?? 'libraries'}`);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn = !hasFileModes || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
  const ours = found.isDirectory() && isOwn;
  return ours ? folder : mkdtempSync(`${folder}-`);
}

/** Unpacks to a temporary folder and renames it, so a second process or a power cut sees all or nothing. */
function unpackInto(cacheFolder: string, list: LibraryList): string {
  const folder = join(cacheFolder, `native-${list.id}`);
  if (isComplete(folder, list)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    for (const { path } of list.files) unpackFile(path, draft);
    moveIntoPlace(draft, folder, list);
  } finally {
    removePath(draft);
  }
  return folder;
}

function unpackFile(path: string, folder: string): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, zstdDecompressSync(readEmbedded(`node_modules/${path}`)), { flush: true });
}

function moveIntoPlace(draft: string, folder: string, list: LibraryList): void {
  try {
    if (!isComplete(folder, list)) removePath(folder);
    renamePath(draft, folder);
  } catch (error) {
    // Another process was faster.
    if (!isComplete(folder, list)) throw error;
  }
}

function isComplete(folder: string, list: LibraryList): boolean {
  return list.files.every(({ path, size }) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size);
}
