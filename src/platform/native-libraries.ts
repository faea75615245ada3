import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { locateEmbedded, readEmbedded } from './embedded-files.ts';

/** What the build says of the native libraries inside the executable; the id changes with their content. */
interface LibraryList {
  readonly id: string;
  /** Paths below node_modules, where the compressed libraries lie, with their full sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/**
 * Lets native libraries inside the executable load. The system loads them from real files only, so they are unpacked
 * once into the instance's cache, when the first of them is asked for: `gangway --help` leaves nothing behind.
 */
export function useUnpackedLibraries(): void {
  const load = process.dlopen;
  const embedded = locateEmbedded('node_modules');
  let folder: string | undefined;
  process.dlopen = (module, file, ...flags) => {
    if (!file.startsWith(embedded)) return load(module, file, ...flags);
    folder ??= unpackedLibraries();
    return load(module, join(folder, file.slice(embedded.length)), ...flags);
  };
}

/** Folder with all libraries, unpacked now if need be; ends the process when there is no place for them. */
function unpackedLibraries(): string {
  const list: LibraryList = JSON.parse(readEmbedded('native-libraries.json').toString('utf8'));
  const failures: unknown[] = [];
  for (const cacheFolder of [() => process.env.PKG_NATIVE_CACHE_PATH || join(dataFolder(), 'cache'), temporaryFolder]) {
    try {
      const place = cacheFolder();
      const folder = unpackInto(place, list);
      // For the processes that this one starts.
      process.env.PKG_NATIVE_CACHE_PATH = place;
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  // An error thrown from here would drown in the explanations of the package that asked.
  process.stderr.write(
    `gangway: no place to unpack native libraries, DATA_DIR must be writable (${failures.join('; ')})\n`,
  );
  process.exit(1);
}

/** The data folder, found before the configuration proper is read: that comes with modules that need the libraries. */
function dataFolder(): string {
  const { env } = parseArgs({ options: { env: { type: 'string' } }, strict: false }).values;
  const file = `${env ?? process.env.VAPOR_ENV ?? 'development'}.env`;
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return resolve(process.env.DATA_DIR || fromFile.DATA_DIR || 'data');
}

/** A folder for this user alone: a library that somebody else could put there would run as us. */
function temporaryFolder(): string {
  const folder = join(tmpdir(), `gangway-${process.getuid?.()}`);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const found = lstatSync(folder);
  const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  return ours ? folder : mkdtempSync(`${folder}-`);
}

/** Unpacks beside the place and moves there in one step, so that a second process or a power cut meets all or nothing. */
function unpackInto(cacheFolder: string, list: LibraryList): string {
  const folder = join(cacheFolder, `native-${list.id}`);
  if (isComplete(folder, list)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    for (const { path } of list.files) unpackFile(path, draft);
    moveIntoPlace(draft, folder, list);
  } finally {
    rmSync(draft, { recursive: true, force: true });
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
    if (!isComplete(folder, list)) rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster.
    if (!isComplete(folder, list)) throw error;
  }
}

function isComplete(folder: string, list: LibraryList): boolean {
  return list.files.every(({ path, size }) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size);
}
