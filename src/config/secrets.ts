import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, removePath, renamePath, syncToDisk } from '#platform/files/files.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** Secrets of this instance; they're stored next to the database, never in it. */
export interface Secrets {
  /** Key from which login tokens are derived (decision 15). */
  readonly tokenKey: Buffer;
}

const keyBytes = 32;

const getKeyFile = (folder: string): string => join(folder, 'token.key');

/** Returns whether this folder has the secrets of an instance. */
export const hasSecrets = (folder: string): boolean => existsSync(getKeyFile(folder));

/** Returns the secrets in a folder; undefined if there are none. Throws UnreadableFile for a damaged one. */
export const readSecrets = (folder: string): Secrets | undefined =>
  hasSecrets(folder) ? { tokenKey: readKey(getKeyFile(folder)) } : undefined;

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (key.length === keyBytes) return key;
  throw new UnreadableFile(
    `${file} is damaged: restore it from a backup, or start with \`gangway serve --new-token-key\`, which ends all sessions.`,
  );
}

/**
 * Creates missing secrets in a folder; only the service's own user can read the files. If another process creates them
 * first, its secrets are used.
 */
export function createSecrets(folder: string): Secrets {
  const file = getKeyFile(folder);
  makeFolder(folder);
  if (!existsSync(file)) writeKey(file);
  return { tokenKey: readKey(file) };
}

/** Written atomically: half a key after a power cut would look like a damaged key. */
function writeKey(file: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, randomBytes(keyBytes).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The file system may not support hard links.
    if (code !== 'EEXIST') renamePath(draft, file);
  }
  removePath(draft);
  syncToDisk(dirname(file));
}

/** Replaces the secrets in a folder, if there are any. */
export function replaceSecrets(folder: string): Secrets {
  removePath(getKeyFile(folder));
  return createSecrets(folder);
}
