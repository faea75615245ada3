import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type Client, createClient } from '../support/client.ts';
import { type Outcome, openShip, type Ship } from '../support/ship.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

export type { Options, Outcome, RunningService, Ship } from '../support/ship.ts';

/** Creates a ship that is removed after the tests of the file. */
export function createShip(environment: Record<string, string> = {}): Ship {
  const ship = openShip(environment);
  after(() => ship.close());
  return ship;
}

/** Returns a Basic header with name and password. */
export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Logs in to a service in a separate process. */
export async function logIn(url: string, username: string, password = 'password'): Promise<Client & { token: string }> {
  const { status, body, reason } = await createClient(url, basicAuthorization(username, password)).send(
    'POST',
    '/api/v3/auth/login',
  );
  if (status !== 200) throw new Error(`${username} cannot log in: ${status} ${reason}`);
  return { ...createClient(url, `Bearer ${body.token}`), token: body.token };
}

/** Returns the only sentence with which a command ended. */
export const getErrorSentence = ({ stderr }: Outcome): string => {
  const lines = stderr.split('\n').filter((line) => line.startsWith('gangway: '));
  if (lines.length !== 1) throw new Error(`not one sentence:\n${stderr}`);
  return lines[0] ?? '';
};

/** Reads until the response is as expected: a running service takes a moment to notice what a command did. */
export async function readUntil<Response>(
  read: () => Promise<Response>,
  isExpected: (response: Response) => boolean,
): Promise<Response> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    const response = await read();
    if (isExpected(response) || performance.now() > deadline) return response;
    await pause(20);
  }
}

/** Parses the printed table into numbers by label. */
export function parseCounts({ stdout }: Outcome): Record<string, number> {
  const rows = [...stdout.matchAll(/^(added|changed|restored|deleted|unchanged) +(\d+)$/gm)];
  return Object.fromEntries(rows.map(([, word = '', number]) => [word, Number(number)]));
}

/** Changes the database without the service, like damage does. */
export function damageDatabase({ data }: Ship, statements: string): void {
  const sqlite = new Sqlite(join(data, 'gangway.sqlite'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.unsafeMode();
  sqlite.exec(statements);
  sqlite.close();
}
