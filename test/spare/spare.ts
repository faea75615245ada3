import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import Sqlite from 'better-sqlite3';
import { locateFolders } from '#config/config.ts';
import { getCopyFile, openCopy } from '#spare/follower/copy.ts';
import { createFollower, type Following } from '#spare/follower/follow.ts';
import { createLink } from '#spare/follower/link.ts';
import { createLogMover } from '#spare/follower/log-mover.ts';
import { getSlotFolder, readFollowState } from '#spare/follower/slots.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { createPairingCode, savePairing } from '#spare/wire/pairing.ts';
import type { TestApp } from '../support/app.ts';

/** A second machine in its own folder. */
export interface Spare {
  readonly folder: string;
  /** Everything it has printed. */
  readonly lines: string[];
  readonly following: Following;
  /** Stops following, like a signal does. */
  stop(): Promise<void>;
  /** Follows again, starting from its folder. */
  start(): void;
  /** Whether its folder contains this file. */
  has(path: string): boolean;
  /** Reads everything in the copy that could be promoted; only while nothing follows. */
  dump(): Dump;
}

/** Pairs a machine with the service; returns the code. */
export function pairWith(app: TestApp): string {
  const code = createPairingCode();
  savePairing(app.context.config.folders.secrets, { code });
  return code;
}

/** Starts a machine that follows the service at `url`, until the tests of the file have ended. */
export function startSpare(url: string, code: string): Spare {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-spare-'));
  const folders = locateFolders(folder);
  const spareFolder = join(folder, 'spare');
  const lines: string[] = [];
  let stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let following: Following;
  const mover = createLogMover();

  function start(): void {
    stopped = new AbortController();
    const link = createLink(url, code, 3_000);
    following = createFollower({
      link,
      spareFolder,
      folders: getSharedFolders(folders),
      seed: join(folder, 'gangway.sqlite'),
      port: 1,
      isSecure: false,
      moveLog: mover.move,
      show: () => {},
      say: (line) => void lines.push(line),
      signal: stopped.signal,
    });
    running = following.run().finally(link.close);
  }

  async function stop(): Promise<void> {
    stopped.abort();
    await running;
  }

  start();
  after(async () => {
    await stop();
    mover.end();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    lines,
    start,
    stop,
    get following() {
      return following;
    },
    has: (path) => existsSync(join(folder, path)),
    dump() {
      const { current } = readFollowState(spareFolder) ?? {};
      if (current === undefined) throw new Error('there is no copy yet');
      const slot = getSlotFolder(spareFolder, current);
      if (!openCopy(slot)?.isComplete) throw new Error('the copy is not complete');
      return dumpFile(getCopyFile(slot));
    },
  };
}

/** Every row of every table, by the table's name. */
export type Dump = ReadonlyMap<string, readonly unknown[]>;

/** Reads everything in a database, in the order of its rows. */
export function dumpDatabase(sqlite: Sqlite.Database): Dump {
  const names = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all();
  return new Map(names.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()]));
}

function dumpFile(file: string): Dump {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return dumpDatabase(sqlite);
  } finally {
    sqlite.close();
  }
}
