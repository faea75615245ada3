import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { clipFolder } from '#features/micro-karaoke/index.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { version } from '#platform/machine/version.ts';

/** Name of the first file in every backup. */
export const manifestName = 'manifest.json';
/** Name of the database in every backup. */
export const databaseName = 'database.sqlite';

const byteCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const FileEntry = v.strictObject({ path: v.string(), size: byteCount, sha256: v.string() });
/** A file of a backup: its path in the archive, its bytes, and their SHA-256 in hexadecimal. */
export type FileEntry = v.InferOutput<typeof FileEntry>;

const Manifest = v.object({
  /** Increase it when older programs can't restore the new format. */
  format: v.literal(1),
  /** Version of the program that made the backup. */
  version: v.string(),
  /** Migrations applied to the database. */
  schema: byteCount,
  environment: v.optional(v.string()),
  installationID: v.string(),
  createdAt: v.string(),
  /** Clips were left out. */
  withoutClips: v.optional(v.boolean()),
  /** Row counts by table. */
  rows: v.record(v.string(), byteCount),
  files: v.array(FileEntry),
});
/** The manifest of a backup. */
export type Manifest = v.InferOutput<typeof Manifest>;

/** Throws UnreadableFile for text that isn't a manifest in a known format. */
export function readManifest(text: string): Manifest {
  try {
    return v.parse(Manifest, JSON.parse(text));
  } catch {
    throw new UnreadableFile("This program can't read its manifest.");
  }
}

/** Describes a backup's content, as commands print it. */
export function describeContent({ rows, files }: Manifest): string {
  const countIn = (folder: string) => files.filter(({ path }) => path.startsWith(`images/${folder}/`)).length;
  const clips = countIn(clipFolder);
  const content = `${rows.users ?? 0} accounts, ${rows.events ?? 0} events, ${countIn('full')} pictures`;
  return clips > 0 ? `${content}, ${clips} clips` : content;
}

/** Counts and hashes the bytes of a file. */
export async function hashFile(path: string, file: string): Promise<FileEntry> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path, size: bytes, sha256: hash.digest('hex') };
}

/** The manifest's facts about a database. */
export function describeDatabase(file: string): Omit<Manifest, 'createdAt' | 'files' | 'withoutClips'> {
  const sqlite = new Sqlite(file, { readonly: true });
  const fact = (name: string) =>
    sqlite.prepare<[string], string>('SELECT value FROM installation WHERE name = ?').pluck().get(name);
  try {
    return {
      format: 1,
      version,
      schema: Number(sqlite.pragma('user_version', { simple: true })),
      environment: fact('environment'),
      installationID: fact('installationID') ?? '',
      rows: countRows(sqlite),
    };
  } finally {
    sqlite.close();
  }
}

function countRows(sqlite: Sqlite.Database): Record<string, number> {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .pluck()
    .all();
  return Object.fromEntries(
    tables.filter((name) => !name.startsWith('sqlite_')).map((name) => [name, countRowsOf(sqlite, name)]),
  );
}

/** 0 for a damaged table: the other tables are still worth a backup, and verification reports the damage. */
function countRowsOf(sqlite: Sqlite.Database, table: string): number {
  try {
    return Number(sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) return 0;
    throw error;
  }
}
