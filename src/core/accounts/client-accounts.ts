import { existsSync, readFileSync } from 'node:fs';
import { normalizeLines } from '#platform/text.ts';

/** A registered client: an account of level `client` that an app logs in to (decision 45). */
export interface ClientAccount {
  readonly username: string;
  readonly level: 'client';
  readonly password: string;
  readonly recoveryKey: string | undefined;
}

/** Reads lines `name:password:recovery key`; the one named `client` is a sample and passed over. */
export function readClientAccounts(file: string): ClientAccount[] {
  if (!existsSync(file)) return [];
  return normalizeLines(readFileSync(file, 'utf8')).split('\n').flatMap(readLine);
}

function readLine(line: string): ClientAccount[] {
  const [username = '', password = '', recoveryKey] = line.split(':').map((part) => part.trim());
  if (username === '' || username.startsWith('#') || username.toLowerCase() === 'client' || password === '') return [];
  return [{ username, level: 'client', password, recoveryKey: recoveryKey || undefined }];
}
