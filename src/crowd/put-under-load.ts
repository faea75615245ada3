import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Call, chooseAction, poll } from './actions.ts';
import { ask, openServer, type Server } from './ask.ts';
import type { Crowd, Passenger } from './crowd.ts';
import { createRandom } from './random.ts';

/** The load to create. */
export interface LoadOptions {
  readonly seconds: number;
  /** Warm-up at the same rate, not measured: it opens connections, one at a time. */
  readonly warmUpSeconds: number;
  /** How often each person polls. */
  readonly secondsBetweenPolls: number;
  readonly actionsPerSecond: number;
  /** Whether everyone has a notification socket open. */
  readonly hasSockets: boolean;
}

/** Milliseconds from the moment each answered call was due to the end of its response, sorted. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** What the crowd measured. */
export interface LoadReport {
  readonly all: Times;
  readonly byName: ReadonlyMap<string, Times>;
  /** Failed calls: without a response, or with a server error or a rate limit. */
  readonly errors: readonly string[];
  /** Legitimate rejections, for example because of a block or because the person has already joined. */
  readonly refused: number;
  /** Polls that an overloaded server rejected. */
  readonly shed: number;
  readonly brokenSockets: number;
}

interface Observations {
  readonly times: Map<string, number[]>;
  readonly errors: string[];
  /** When passengers whose poll was rejected may poll again. */
  readonly pausedUntil: Map<Passenger, number>;
  refused: number;
  shed: number;
}

const maxConcurrentOpenings = 50;
const socketsPerTick = 5;

/**
 * Lets a crowd poll and act on the service at `url` for a while. A call is due at its time regardless of how long
 * others take, so waiting counts. Calls `whenWarm` when calls begin to count.
 */
export async function putUnderLoad(
  url: string,
  crowd: Crowd,
  options: LoadOptions,
  whenWarm: () => void = () => {},
): Promise<LoadReport> {
  const server = openServer(url);
  const seen: Observations = { times: new Map(), errors: [], pausedUntil: new Map(), refused: 0, shed: 0 };
  const sockets = options.hasSockets ? await openSockets(url, crowd) : [];
  let brokenSockets = 0;
  for (const socket of sockets) socket.on('close', () => (brokenSockets += 1));
  const { warmUpSeconds, ...counted } = options;
  const sendTo =
    (seen: Observations): Send =>
    async (passenger, call, due) => {
      if (call !== poll || due >= (seen.pausedUntil.get(passenger) ?? 0))
        await send(server, passenger, call, due, seen);
    };
  try {
    // Failures count from the first call on.
    await makeCallsOnSchedule({ ...counted, seconds: warmUpSeconds }, crowd, sendTo({ ...seen, times: new Map() }));
    whenWarm();
    await makeCallsOnSchedule(counted, crowd, sendTo(seen));
  } finally {
    server.agent.destroy();
  }
  const broken = brokenSockets;
  for (const socket of sockets) socket.terminate();
  const byName = new Map([...seen.times].map(([name, times]) => [name, summarize(times)]));
  const { errors, refused, shed } = seen;
  return {
    all: summarize([...seen.times.values()].flat()),
    byName,
    errors,
    refused,
    shed,
    brokenSockets: broken,
  };
}

/** Opens a notification socket for everyone, a few at a time. */
async function openSockets(url: string, { passengers }: Crowd): Promise<WebSocket[]> {
  const waiting = [...passengers];
  const sockets: WebSocket[] = [];
  const openNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      sockets.push(await openSocket(url, next, findAddressOfPhone(url, waiting.length)));
  };
  await Promise.all(Array.from({ length: maxConcurrentOpenings }, openNext));
  return sockets;
}

/**
 * Returns an address for each phone, as on a ship: the service limits connections per address. Linux has all of
 * 127.0.0.0/8; elsewhere and for other machines it's undefined, and all phones share one.
 */
export const findAddressOfPhone = (url: string, phone: number): string | undefined =>
  process.platform === 'linux' && new URL(url).hostname.startsWith('127.')
    ? `127.1.${(phone >> 8) & 255}.${phone & 255}`
    : undefined;

/** Opens the notification socket of a person. */
export async function openSocket(url: string, { authorization }: Passenger, localAddress?: string): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/api/v3/notification/socket`;
  const socket = new WebSocket(address, {
    headers: { authorization },
    rejectUnauthorized: false,
    ...(localAddress && { localAddress }),
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  // Broken sockets are counted on close.
  socket.on('error', () => {});
  return socket;
}

type Send = (passenger: Passenger, call: Call, due: number) => Promise<void>;

/** Makes the calls due by now, evenly spread; returns when all have been answered. */
async function makeCallsOnSchedule(
  { seconds, secondsBetweenPolls, actionsPerSecond }: Omit<LoadOptions, 'warmUpSeconds'>,
  crowd: Crowd,
  send: Send,
): Promise<void> {
  const random = createRandom(1);
  const { passengers } = crowd;
  const pollsPerSecond = passengers.length / secondsBetweenPolls;
  const started = performance.now();
  const running = new Set<Promise<void>>();
  const start = (passenger: Passenger, call: Call, due: number) => {
    const sent = send(passenger, call, due).finally(() => running.delete(sent));
    running.add(sent);
  };
  let [polls, acts] = [0, 0];
  for (let now = 0; now < seconds; now = (performance.now() - started) / 1000) {
    for (; polls < now * pollsPerSecond; polls += 1) {
      const passenger = passengers[polls % passengers.length];
      if (passenger) start(passenger, poll, started + (polls / pollsPerSecond) * 1000);
    }
    for (; acts < now * actionsPerSecond; acts += 1) {
      const passenger = random.oneOf(passengers);
      start(passenger, chooseAction(crowd, passenger, random), started + (acts / actionsPerSecond) * 1000);
    }
    await wait(socketsPerTick);
  }
  await Promise.all(running);
}

/** Statuses that are legitimate here: hidden by a block, one's own post, already joined, not a member. */
const expectedRejections: ReadonlySet<number> = new Set([400, 403, 404, 409]);

async function send(server: Server, passenger: Passenger, call: Call, due: number, seen: Observations): Promise<void> {
  const { name, method, path, body } = call;
  const answer = await ask(server, path, method, passenger.authorization, body).catch(String);
  const status = typeof answer === 'string' ? answer : answer.status;
  if (call === poll && typeof answer !== 'string' && answer.status === 503) {
    seen.shed += 1;
    seen.pausedUntil.set(passenger, performance.now() + answer.retryAfter * 1000);
    return;
  }
  const times = seen.times.get(name) ?? [];
  times.push(performance.now() - due);
  seen.times.set(name, times);
  if (typeof status === 'number' && status < 400) return;
  if (typeof status === 'number' && expectedRejections.has(status)) seen.refused += 1;
  else seen.errors.push(`${method} ${path}: ${status}`);
}

function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? Number.NaN };
}
