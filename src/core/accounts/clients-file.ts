import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { foldUsername } from '#core/users/index.ts';
import { newUsername } from '#core/users/records.ts';
import { normalizeLines } from '#platform/text/lines.ts';

/** A service account as named in the crew's file. */
export interface RegisteredClient {
  readonly username: string;
  readonly password: string;
  readonly recoveryKey: string | undefined;
}

/** The accounts in a clients file, and a warning for each ignored line, without its secrets. */
export interface ClientsFile {
  readonly clients: readonly RegisteredClient[];
  readonly faults: readonly string[];
}

/** Reads registered clients from lines `name:password:recovery key` (decision 45). Returns none if there is no file. */
export function readClientsFile(file: string): ClientsFile {
  const [clients, faults]: [RegisteredClient[], string[]] = [[], []];
  const names = new Set<string>();
  const lines = existsSync(file) ? normalizeLines(readFileSync(file, 'utf8')).split('\n') : [];
  for (const [index, line] of lines.entries()) {
    const [username = '', password = '', recoveryKey] = line.split(':').map((part) => part.trim());
    if (isIgnored(username, line)) continue;
    const fault = findInvalidLine(username, password, names);
    if (fault === undefined) {
      names.add(foldUsername(username));
      clients.push({ username, password, recoveryKey: recoveryKey || undefined });
    } else faults.push(`line ${index + 1} of ${file} was skipped: ${fault}`);
  }
  return { clients, faults };
}

/** Skips comments, blank lines and the sample account named `client`. */
const isIgnored = (username: string, line: string): boolean =>
  line.trim() === '' || username.startsWith('#') || foldUsername(username) === 'client';

function findInvalidLine(username: string, password: string, earlier: ReadonlySet<string>): string | undefined {
  const { issues } = v.safeParse(newUsername, username);
  if (issues) return issues[0].message;
  if (password === '') return 'the password is missing: lines are name:password:recovery key';
  return earlier.has(foldUsername(username)) ? `${username} is already on an earlier line` : undefined;
}
