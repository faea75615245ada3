import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { listEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';
import type { Database } from './open.ts';

/** Marks the file as Gangway's own: the letters GWAY. */
const applicationID = 0x47574159;

/** This program can't use the database file; the message says why and what to do. */
export class UnusableDatabase extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableDatabase';
  }
}

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The migrations included in the program, in order. The database's `user_version` counts those applied. */
export function listEmbeddedMigrations(): Migration[] {
  return listEmbedded('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readEmbedded(`migrations/${name}`).toString('utf8') }));
}

interface FileState {
  readonly version: number;
  readonly application: number;
  readonly empty: boolean;
}

function readFileState(file: string): FileState {
  if (!existsSync(file)) return { version: 0, application: 0, empty: true };
  try {
    return readState(file);
  } catch (error) {
    throw new UnusableDatabase(
      `${file} cannot be read as a database: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function readState(file: string): FileState {
  try {
    return readStateWith(file, { readonly: true });
  } catch (error) {
    // A power cut in the middle of a write without the log has left a journal that must be rolled back first.
    if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_READONLY'))) throw error;
    return readStateWith(file, { fileMustExist: true });
  }
}

function readStateWith(file: string, options: Sqlite.Options): FileState {
  const sqlite = new Sqlite(file, options);
  try {
    return {
      version: Number(sqlite.pragma('user_version', { simple: true })),
      application: Number(sqlite.pragma('application_id', { simple: true })),
      empty: sqlite.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0,
    };
  } finally {
    sqlite.close();
  }
}

/**
 * Rejects a file that isn't Gangway's or was written by a newer program, without touching it. Returns the number of
 * pending migrations.
 */
export function checkDatabaseFile(file: string): { pending: number; isNew: boolean } {
  const state = readFileState(file);
  const known = listEmbeddedMigrations().length;
  if (!state.empty && state.application !== applicationID) {
    throw new UnusableDatabase(`${file} is not a Gangway database; it was left untouched`);
  }
  if (state.version > known) {
    throw new UnusableDatabase(
      `${file} was written by a newer Gangway (schema ${state.version}, this program knows ${known}); ` +
        'it was left untouched. Use the newer program, or restore a backup made by this one',
    );
  }
  return { pending: known - state.version, isNew: state.empty };
}

/** Throws UnusableDatabase when there is none yet. */
export function assertDatabaseExists(databaseFile: string): void {
  if (!checkDatabaseFile(databaseFile).isNew) return;
  throw new UnusableDatabase(`No database at ${databaseFile} yet: check DATA_DIR, or start the service once.`);
}

/** Applies all pending migrations or none. Returns their names. */
export function migrate(db: Database): string[] {
  const version = Number(db.sqlite.pragma('user_version', { simple: true }));
  const pending = listEmbeddedMigrations().slice(version);
  if (pending.length === 0) return [];
  db.transaction(() => {
    for (const { sql } of pending) {
      for (const part of sql.split('--> statement-breakpoint')) db.sqlite.exec(part);
    }
    db.sqlite.pragma(`user_version = ${version + pending.length}`);
    db.sqlite.pragma(`application_id = ${applicationID}`);
  });
  return pending.map(({ name }) => name);
}
