import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** Secrets of this instance; they live beside the database, never in it. */
export interface Secrets {
  /** Key from which login tokens are derived (decision 15). */
  readonly tokenKey: Buffer;
}

const keyBytes = 32;

function readOrCreateKey(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (key.length !== keyBytes)
    throw new UnreadableFile(`${file} is damaged: restore it from a backup, or delete it, which ends all logins.`);
  return key;
}

/**
 * Reads the secrets, making them at the first start; only the service's own user may read the files. Throws
 * UnreadableFile for a damaged one.
 */
export function loadSecrets(folder: string): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { tokenKey: readOrCreateKey(join(folder, 'token.key')) };
}
