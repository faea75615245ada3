import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '#crowd/random.ts';
import { createShip } from '../cli/support.ts';
import { createAnswers } from './rehearsal/answers.ts';
import { compareAll } from './rehearsal/parts/crowd.ts';
import { waitUntilSpareIsCurrent } from './rehearsal/parts/takeover.ts';
import { judgeEvent, type ReminderEvidence } from './rehearsal/reminders.ts';
import { openAllStreams } from './soak/actions/sockets.ts';
import { startService } from './soak/mortal-service.ts';
import { createUnreadStream, getStreams } from './soak/post-streams.ts';
import { takeAction } from './soak/random-actions.ts';
import { createWorld, type World, writeRegistrationCodes } from './soak/world.ts';

const ship = createShip();
const actions = 250;

/** Creates a small world in which users have taken some actions. */
async function createSmallWorld(): Promise<World> {
  writeRegistrationCodes(ship, 6);
  const world = await createWorld(await startService(ship), createRandom(20), 6);
  for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
  await openAllStreams(world);
  for (let action = 0; action < actions; action += 1) await takeAction(world);
  return world;
}

describe('the comparison of what people are shown', () => {
  let world: World;

  before(async () => {
    world = await createSmallWorld();
  });
  after(() => {
    for (const stream of world.sailors.flatMap(getStreams)) stream.close();
  });

  /** Compares while the service seems to show everyone this instead. */
  async function compareWith(path: RegExp, falsify: (body: FalsifiedResponse) => void): Promise<void> {
    const mocks = world.sailors.map(({ client }) => {
      const { send } = client;
      return mock.method(client, 'send', async (...words: Parameters<typeof send>) => {
        const reply = await send(...words);
        if (reply.status === 200 && path.test(words[1])) falsify(reply.body);
        return reply;
      });
    });
    try {
      await compareAll(world, 0);
    } finally {
      for (const { mock } of mocks) mock.restore();
    }
  }

  const chat = /fez\/[-\w]{36}\?start/;

  test('finds nothing wrong in correct data', () => compareAll(world, 0));

  for (const { what, path, falsify, words } of [
    {
      what: 'a lost post',
      path: chat,
      falsify: ({ members }: FalsifiedResponse) => void members?.posts.shift(),
      words: /acknowledged posts are missing/,
    },
    {
      what: 'a duplicate',
      path: chat,
      falsify: ({ members }: FalsifiedResponse) => void members?.posts.splice(0, 0, ...members.posts.slice(0, 1)),
      words: /is shown twice/,
    },
    {
      what: 'a wrong counter',
      path: /notification\/global/,
      falsify: (summary: FalsifiedResponse) => {
        summary.newSeamailMessageCount += 1;
      },
      words: /number of unread ones/,
    },
    {
      what: 'a chat that is missing',
      path: /fez\/joined.*members=true/,
      falsify: ({ fezzes, paginator }: FalsifiedResponse) => {
        if (fezzes?.pop() && paginator) paginator.total -= 1;
      },
      words: /is not shown chats that they are in/,
    },
  ]) {
    test(`finds ${what}`, () => assert.rejects(compareWith(path, falsify), words));
  }
});

/** The parts of a response that the test falsifies. */
interface FalsifiedResponse {
  readonly members?: { readonly posts: unknown[] };
  readonly fezzes?: unknown[];
  readonly paginator?: { total: number };
  newSeamailMessageCount: number;
}

describe('a reminder', () => {
  const startsAt = new Date('2026-03-21T20:00:00Z');
  const at = (time: string) => new Date(`2026-03-21T${time}Z`);
  const sailor = { userID: 'one', name: 'sailor001' };
  const judge = (times: readonly string[], terms: Partial<ReminderEvidence> = {}) => {
    const arrivals = times.map((time) => ({ userID: 'one', eventID: 'event', at: at(time) }));
    const event = { startsAt, followers: new Map([[sailor, at('12:00:00')]]) };
    return judgeEvent(event, 'event', {
      arrivals,
      outages: [],
      now: at('21:00:00'),
      ...terms,
    });
  };

  test('is fine once and on time, and wrong twice, early, late or never', () => {
    assert.deepEqual(judge(['19:50:30']), ['kept']);
    assert.match(judge(['19:50:30', '19:51:30']).join(), /^sailor001 was reminded 2 times/);
    assert.match(judge(['19:49:59']).join(), /^sailor001 was reminded at 2026-03-21T19:49:59/);
    assert.match(judge(['20:00:00']).join(), /^sailor001 was reminded at 2026-03-21T20:00:00/);
    assert.match(judge([]).join(), /^sailor001 was not reminded/);
  });

  test('may be missing only if the service couldn’t send it, and is never sent twice', () => {
    const outages = [{ from: at('19:40:00'), until: at('19:50:10') }];
    assert.deepEqual(judge([], { outages }), ['excused']);
    assert.match(judge(['19:50:30', '19:51:30'], { outages }).join(), /2 times/);
    assert.match(judge([], { outages: [{ from: at('18:00:00'), until: at('19:00:00') }] }).join(), /was not reminded/);
    assert.deepEqual(judge([], { now: at('19:51:00') }), []);
  });
});

describe('the moment at which a machine may be killed', () => {
  test('comes only while responses wait for the spare, and none has waited long', async () => {
    const [states, slowest] = [
      ['given-up', 'on', 'on'],
      [2_000, 10],
    ];
    const answers = { slowestSince: () => slowest.shift() ?? 0 };
    await waitUntilSpareIsCurrent(answers, async () => states.shift());
    assert.deepEqual([states, slowest], [[], []]);
  });

  test('depends on actions that are in progress, and on those that have ended since', async () => {
    const answers = createAnswers();
    const start = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const action = answers.wait(() => promise);
    const sinceStart = () => performance.now() - start;
    await pause(1);
    const soFar = answers.slowestSince(performance.now());
    assert.ok(soFar > 0 && soFar <= sinceStart());
    resolve();
    await action;
    assert.ok(answers.slowestSince(start) >= soFar);
    assert.equal(answers.slowestSince(performance.now()), 0);
  });
});
