import { areas } from '#app/areas.ts';
import { openInstance, prepareInstance } from '#app/instance.ts';
import { startApp } from '#app/start-app.ts';
import { createConfig } from '#config/config.ts';
import { userRoles } from '#contract/access.ts';
import { createLog } from '#platform/observing/log.ts';
import { chooseFavorites, fillItemBoard, hideSextant, takePhotos } from './activities.ts';
import { createChats, createThreads, fillFeed, gatherGroups } from './conversations.ts';
import { fillDesk } from './desk.ts';
import { type BoardedPassengers, boardPassengers, logIn, type Passenger } from './people.ts';
import { announce, fillSchedule, follow, invitePerformers } from './programme.ts';

/** A ship on an evening in the middle of a sailing, as seen by people who have been aboard from the beginning. */
export interface Evening {
  readonly url: string;
  /** A passenger, a member of the development team with every role, and the administrator. */
  readonly viewers: Readonly<Record<'passenger' | 'staff' | 'admin', Passenger>>;
  /** Parameters for the addresses of pages. */
  readonly places: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const noon = new Date('2025-03-05T16:00:00.000Z');
const evening = new Date('2025-03-06T00:40:00.000Z');
const minuteMilliseconds = 60_000;

/** Creates the ship in this folder through the API, and serves it on an evening whose clock doesn't advance. */
export async function createEvening(data: string): Promise<Evening> {
  const clock = createDayClock();
  const config = createConfig('testing', { DATA_DIR: data, PORT: '0' });
  const context = openInstance(config, areas, { clock, log: createLog('silent', 'json') });
  await prepareInstance(context);
  const { url, close } = await startApp(context);
  const admin = await logIn(url, 'admin');
  const people = await boardPassengers(url, admin);
  const staff = await createOpenTasks(admin, people.priya, url);
  const places = await fillDay({ admin, people, now: clock.now, wait: clock.wait });
  for (let sample = 60; sample > 0; sample -= 1) {
    clock.set(new Date(evening.getTime() - sample * 10 * minuteMilliseconds));
    await context.jobs.run('sample-box');
  }
  clock.set(evening);
  return {
    url,
    viewers: { passenger: people.sam, staff, admin },
    places,
    async close() {
      await close();
      context.db.close();
    },
  };
}

/** The clock advances from noon to the evening by the minutes waited. */
function createDayClock() {
  let now = noon;
  let steady = 0;
  return {
    now: () => now,
    steadyNow: () => steady + performance.now(),
    set(instant: Date) {
      now = instant;
    },
    wait(minutes: number) {
      now = new Date(Math.min(now.getTime() + minutes * minuteMilliseconds, evening.getTime()));
      steady += minutes * minuteMilliseconds;
    },
  };
}

async function createOpenTasks(admin: Passenger, passenger: Passenger, url: string): Promise<Passenger> {
  await admin.send('POST', `/api/v3/admin/devteam/promote/${passenger.userID}`);
  for (const role of userRoles) await admin.send('POST', `/api/v3/admin/userroles/${role}/addrole/${passenger.userID}`);
  return logIn(url, passenger.username);
}

/** Creates everything that happened before the evening; returns the parameters of its pages. */
async function fillDay(ship: BoardedPassengers): Promise<Readonly<Record<string, string>>> {
  const { admin, people } = ship;
  const events = await fillSchedule(admin);
  await announce(admin);
  await invitePerformers(admin);
  await follow(people.sam, [
    'Chess for Beginners',
    'Meet the Orchestra',
    'The Lanterns: Requests Only',
    'Ukulele Circle',
    'Walk Around the Deck',
  ]);
  const threads = await createThreads(ship);
  const talk = { ...threads, ...(await createChats(ship)), ...(await gatherGroups(ship)), ...(await fillFeed(ship)) };
  await fillItemBoard(ship);
  await takePhotos(ship);
  return {
    ...talk,
    ...(await hideSextant(ship)),
    ...(await chooseFavorites(ship)),
    ...(await fillDesk(ship, threads.thread)),
    event: events.find(({ title }) => title === 'The Lanterns: Requests Only')?.eventID ?? '',
    person: people.mei.userID,
    longName: people.wilhelmina.userID,
  };
}
