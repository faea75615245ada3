import assert from 'node:assert/strict';
import type { Reply } from '../../support/client.ts';
import type { Sailor, World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is in an answer depends on the call
type Answer = Reply<any>;
type Headers = Record<string, string>;

/** Gets something; undefined when a kill has swallowed the answer. */
export const get = (world: World, sailor: Sailor, path: string): Promise<Answer | undefined> =>
  ask(world, sailor, 'GET', path);

/** Sends something; undefined when a kill has swallowed the answer. */
export const send = (world: World, sailor: Sailor, path: string): Promise<Answer | undefined> =>
  ask(world, sailor, 'POST', path);

/** Throws when a service that was not killed does not answer, or says that it is at fault. */
async function ask(
  { service, tally }: World,
  { name, client }: Sailor,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Headers } = {},
): Promise<Answer | undefined> {
  const deaths = await service.alive();
  try {
    const response = await client.send(method, `/api/v3/${path}`, options);
    assert.ok(response.status < 500, `${path} as ${name}: ${response.status} ${response.reason}`);
    if (service.deaths === deaths) return response;
  } catch (error) {
    if (service.deaths === deaths || !isBrokenConnection(error)) throw error;
  }
  // What is still answered once the kill is decided counts as swallowed: not every client is quick enough to hear it.
  tally.broken += 1;
  return undefined;
}

/** Node's fetch says so of whatever goes wrong on the way. */
const isBrokenConnection = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

/** One in so many calls is sent twice at once, as by somebody impatient. */
const oneInImpatient = 20;

/**
 * Creates something once, however often it takes: with a idempotency key the call is repeated until there is an answer
 * (decision 35). `createdAt` finds in the answer when the row was made.
 */
export async function createOnce(
  world: World,
  sailor: Sailor,
  path: string,
  body: unknown,
  createdAt: (body: Answer['body']) => string,
): Promise<Answer> {
  const headers = { 'idempotency-key': `${sailor.name}-${world.clock()}` };
  const once = () => ask(world, sailor, 'POST', path, { body, headers });
  const first = await (world.random.below(oneInImpatient) === 0 ? twice(world, once) : once());
  if (first) return first;
  for (;;) {
    await world.service.alive();
    const before = Date.now();
    const response = await once();
    world.tally.retried += 1;
    if (!response) continue;
    if (response.status < 300 && Date.parse(createdAt(response.body)) < before) world.tally.foundThere += 1;
    return response;
  }
}

async function twice({ tally }: World, once: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  const [one, other] = await Promise.all([once(), once()]);
  tally.twins += 1;
  if (one && other && one.status < 300) assert.deepEqual(other.body, one.body, 'one call was carried out twice');
  return one ?? other;
}
