import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createRandom } from '../../running/random.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { runEach } from '../bench/api.ts';
import { readCpuMilliseconds } from '../bench/cpu-time.ts';
import { watchMemory } from '../bench/memory.ts';
import { type Call, chooseAction, poll } from './actions.ts';
import type { Crowd, Passenger } from './crowd.ts';

/** How much is asked for. */
export interface LoadOptions {
  readonly seconds: number;
  /** The same before, whose times do not count: connections are opened, one for each turn of the service. */
  readonly warmUpSeconds: number;
  /** Each of the crowd polls so often. */
  readonly secondsBetweenPolls: number;
  readonly actionsPerSecond: number;
  /** Everybody has a notification socket open. */
  readonly hasSockets: boolean;
}

/** Milliseconds from the moment at which a call was due to the end of its answer, sorted. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** What the crowd saw of it. */
export interface LoadReport {
  readonly all: Times;
  readonly byName: ReadonlyMap<string, Times>;
  /** Calls that failed: no answer, or one that blames the service or the rate. */
  readonly errors: readonly string[];
  /** Answers that say no rightly, since somebody is blocked, or in already. */
  readonly refused: number;
  readonly brokenSockets: number;
  /** Time that the service took of the processor, in milliseconds: this tells something on a busy machine too. */
  readonly cpuMilliseconds: number;
  /** Anonymous memory of the service and its workers, at its highest. */
  readonly mebibytes: number;
}

interface Seen {
  readonly times: Map<string, number[]>;
  readonly errors: string[];
  refused: number;
}

const socketsAtOnce = 50;
const perTick = 5;

/** Lets a crowd poll and act for a while. A call is due at its time, however long others take: waiting counts. */
export async function putUnderLoad(service: ServiceProcess, crowd: Crowd, options: LoadOptions): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
  const seen: Seen = { times: new Map(), errors: [], refused: 0 };
  const sockets = options.hasSockets ? await openSockets(service, crowd) : [];
  let brokenSockets = 0;
  for (const socket of sockets) socket.on('close', () => (brokenSockets += 1));
  const memory = watchMemory(service.pid);
  const { warmUpSeconds, ...counted } = options;
  const sendTo =
    (seen: Seen): Send =>
    (passenger, call, due) =>
      send(service, agent, passenger, call, due, seen);
  let cpuBefore = 0;
  try {
    // What fails counts from the first call on.
    await runThrough({ ...counted, seconds: warmUpSeconds }, crowd, sendTo({ ...seen, times: new Map() }));
    cpuBefore = readCpuMilliseconds(service.pid);
    await runThrough(counted, crowd, sendTo(seen));
  } finally {
    agent.destroy();
  }
  const mebibytes = memory();
  const cpuMilliseconds = readCpuMilliseconds(service.pid) - cpuBefore;
  const broken = brokenSockets;
  for (const socket of sockets) socket.terminate();
  const byName = new Map([...seen.times].map(([name, times]) => [name, summarize(times)]));
  const { errors, refused } = seen;
  return {
    all: summarize([...seen.times.values()].flat()),
    byName,
    errors,
    refused,
    brokenSockets: broken,
    cpuMilliseconds,
    mebibytes,
  };
}

const openSockets = ({ url }: ServiceProcess, { passengers }: Crowd): Promise<WebSocket[]> =>
  runEach(passengers, socketsAtOnce, async ({ authorization }) => {
    const address = `${url.replace('http', 'ws')}/api/v3/notification/socket`;
    const socket = new WebSocket(address, { headers: { authorization } });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  });

type Send = (passenger: Passenger, call: Call, due: number) => Promise<void>;

/** Calls that are due by now, evenly spread; returns when all have been answered. */
async function runThrough(
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
    await wait(perTick);
  }
  await Promise.all(running);
}

/** Statuses that a call may rightly have here: hidden by a block, one's own post, in already, not in. */
const rightRefusals: ReadonlySet<number> = new Set([400, 403, 404, 409]);

async function send(
  { url }: ServiceProcess,
  agent: Agent,
  { authorization }: Passenger,
  { name, method, path, body }: Call,
  due: number,
  seen: Seen,
): Promise<void> {
  const status = await ask(`${url}/api/v3${path}`, agent, method, authorization, body).catch(String);
  const times = seen.times.get(name) ?? [];
  times.push(performance.now() - due);
  seen.times.set(name, times);
  if (typeof status === 'number' && status < 400) return;
  if (typeof status === 'number' && rightRefusals.has(status)) seen.refused += 1;
  else seen.errors.push(`${method} ${path}: ${status}`);
}

/** The status, once the whole answer is here. */
function ask(
  url: string,
  agent: Agent,
  method: string,
  authorization: string,
  body: object | undefined,
): Promise<number> {
  const headers = { authorization, 'accept-encoding': 'gzip', ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, agent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.on('error', reject);
    sending.end(body && JSON.stringify(body));
  });
}

function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? Number.NaN };
}
