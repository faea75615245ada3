import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../support/client.ts';
import type { RunningService, Ship } from '../support/ship.ts';
import type { Ledger } from './ledger.ts';

const writesPerRound = 2000;
/** Each writer is one user who writes about one subject, so that each value has one writer. */
const users = ['james', 'heidi', 'sam', 'verified', 'THO', 'admin'];
const subjectNames = ['moderator', 'DevTeam', 'MicroKaraoke', 'prometheus'];
/** One in this many writes creates an account, which computes an expensive password hash. */
const writesPerAccount = 25;

/** A user who writes about one subject. */
export interface Writer {
  readonly name: string;
  readonly client: Client;
  readonly subjectID: string;
}

/**
 * Kills a service with SIGKILL at a random moment during 2,000 writes by many concurrent clients, and restarts it.
 * Returns how many writes of this round were acknowledged. Throws if a write in the ledger is lost, or if `gangway
 * verify` finds anything wrong.
 */
export async function killRound(ship: Ship, ledger: Ledger): Promise<number> {
  const service = await ship.serve();
  const killedAfter = randomInt(writesPerRound * 0.05, writesPerRound * 0.95);
  let acknowledged = 0;
  const goOn = (): boolean => {
    if (acknowledged === killedAfter) service.signal('SIGKILL');
    acknowledged += 1;
    return acknowledged < writesPerRound;
  };
  const writers = await findWriters(await logInWriters(service));
  await Promise.all(writers.map((writer) => writeUntilKilled(writer, ledger, goOn)));
  assert.equal((await service.ended).signal, 'SIGKILL');

  const verified = await ship.run(['verify']);
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
  const again = await ship.serve();
  ledger.compare(await readAll(await logInWriters(again), ledger.places()));
  assert.equal((await again.end('SIGTERM')).code, 0);
  return acknowledged;
}

async function logIn({ url }: Pick<RunningService, 'url'>, username: string): Promise<Client> {
  const credentials = Buffer.from(`${username}:password`).toString('base64');
  const response = await createClient(url, `Basic ${credentials}`).send('POST', '/api/v3/auth/login');
  assert.equal(response.status, 200, response.reason);
  return createClient(url, `Bearer ${response.body.token}`);
}

/** The users who write, by name. */
export type ClientsByName = ReadonlyMap<string, Client>;

/** Logs in all users who write. */
export const logInWriters = async (service: Pick<RunningService, 'url'>): Promise<ClientsByName> =>
  new Map(await Promise.all(users.map(async (name) => [name, await logIn(service, name)] as const)));

/** Creates the writers, each with a separate value to write. */
export async function findWriters(loggedIn: ClientsByName): Promise<Writer[]> {
  const admin = loggedIn.get('admin');
  assert.ok(admin);
  const subjectIDs = await Promise.all(subjectNames.map((name) => findUserID(admin, name)));
  return [...loggedIn].flatMap(([name, client]) => subjectIDs.map((subjectID) => ({ name, client, subjectID })));
}

/** An overloaded server rejects reads for a while, also at the start of a round on a busy machine. */
async function findUserID(admin: Client, name: string): Promise<string> {
  for (;;) {
    const { status, reason, body } = await admin.send('GET', `/api/v3/users/find/${name}`);
    if (status === 200) return body.userID;
    assert.equal(status, 503, reason);
    await pause(1000);
  }
}

/** Writes until `goOn` returns false; calls it after each acknowledged write. */
export async function writeUntilKilled(
  writer: Writer,
  ledger: Pick<Ledger, 'write'>,
  goOn: () => boolean,
): Promise<void> {
  try {
    for (let number = 0; ; number += 1) {
      await writeAndRecord(writer, ledger, number);
      if (!goOn()) return;
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    // The connection broke: the service is gone.
  }
}

function writeAndRecord(
  { name, client, subjectID }: Writer,
  ledger: Pick<Ledger, 'write'>,
  number: number,
): Promise<void> {
  if (number % writesPerAccount === writesPerAccount - 1) {
    const username = `sailor-${crypto.randomUUID().slice(0, 13)}`;
    const body = { username, password: 'a password' };
    return ledger.write(`account ${username}`, 'there', () => client.send('POST', '/api/v3/user/create', { body }));
  }
  if (number % 2 === 0) {
    const note = `note ${number} at ${performance.now()}`;
    const path = `/api/v3/users/${subjectID}/note`;
    return ledger.write(`note ${name} ${subjectID}`, note, () => client.send('POST', path, { body: { note } }));
  }
  const isFavorite = number % 4 === 1;
  const path = `/api/v3/users/${subjectID}/${isFavorite ? 'favorite' : 'unfavorite'}`;
  const value = isFavorite ? 'yes' : undefined;
  return ledger.write(`favorite ${name} ${subjectID}`, value, () => client.send('POST', path));
}

/** Reads the values stored under the ledger's keys, and perhaps others. */
export async function readAll(loggedIn: ClientsByName, places: readonly string[]): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (const [name, client] of loggedIn) {
    const notes = await client.send('GET', '/api/v3/user/notes');
    for (const { note, targetUser } of notes.body) stored.set(`note ${name} ${targetUser.userID}`, note);
    const favorites = await client.send('GET', '/api/v3/users/favorites');
    for (const { userID } of favorites.body) stored.set(`favorite ${name} ${userID}`, 'yes');
  }
  const admin = loggedIn.get('admin');
  assert.ok(admin);
  for (const place of places.filter((place) => place.startsWith('account '))) {
    const { status } = await admin.send('GET', `/api/v3/users/find/${place.slice('account '.length)}`);
    if (status === 200) stored.set(place, 'there');
  }
  return stored;
}
