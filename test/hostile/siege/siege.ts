import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { openDatabase } from '#db/open.ts';
import { makeSailing } from '../../../build/made-up-sailing/make-sailing.ts';
import { writeSchedule } from '../../durability/soak/actions/seats.ts';
import { logIn } from '../../durability/soak/world.ts';
import { createClient } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import { type Account, getCode, password, register } from './accounts.ts';
import type { Outcomes } from './attack-process.ts';
import { attacks, type Targets } from './attacks.ts';
import { createCaller, toBasic } from './caller.ts';
import { actAsPassenger, type Experience, type Passenger } from './passengers.ts';
import { readPeer, recordPairedMachine } from './recorded-link.ts';

/** Size and duration of a siege. */
export interface SiegeOptions {
  readonly passengers: number;
  readonly seconds: number;
  /** How long passengers are measured without attackers first. */
  readonly peacefulSeconds?: number;
  /** Scale of the made-up sailing in the service, and the ship's settings; without it the service begins empty. */
  readonly sailing?: { readonly scale: number; readonly settings: Readonly<Record<string, string>> };
  readonly progress?: (line: string) => void;
}

/** Results for the passengers and the crew. */
export interface SiegeReport {
  readonly calls: number;
  readonly medianMilliseconds: number;
  readonly p95Milliseconds: number;
  /** The same without attackers; NaN if that wasn't measured. */
  readonly peacefulP95Milliseconds: number;
  readonly p95ByKind: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly rejectedPolls: number;
  readonly brokenSockets: number;
  /** Peak anonymous memory of the service and its child processes. */
  readonly mebibytes: number;
  /** How much the data folder has grown. */
  readonly grownMebibytes: number;
  readonly millisecondsToEnd: number;
  /** How often the crew moved an event that all passengers follow. */
  readonly moves: number;
  /** Number of passengers whose profiles are hidden. */
  readonly hidden: number;
  /** Outcomes for passengers who registered with their own code, at the address where attackers guess codes. */
  readonly boarding: Readonly<Record<string, number>>;
  readonly outcomes: Outcomes;
}

const passengersPerChat = 10;
const victimCount = 5;
const secondsPerBoarder = 3;
const millisecondsBetweenMoves = 2000;
/** Passengers share addresses, as behind the access points of a ship. */
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;

/**
 * Passengers poll, chat and upload while all attackers attack at once; then the service is stopped and verified. Throws
 * if it doesn't stop by itself, or if anything is inconsistent. The caller judges the figures.
 */
export async function besiege(
  ship: Ship,
  { passengers: count, seconds, peacefulSeconds = 0, sailing, progress }: SiegeOptions,
): Promise<SiegeReport> {
  const attackerCount = Object.keys(attacks).length;
  const boarders = Math.ceil(seconds / secondsPerBoarder);
  const allCodes = Array.from({ length: count + attackerCount + boarders }, (_, number) => getCode(number));
  const codes = allCodes.slice(0, count + attackerCount);
  if (sailing === undefined) ship.file('data/seeds/registration-codes.txt', allCodes.join('\n'));
  else {
    const { scale, settings: variables } = sailing;
    await makeSailing({ folder: ship.data, environment: variables.VAPOR_ENV, variables, codes: allCodes }, { scale });
  }
  const service = await ship.serve();
  progress?.(`the service is ready; ${count} passengers register`);
  const accounts = await registerAll(service.url, codes);
  const attackers = accounts.slice(count);
  const passengers = await createChats(service.url, accounts.slice(0, count));
  const crew = await logInCrew(service.url);
  await openQueue(crew);
  await addFollowedEvent(crew, service.url, passengers);
  const recordings = await recordPairedMachine(service.url, ship.data);
  const peer = readPeer(ship.data);
  assert.ok(peer !== undefined);
  const peace = createEmptyExperience();
  if (peacefulSeconds > 0) {
    progress?.(`no one attacks for ${peacefulSeconds} s`);
    await runPassengers(service.url, passengers, peace, peacefulSeconds);
  }
  const before = measureFolder(ship.data);
  progress?.(`${attackerCount} attackers for ${seconds} s`);
  const experience = createEmptyExperience();
  const targets = ship.file(
    'targets.json',
    JSON.stringify({
      url: service.url,
      accounts: attackers,
      usernames: accounts.slice(0, count).map(({ username }) => username),
      sharedAddress: addresses[0],
      fezID: await createChat(service.url, attackers),
      victims: accounts.slice(0, victimCount).map(({ userID }) => userID),
      recordings,
    } satisfies Targets),
  );
  const attack = await prepareAttack(targets, seconds);
  const memory = watchMemory(service.pid);
  const [outcomes, moves, boarding] = await Promise.all([
    attack(),
    moveEventRegularly(crew, seconds),
    registerRegularly(service.url, allCodes.slice(count + attackerCount), seconds),
    runPassengers(service.url, passengers, experience, seconds),
  ]).finally(memory.end);
  const mebibytes = memory.highest();
  const grownMebibytes = measureFolder(ship.data) - before;
  progress?.('the service is ended and verified');
  const { code, milliseconds } = await service.end('SIGTERM');
  assert.equal(code, 0, service.output());
  const verified = await ship.run(['verify']);
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
  assert.equal(readPeer(ship.data), peer, 'the paired machine is another one');
  const { 200: changed } = outcomes['schedules of passengers'] ?? {};
  assert.equal(changed, undefined, 'a passenger changed the schedule');
  return {
    calls: experience.calls.length,
    medianMilliseconds: findQuantile(experience.calls, 0.5),
    p95Milliseconds: findQuantile(experience.calls, 0.95),
    peacefulP95Milliseconds: findQuantile(peace.calls, 0.95),
    p95ByKind: Object.fromEntries(
      [...Map.groupBy(experience.calls, ({ kind }) => kind)].map(([kind, calls]) => [kind, findQuantile(calls, 0.95)]),
    ),
    failures: [...peace.failures, ...experience.failures],
    rejectedPolls: experience.rejectedPolls,
    brokenSockets: experience.brokenSockets,
    mebibytes,
    grownMebibytes,
    millisecondsToEnd: milliseconds,
    hidden: countHidden(ship.data),
    moves,
    boarding,
    outcomes,
  };
}

/** Sends a call of the crew, which has to succeed. */
type CrewCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ readonly eventID: string }>;

async function logInCrew(url: string): Promise<CrewCall> {
  const { token, userID } = await logIn(url, 'admin');
  const admin = createClient(url, `Bearer ${token}`);
  const call: CrewCall = async (method, path, sent) => {
    const { status, reason, body } = await admin.send(method, `/api/v3/${path}`, { body: sent });
    assert.ok(status < 300, `${path}: ${reason}`);
    return body;
  };
  await call('POST', `admin/userroles/karaokemanager/addrole/${userID}`);
  return call;
}

/** Opens a karaoke queue, which attackers disturb. */
const openQueue = (crew: CrewCall) => crew('POST', 'karaoke/queue/open');

const hourMilliseconds = 3_600_000;

/** Moves an event as the schedule desk does; adds it the first time. */
async function moveEvent(crew: CrewCall, hours: number): Promise<void> {
  await crew('POST', 'admin/schedule/update', {
    schedule: writeSchedule(Date.now() + hours * hourMilliseconds, 'Lido'),
  });
  await crew('POST', 'admin/schedule/update/apply');
}

/** Adds an event that all passengers follow. */
async function addFollowedEvent(crew: CrewCall, url: string, passengers: readonly Passenger[]): Promise<void> {
  await moveEvent(crew, 1);
  const { eventID } = await crew('GET', 'events/soak');
  for (const { account, address } of passengers) {
    const caller = createCaller(url, address, { token: account.token, connections: 1 });
    const { status, body } = await caller.send('POST', `/events/${eventID}/favorite`);
    caller.close();
    assert.ok(status < 300, body);
  }
}

/** Keeps moving the event, of which all passengers are notified; returns how often. */
async function moveEventRegularly(crew: CrewCall, seconds: number): Promise<number> {
  const end = AbortSignal.timeout(seconds * 1000);
  let moves = 0;
  while (!end.aborted) {
    moves += 1;
    await moveEvent(crew, 1 + (moves % 12));
    await delay(millisecondsBetweenMoves, undefined, { signal: end }).catch(() => {});
  }
  return moves;
}

const createEmptyExperience = (): Experience => ({ calls: [], failures: [], rejectedPolls: 0, brokenSockets: 0 });

function findQuantile(calls: Experience['calls'], part: number): number {
  const sorted = calls.map(({ milliseconds }) => milliseconds).toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

/** Registers a passenger now and then, at the address where attackers guess codes; counts the outcomes. */
async function registerRegularly(
  url: string,
  codes: readonly string[],
  seconds: number,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (const [number, code] of codes.entries()) {
    const outcome = await registerWithCode(url, `boarder-${number}`, code).catch(String);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    await delay((seconds * 1000) / codes.length);
  }
  return outcomes;
}

/**
 * Registers with a code. If the service rejects codes from this address, registers without it and enters it with the
 * account.
 */
async function registerWithCode(url: string, username: string, verification: string): Promise<string> {
  const caller = createCaller(url, addresses[0], { connections: 1 });
  try {
    const created = await caller.send('POST', '/user/create', { body: { username, password, verification } });
    if (created.status !== 429) return created.status === 201 ? 'aboard' : created.body;
    const withoutCode = await caller.send('POST', '/user/create', { body: { username, password } });
    const login = await caller.send('POST', '/auth/login', { headers: toBasic(username, password) });
    if (withoutCode.status !== 201 || login.status !== 200) return `${withoutCode.body} ${login.status}`;
    const headers = { authorization: `Bearer ${JSON.parse(login.body).token}` };
    const verified = await caller.send('POST', '/user/verify', { headers, body: { verification } });
    return verified.status === 200 ? 'aboard, by entering the code later' : verified.body;
  } finally {
    caller.close();
  }
}

function countHidden(dataFolder: string): number {
  const { sqlite } = openDatabase(join(dataFolder, 'gangway.sqlite'));
  try {
    const query = "SELECT count(*) FROM users WHERE profile_state IN ('autoQuarantined', 'quarantined')";
    return sqlite.prepare<[], number>(query).pluck().get() ?? 0;
  } finally {
    sqlite.close();
  }
}

async function registerAll(url: string, codes: readonly string[]): Promise<Account[]> {
  const accounts: Account[] = [];
  const waiting = codes.entries();
  const registerSome = async () => {
    for (const [number, code] of waiting) {
      const address = addresses[number % addresses.length] ?? addresses[0];
      accounts[number] = await register(url, address, `passenger-${number}`, code);
    }
  };
  await Promise.all(Array.from({ length: 8 }, registerSome));
  return accounts;
}

/** Puts the passengers into chats of ten. */
async function createChats(url: string, accounts: readonly Account[]): Promise<Passenger[]> {
  const passengers: Passenger[] = [];
  for (let first = 0; first < accounts.length; first += passengersPerChat) {
    const members = accounts.slice(first, first + passengersPerChat);
    const fezID = await createChat(url, members);
    for (const account of members) {
      passengers.push({ account, address: addresses[passengers.length % addresses.length] ?? addresses[0], fezID });
    }
  }
  return passengers;
}

async function createChat(url: string, [owner, ...others]: readonly Account[]): Promise<string> {
  assert.ok(owner);
  const caller = createCaller(url, addresses[0], { token: owner.token });
  const body = {
    fezType: 'open',
    title: 'On deck',
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: others.map(({ userID }) => userID),
  };
  const answer = await caller.send('POST', '/fez/create', { body });
  caller.close();
  assert.equal(answer.status, 201, answer.body);
  return JSON.parse(answer.body).fezID;
}

async function runPassengers(url: string, passengers: readonly Passenger[], experience: Experience, seconds: number) {
  const jpeg = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const end = AbortSignal.timeout(seconds * 1000);
  const picture = jpeg.toString('base64');
  await Promise.all(passengers.map((passenger) => actAsPassenger(url, passenger, { picture, experience, end })));
}

/** Loads all attackers; they begin when they get a message. */
async function prepareAttack(targetsFile: string, seconds: number): Promise<() => Promise<Outcomes>> {
  const program = join(import.meta.dirname, 'attack-process.ts');
  const attackers = spawn(process.execPath, [program, targetsFile, String(seconds)], {
    timeout: (seconds + 120) * 1000,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: attackers.stdout })[Symbol.asyncIterator]();
  const { value: first } = await lines.next();
  assert.equal(first, 'ready', 'the attackers could not be loaded');
  return async () => {
    attackers.stdin.end('begin\n');
    const { value: outcomes } = await lines.next();
    return JSON.parse(outcomes ?? '');
  };
}

/** Returns the megabytes of all files below a folder. */
function measureFolder(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    bytes += statSync(join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes / 1024 / 1024;
}

function listProcesses(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => listProcesses(Number(child)))];
  } catch {
    return [];
  }
}

/** Returns the anonymous memory of one process, which excludes the memory-mapped database. */
function measureMemory(pid: number): number {
  try {
    const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Watches the memory of a process and its children. */
function watchMemory(pid: number): { highest(): number; end(): void } {
  let highest = 0;
  const timer = setInterval(() => {
    const sum = listProcesses(pid).reduce((total, process) => total + measureMemory(process), 0);
    highest = Math.max(highest, sum);
  }, 100);
  return { highest: () => highest, end: () => clearInterval(timer) };
}
