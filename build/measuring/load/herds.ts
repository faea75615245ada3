import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { type Answer, ask, openServer, type Server } from '#crowd/ask.ts';
import type { Passenger } from '#crowd/crowd.ts';
import { findAddressOfPhone, openSocket } from '#crowd/put-under-load.ts';
import { openDatabase } from '#db/open.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { basicHeader, bearerHeader, expectSuccess, logIn } from '../bench/api.ts';
import { readCpuMilliseconds } from '../bench/cpu-time.ts';
import { buildCalendar } from '../bench/seed.ts';
import type { CrowdOfSailing } from './crowd.ts';
import { startOnOneCore } from './one-core.ts';

/** What it costs the service when everyone comes at once. */
export interface HerdCost {
  readonly what: string;
  readonly cpuMilliseconds: number;
  /** The longest time for which the event loop was blocked. */
  readonly holdMilliseconds: number;
  /** Time until the last client was served. */
  readonly seconds: number;
  /** Polls that were rejected and retried later. */
  readonly shed: number;
}

/** A running service, with a socket for everyone. */
interface Ship {
  readonly service: ServiceProcess;
  readonly server: Server;
  readonly crowd: CrowdOfSailing;
  readonly admin: Record<string, string>;
  readonly sockets: WebSocket[];
  shed: number;
}

const adminPassword = 'load password';
const passengerPassword = 'password';
const reconnectSeconds = 10;
const followers = 2000;
const movedEvents = 20;
/** One hundredth of the first hour's registrations. */
const firstSeconds = 36;
const registrations = 30;
const logins = 80;
/** The service measures how late its 10 ms timers fire. */
const timerMilliseconds = 10;

/** Makes everyone come at once, in several ways, and measures each of them. */
export async function measureHerds(crowd: CrowdOfSailing): Promise<HerdCost[]> {
  followEvents(crowd);
  const service = await startOnOneCore(crowd);
  const server = openServer(service.url);
  const sockets: WebSocket[] = [];
  try {
    const admin = { authorization: bearerHeader(await logIn(service.url, 'admin', adminPassword)) };
    const ship: Ship = { service, server, crowd, admin, sockets, shed: 0 };
    return [
      await measure(ship, `${crowd.passengers.length} people reconnect after a restart`, reconnect),
      await measure(ship, 'an announcement to their sockets', announce),
      await measure(ship, `an event with ${followers} followers moves`, () => moveEvents(ship, 1)),
      await measure(ship, `${movedEvents} of them move`, () => moveEvents(ship, movedEvents)),
      await measure(ship, `${registrations} register and ${logins} log in, in ${firstSeconds} s`, registerAndLogInAll),
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
    server.agent.destroy();
    await service.stop();
  }
}

async function measure(ship: Ship, what: string, work: (ship: Ship) => Promise<void>): Promise<HerdCost> {
  await readLongestHold(ship);
  ship.shed = 0;
  const [cpuBefore, started] = [readCpuMilliseconds(ship.service.pid), performance.now()];
  await work(ship);
  const seconds = (performance.now() - started) / 1000;
  const cpuMilliseconds = readCpuMilliseconds(ship.service.pid) - cpuBefore;
  return { what, cpuMilliseconds, seconds, holdMilliseconds: await readLongestHold(ship), shed: ship.shed };
}

/** Returns the longest time for which the event loop was blocked since the last call. */
async function readLongestHold({ service, admin }: Ship): Promise<number> {
  const response = await expectSuccess(`${service.url}/api/v3/client/metrics`, { headers: admin });
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await response.text()) ?? [];
  return Number(seconds) * 1000 - timerMilliseconds;
}

/** Starts the tasks spread evenly over time; resolves when all are done. */
async function runStaggered<Piece>(
  pieces: readonly Piece[],
  seconds: number,
  work: (piece: Piece, index: number) => Promise<void>,
) {
  const started = performance.now();
  const running: Promise<void>[] = [];
  for (const [index, piece] of pieces.entries()) {
    const early = started + (index / pieces.length) * seconds * 1000 - performance.now();
    if (early > 0) await wait(early);
    running.push(work(piece, index));
  }
  await Promise.all(running);
}

/** Makes a call, and retries it when the server asks to. */
async function callWithRetries(ship: Ship, { authorization }: Passenger, path: string): Promise<void> {
  for (;;) {
    const answer: Answer = await ask(ship.server, path, 'GET', authorization, undefined);
    if (answer.status < 400) return;
    if (answer.status !== 503) throw new Error(`GET ${path}: ${answer.status}`);
    ship.shed += 1;
    await wait(answer.retryAfter * 1000);
  }
}

const reconnect = (ship: Ship): Promise<void> =>
  runStaggered(ship.crowd.passengers, reconnectSeconds, async (passenger, index) => {
    const { url } = ship.service;
    ship.sockets.push(await openSocket(url, passenger, findAddressOfPhone(url, index)));
    await callWithRetries(ship, passenger, '/user/whoami');
    await callWithRetries(ship, passenger, '/notification/global');
  });

async function announce({ service, admin, sockets }: Ship): Promise<void> {
  const received = sockets.map((socket) => once(socket, 'message'));
  const body = JSON.stringify({ text: 'Lifeboat drill', displayUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const url = `${service.url}/api/v3/notification/announcement/create`;
  await expectSuccess(url, { method: 'POST', headers: admin, body });
  await Promise.all(received);
}

const eventLocations = /^LOCATION:Room /gm;

/** The calendar file in which the first events have moved. */
function buildMovedCalendar(count: number): string {
  let index = 0;
  return buildCalendar('Event').replace(eventLocations, (place) =>
    index++ < count ? `LOCATION:Hall ${count} ` : place,
  );
}

/** Makes the same people follow all events that will move. */
function followEvents({ folder }: CrowdOfSailing): void {
  const db = openDatabase(`${folder}/gangway.sqlite`);
  db.sqlite
    .prepare<{ followers: number; uids: string }>(
      `INSERT OR IGNORE INTO event_favorites (user_id, event_id, favorite)
       SELECT people.id, moving.id, 1
       FROM (SELECT id FROM users WHERE username LIKE 'passenger%' LIMIT :followers) AS people,
         (SELECT id FROM events WHERE uid IN (SELECT value FROM json_each(:uids))) AS moving`,
    )
    .run({ followers, uids: JSON.stringify(Array.from({ length: movedEvents }, (_, index) => `bench-0-${index}`)) });
  db.close();
}

async function moveEvents({ service, admin, sockets }: Ship, count: number): Promise<void> {
  const call = (path: string, body?: object) =>
    expectSuccess(`${service.url}/api/v3${path}`, {
      method: 'POST',
      headers: admin,
      ...(body && { body: JSON.stringify(body) }),
    });
  await call('/admin/schedule/update', { schedule: buildMovedCalendar(count) });
  let missing = Math.min(followers, sockets.length);
  const allReceived = new Promise<void>((resolve) => {
    for (const socket of sockets) {
      socket.once('message', () => {
        missing -= 1;
        if (missing === 0) resolve();
      });
    }
  });
  await call('/admin/schedule/update/apply');
  await allReceived;
  for (const socket of sockets) socket.removeAllListeners('message');
}

const registerAndLogInAll = ({ service, crowd }: Ship): Promise<void> => {
  const register = (index: number) =>
    expectSuccess(`${service.url}/api/v3/user/create`, {
      method: 'POST',
      body: JSON.stringify({ username: `newcomer${index}`, password: passengerPassword }),
    });
  const logInAgain = (index: number) =>
    expectSuccess(`${service.url}/api/v3/auth/login`, {
      method: 'POST',
      headers: { authorization: basicHeader(`passenger${index % crowd.passengers.length}`, passengerPassword) },
    });
  const arrivals = Array.from({ length: registrations + logins }, (_, index) =>
    index % 11 < 3 ? register : logInAgain,
  );
  return runStaggered(
    arrivals,
    firstSeconds,
    async (arrive, index) => void (await (await arrive(index)).arrayBuffer()),
  );
};
