import assert from 'node:assert/strict';
import {
  type ClientsByName,
  findWriters,
  readAll,
  type Writer,
  writeUntilKilled,
} from '../../test/durability/kill-round.ts';
import type { Reply } from '../../test/support/client.ts';
import { createClient } from '../../test/support/client.ts';
import { openShip } from '../../test/support/ship.ts';
import { readDisk } from './disk.ts';
import { compareWith, type Fault, findFaults, findFaultsOfPrograms } from './inspect.ts';
import { createLedger, type Ledger, type Value } from './ledger.ts';
import { createClients, logInPeople, namesOfPeople, type Person } from './people.ts';
import { buildRecording, startRecorder } from './recording.ts';
import { provideSeeds } from './sailing.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';

/** The first start of a service, and the first people who log in and write. */
export async function openFirstStartScenario({ change }: ScenarioOptions): Promise<Scenario> {
  const ship = openShip();
  try {
    provideSeeds(ship);
    const before = readDisk(ship.folder);
    const recorder = startRecorder(ship);
    const service = await recorder.serve();
    const ledger = createLedger();
    const people = await logIn(service.url, ledger);
    const writers = await findWriters(createClients(service.url, people));
    await Promise.all(writers.map((writer) => writeTimes(writer, ledger)));
    assert.equal((await service.end('SIGTERM')).code, 0);
    const recording = buildRecording(before, ship.folder, change(await recorder.finish()));
    recorder.close();
    return {
      recording,
      folder: ship.folder,
      acknowledged: ledger.countAcknowledged(Number.POSITIVE_INFINITY, recording.answers),
      async inspect(_left, moment, isThorough) {
        const look = async (url: string): Promise<Fault[]> => {
          const stored = await readStored(url, people, ledger);
          return compareWith(ledger, stored, moment, recording.answers);
        };
        const faults = await findFaults(ship, look);
        return isThorough ? [...faults, ...(await findFaultsOfPrograms(ship, look))] : faults;
      },
      close: ship.close,
    };
  } catch (error) {
    ship.close();
    throw error;
  }
}

/** Tokens are in the ledger: they must stay valid as long as the key of their instance. */
async function logIn(url: string, ledger: Ledger): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of namesOfPeople) {
    const credentials = `Basic ${Buffer.from(`${name}:password`).toString('base64')}`;
    await ledger.writeAll(
      [getTokenKey(name)],
      (): Promise<Reply<{ token: string }>> => createClient(url, credentials).send('POST', '/api/v3/auth/login'),
      ({ body: { token } }) => {
        people.push({ name, token });
        return new Map([[getTokenKey(name), token]]);
      },
    );
  }
  return people;
}

const getTokenKey = (name: string): string => `token ${name}`;

const writesPerPerson = 12;

function writeTimes(writer: Writer, ledger: Ledger): Promise<void> {
  let left = writesPerPerson;
  return writeUntilKilled(writer, ledger, () => {
    left -= 1;
    return left > 0;
  });
}

/** Everyone can log in, whatever was acknowledged. */
async function readStored(url: string, people: readonly Person[], ledger: Ledger): Promise<Map<string, string>> {
  const stored = await readAll(createClients(url, await logInPeople(url)), ledger.places());
  for (const [name, token] of await findValidTokens(url, people)) if (token) stored.set(getTokenKey(name), token);
  return stored;
}

async function findValidTokens(url: string, people: readonly Person[]): Promise<[name: string, token: Value][]> {
  const clients: ClientsByName = createClients(url, people);
  return Promise.all(
    people.map(async ({ name, token }): Promise<[string, Value]> => {
      const answer = await clients.get(name)?.send('GET', '/api/v3/user/whoami');
      return [name, answer?.status === 200 ? token : undefined];
    }),
  );
}
