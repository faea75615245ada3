import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../support/client.ts';
import { timeoutMilliseconds } from '../../support/timeout.ts';
import type { Actor, Sailor, World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the content of a response depends on the call
type Response = Reply<any>;
type Headers = Record<string, string>;

const pauseMilliseconds = 100;

/** Sends a GET request, again if the service is overloaded (core rule 130); undefined if a kill prevented the response. */
export async function get(world: World, actor: Actor, path: string): Promise<Response | undefined> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    const response = await callService(world, actor, 'GET', path);
    if (response?.status !== 503) return response;
    assert.ok(performance.now() < deadline, `${path} as ${actor.name}: ${response.reason}`);
    await pause(pauseMilliseconds);
  }
}

/** Sends a request; undefined if a kill prevented the response. */
export const send = (world: World, actor: Actor, path: string, body?: unknown): Promise<Response | undefined> =>
  callService(world, actor, 'POST', path, { body });

/** Throws if a service that wasn't killed doesn't respond, or responds with a server error. */
async function callService(
  { service, tally }: World,
  { name, client }: Actor,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Headers } = {},
): Promise<Response | undefined> {
  const deaths = await service.alive();
  try {
    const response = await client.send(method, `/api/v3/${path}`, options);
    const isRejectedRead = method === 'GET' && response.status === 503;
    assert.ok(response.status < 500 || isRejectedRead, `${path} as ${name}: ${response.status} ${response.reason}`);
    if (service.deaths === deaths) return response;
  } catch (error) {
    if (service.deaths === deaths || !isBrokenConnection(error)) throw error;
  }
  // A response that arrives after the decision to kill counts as lost: not every client is quick enough to get it.
  tally.broken += 1;
  return undefined;
}

const isBrokenConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code));

/** One in this many calls is sent twice concurrently, as by an impatient user. */
const repeatOdds = 20;

/**
 * Creates something exactly once, with as many attempts as necessary: repeats the call with its idempotency key until
 * there is a response (decision 35). `createdAt` returns the time of creation from the response.
 */
export async function createOnce(
  world: World,
  sailor: Sailor,
  path: string,
  body: unknown,
  createdAt: (body: Response['body']) => string,
): Promise<Response> {
  const headers = { 'idempotency-key': `${sailor.name}-${world.clock()}` };
  const once = () => callService(world, sailor, 'POST', path, { body, headers });
  const first = await (world.random.below(repeatOdds) === 0 ? sendTwice(world, once) : once());
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

async function sendTwice({ tally }: World, once: () => Promise<Response | undefined>): Promise<Response | undefined> {
  const [first, second] = await Promise.all([once(), once()]);
  tally.twins += 1;
  if (first && second && first.status < 300)
    assert.deepEqual(second.body, first.body, 'one call was carried out twice');
  // The author's rights can change between the two requests, so only a successful response counts.
  return [first, second].find((response) => response && response.status < 300) ?? first ?? second;
}
