import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { appointmentsApi } from '#core/appointments/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { changeSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { seatsApi } from '#features/seats/api.ts';
import { createSubAccount, unknownID } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import { assertDriftRepaired } from '../../support/drift.ts';
import { openSocket } from '../../support/socket.ts';
import { unknownEvent } from '../schedule/support.ts';
import { getListedSeats, getSeats, programEvents, seatAll, startWorkshops, undoNewest } from './support.ts';

const ship = await startWorkshops();
const { anonymous, context, desk, host, limit } = ship;
const [potteryParams, knotsParams, breakfastParams] = [
  await ship.findEventParams('pottery'),
  await ship.findEventParams('knots'),
  await ship.findEventParams('breakfast'),
];
const [moderator, admin] = [await ship.atLevel('moderator'), await ship.logIn('admin')];
const noSeats = { capacity: undefined, seatsTaken: undefined, seat: undefined, waitingPosition: undefined };
const seatTaken = { seat: 'seat', waitingPosition: undefined };
const listWaitingAt = (waitingPosition: number) => ({ seat: 'waiting', waitingPosition });

const takeSeat = (user: User, at = potteryParams) => user.call(seatsApi.take, at);
const giveUp = (user: User, at = potteryParams) => user.call(seatsApi.giveUp, at);
const setLevel = (user: User, level: string) =>
  admin.send('POST', `/api/v3/mod/user/${user.userID}/setaccesslevel/${level}`);
const getState = async (user: User, at = potteryParams) => {
  const { seat, waitingPosition } = await getSeats(user, at);
  return { seat, waitingPosition };
};
const readDoorList = async (user: User, at = potteryParams) => {
  const { seats, waiting } = await user.get(seatsApi.list, at);
  const namesOf = (holders: typeof seats) => holders.map(({ user }) => user.username);
  return { seats: namesOf(seats), waiting: namesOf(waiting) };
};

beforeEach(() => {
  transact(context, (context) => {
    context.db.sqlite.exec('DELETE FROM event_seats; DELETE FROM event_capacities');
    changeSettings(context, { disabledFeatures: [] });
  });
  ship.clock.set('2025-03-03T15:00:00Z');
});

/** Lets this many accounts wait for the pottery workshop. */
function addWaiting(count: number): void {
  const { sqlite } = context.db;
  const like = sqlite.prepare('SELECT * FROM users WHERE id = ?').get(host.userID);
  const columns = Object.keys(like ?? {});
  const addUser = sqlite.prepare(
    `INSERT INTO users (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const addEntry = sqlite.prepare('INSERT INTO event_seats (event_id, user_id, arrived_at) VALUES (?, ?, 0)');
  transact(context, () => {
    for (let index = 0; index < count; index += 1) {
      const id = `11111111-2222-4333-8444-${String(index).padStart(12, '0')}`;
      addUser.run(Object.assign({}, like, { id, family_id: id, username: id, username_key: id }));
      addEntry.run(potteryParams.params.event_id, id);
    }
  });
}

describe('how many seats an event has', () => {
  test('is set by devteam and by the event’s hosts (schedule rule 128)', async () => {
    const [passenger] = await ship.newcomers('passenger');
    const set = (user: User, capacity: unknown, at = potteryParams) =>
      user.call(seatsApi.changeCapacity, { ...at, body: { capacity } });
    for (const user of [passenger, moderator]) {
      assert.ok(user);
      assert.equal((await set(user, 5)).status, 403);
    }
    assert.equal((await set(host, 5, knotsParams)).status, 403, 'holds another event');
    assert.equal((await set(host, 5)).body.capacity, 5);
    assert.equal((await set(desk, 6)).body.capacity, 6);
    for (const wrong of [0, 1001, 2.5, 'many', undefined]) assert.equal((await set(desk, wrong)).status, 400);
    assert.equal((await desk.call(seatsApi.changeCapacity, { ...unknownEvent, body: { capacity: 5 } })).status, 404);
    ship.bring({
      ...programEvents,
      pottery: { start: '20250303T181500', end: '20250303T190000', lines: ['CATEGORIES:WORKSHOP'] },
    });
    assert.equal((await getSeats(anonymous, potteryParams)).capacity, 6, 'an import keeps it');
    await undoNewest(desk);
    assert.deepEqual(await getSeats(anonymous, potteryParams), { ...noSeats, capacity: 6, seatsTaken: 0 });
    assert.equal((await set(desk, null)).body.capacity, undefined);
  });

  test('is in everyone’s records, on their own and in lists; events without a limit have none (schedule rule 129)', async () => {
    const [one, other] = await ship.newcomers('one', 'other');
    assert.ok(one && other);
    assert.deepEqual(await getSeats(anonymous, potteryParams), noSeats);
    await limit('pottery', 1);
    await seatAll([one, other], potteryParams);
    const shared = { capacity: 1, seatsTaken: 1 };
    const expected = [
      [anonymous, { ...noSeats, ...shared }],
      [one, { ...shared, ...seatTaken }],
      [other, { ...shared, ...listWaitingAt(1) }],
    ] as const;
    for (const [client, record] of expected) {
      assert.deepEqual(await getSeats(client, potteryParams), record);
      assert.deepEqual(await getListedSeats(client, potteryParams), record);
    }
    assert.deepEqual(await getListedSeats(one, knotsParams), noSeats);
    const tagOf = async (user: User) => (await user.call(scheduleApi.list)).headers.get('etag');
    const before = await tagOf(one);
    assert.notEqual(before, await tagOf(other));
    await giveUp(other);
    assert.equal(await tagOf(one), before, 'a list is the same while what it says is');
    await giveUp(one);
    assert.notEqual(await tagOf(one), before);
  });

  test('isn’t shown, and causes no notifications, while the feature is off (schedule rule 129, decisions 99 and 107)', async () => {
    const [one, other] = await ship.newcomers('before-off', 'behind-off');
    assert.ok(one && other);
    await limit('pottery', 1);
    await seatAll([one, other], potteryParams);
    for (const feature of ['schedule', 'seats'] as const) {
      transact(context, (context) => changeSettings(context, { disabledFeatures: [{ app: 'all', feature }] }));
      assert.equal((await takeSeat(one)).status, 451);
      assert.deepEqual(
        (await one.get(appointmentsApi.list)).map(({ title }) => title),
        [],
      );
      if (feature === 'seats') {
        assert.deepEqual(await getSeats(one, potteryParams), noSeats);
        assert.deepEqual(await getListedSeats(one, potteryParams), noSeats);
        await setLevel(one, 'banned');
        assert.equal((await other.get(notificationsApi.summary)).grantedSeatIDs, undefined);
      }
    }
    transact(context, (context) => changeSettings(context, { disabledFeatures: [] }));
    assert.deepEqual((await other.get(notificationsApi.summary)).grantedSeatIDs, [potteryParams.params.event_id]);
  });
});

describe('taking a seat', () => {
  test('gives a seat while there is one, then the end of the waiting list (schedule rules 130 and 133)', async () => {
    const [one, two, three] = await ship.newcomers('first', 'second', 'third');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    const first = await takeSeat(one);
    assert.deepEqual([first.status, first.body.seat, first.body.seatsTaken], [201, 'seat', 1]);
    const again = await takeSeat(one);
    assert.deepEqual([again.status, again.body.seat], [200, 'seat']);
    const second = await takeSeat(two);
    assert.deepEqual([second.status, second.body.seat, second.body.waitingPosition], [201, 'waiting', 1]);
    ship.clock.advance({ minutes: -5 });
    await takeSeat(three);
    ship.clock.advance({ minutes: 5 });
    assert.deepEqual(await getState(two), listWaitingAt(1), 'also if the clock was set back');
    assert.deepEqual(await getState(three), listWaitingAt(2));
  });

  test('gives the last seat to one of many concurrent requests (schedule rule 130)', async () => {
    const users = await ship.newcomers(...Array.from({ length: 12 }, (_, number) => `crowd-${number}`));
    await limit('pottery', 1);
    const answers = await Promise.all(users.map((user) => takeSeat(user)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      users.map(() => 201),
    );
    assert.equal(answers.filter(({ body }) => body.seat === 'seat').length, 1);
    const positions = answers.flatMap(({ body }) => body.waitingPosition ?? []);
    assert.deepEqual(
      positions.sort((one, other) => one - other),
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
  });

  test('requires a limited event that isn’t over, and space on the waiting list (schedule rule 131)', async () => {
    const [one, two] = await ship.newcomers('hopeful', 'late');
    assert.ok(one && two);
    assert.match((await takeSeat(one)).reason, /You need no seat/);
    assert.equal((await takeSeat(one, unknownEvent)).status, 404);
    await limit('breakfast', 5);
    assert.match((await takeSeat(one, breakfastParams)).reason, /is over/);
    await limit('pottery', 1);
    await takeSeat(one);
    addWaiting(1000);
    assert.match((await takeSeat(two)).reason, /1000 people are waiting/);
  });

  test('is possible with one account per person (schedule rule 132)', async () => {
    await limit('pottery', 1);
    const child = await createSubAccount(ship, host, 'hannah-too');
    const [other] = await ship.newcomers('other-family');
    assert.ok(other);
    await takeSeat(host);
    assert.equal((await takeSeat(child)).status, 409);
    await takeSeat(other);
    await giveUp(host);
    await takeSeat(host);
    assert.equal((await takeSeat(child)).status, 409, 'also while the other one waits');
  });

  test('requires the right to create content; losing it later takes no seat away, except by a ban (schedule rule 140)', async () => {
    const [one, two, three] = await ship.newcomers('suspect', 'villain', 'patient');
    assert.ok(one && two && three);
    for (const level of ['quarantined', 'unverified'] as const)
      assert.equal((await takeSeat(await ship.atLevel(level))).status, 403);
    await limit('pottery', 2);
    await seatAll([one, two, three], potteryParams);
    await setLevel(one, 'quarantined');
    const quarantined = await ship.logIn('suspect');
    assert.deepEqual(await getState(quarantined), seatTaken);
    await setLevel(two, 'banned');
    assert.deepEqual(await getState(three), seatTaken);
    await setLevel(two, 'verified');
    const back = await ship.logIn('villain');
    assert.deepEqual(await getState(back), { seat: undefined, waitingPosition: undefined });
    assert.equal((await giveUp(quarantined)).status, 204);
    assert.equal((await takeSeat(quarantined)).status, 403);
  });
});

describe('giving up a seat', () => {
  test('gives it to the user who waited longest, and notifies them (schedule rules 134 and 135)', async () => {
    const [one, two, three] = await ship.newcomers('leaver', 'waiter', 'later-waiter');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll([one, two, three], potteryParams);
    const path = '/api/v3/notification/socket';
    const [socketOfTwo, socketOfThree] = [
      await openSocket(ship.url, path, two.token),
      await openSocket(ship.url, path, three.token),
    ];
    assert.equal((await giveUp(one)).status, 204);
    assert.equal((await giveUp(one)).status, 200);
    assert.deepEqual(await socketOfTwo.next(), {
      type: { seatGranted: {} },
      info: 'You have a seat: Event pottery',
      contentID: potteryParams.params.event_id,
    });
    assert.deepEqual((await socketOfThree.next()).type, { seatsChanged: {} });
    socketOfTwo.close();
    socketOfThree.close();
    assert.equal((await three.send('DELETE', `/api/v3/events/${potteryParams.params.event_id}/seat`)).status, 204);
    const newsOf = async () => (await two.get(notificationsApi.summary)).grantedSeatIDs;
    assert.deepEqual(await newsOf(), [potteryParams.params.event_id]);
    const replayed = await openSocket(ship.url, `${path}?since=0`, two.token);
    assert.deepEqual((await replayed.next((frame) => frame.contentID === potteryParams.params.event_id)).type, {
      seatGranted: {},
    });
    replayed.close();
    assert.deepEqual(await getState(two), seatTaken);
    assert.equal(await newsOf(), undefined, 'opened');
  });

  test('isn’t replayed if the seat was given up again, or after the end (schedule rule 135)', async () => {
    const [one, two, three] = await ship.newcomers('away-one', 'away-two', 'away-three');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll([one, two, three], potteryParams);
    await giveUp(one);
    await giveUp(two);
    const socket = await openSocket(ship.url, '/api/v3/notification/socket?since=0', two.token);
    await socket.ping();
    assert.deepEqual(
      socket.frames.filter(({ contentID }) => contentID === potteryParams.params.event_id),
      [],
    );
    socket.close();
    const newsOf = async () => (await three.get(notificationsApi.summary)).grantedSeatIDs;
    assert.deepEqual(await newsOf(), [potteryParams.params.event_id]);
    ship.clock.advance({ days: 1 });
    assert.equal(await newsOf(), undefined);
    ship.clock.advance({ days: -1 });
  });
});

describe('a changed limit', () => {
  test('takes no seats away when lowered, and fills seats when raised (schedule rule 136)', async () => {
    const users = await ship.newcomers('c-one', 'c-two', 'c-three', 'c-four');
    const [one, two, three, four] = users;
    assert.ok(one && two && three && four);
    await limit('pottery', 3);
    await seatAll(users, potteryParams);
    await limit('pottery', 1);
    assert.deepEqual(await getSeats(four, potteryParams), { capacity: 1, seatsTaken: 3, ...listWaitingAt(1) });
    await giveUp(one);
    await giveUp(two);
    assert.deepEqual(await getState(four), listWaitingAt(1), 'no seat is free yet');
    await giveUp(three);
    assert.deepEqual(await getState(four), seatTaken);
    await seatAll([one, two], potteryParams);
    await limit('pottery', 2);
    assert.deepEqual([await getState(one), await getState(two)], [seatTaken, listWaitingAt(1)]);
  });

  test('gives everyone waiting a seat when removed, and takes none away (schedule rule 137)', async () => {
    const users = await ship.newcomers('r-one', 'r-two', 'r-three');
    await limit('pottery', 1);
    await seatAll(users, potteryParams);
    await limit('pottery', null);
    for (const user of users) {
      assert.deepEqual(await getSeats(user, potteryParams), { ...noSeats, seat: 'seat' });
      assert.deepEqual(await getListedSeats(user, potteryParams), { ...noSeats, seat: 'seat' });
    }
    await limit('pottery', 1);
    assert.equal((await getSeats(anonymous, potteryParams)).seatsTaken, 3);
  });
});

describe('when the schedule changes', () => {
  const { pottery: _pottery, ...withoutPottery } = programEvents;

  test('a seat follows its event, survives its deletion, and comes back with it (schedule rule 138)', async () => {
    const [one, two, three] = await ship.newcomers('s-one', 's-two', 's-three');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll([one, two, three], potteryParams);
    ship.bring({
      ...programEvents,
      pottery: { start: '20250304T100000', end: '20250304T110000', lines: ['CATEGORIES:WORKSHOP'] },
    });
    assert.deepEqual([await getState(one), await getState(three)], [seatTaken, listWaitingAt(2)]);
    ship.bring(withoutPottery);
    assert.deepEqual(
      (await one.get(appointmentsApi.list)).map(({ title }) => title),
      [],
    );
    for (const call of [seatsApi.take, seatsApi.giveUp])
      assert.equal((await one.call(call, potteryParams)).status, 404);
    assert.equal((await desk.call(seatsApi.list, potteryParams)).status, 404);
    await undoNewest(desk);
    assert.deepEqual([await getState(one), await getState(two)], [seatTaken, listWaitingAt(1)]);
    ship.bring(withoutPottery);
    await setLevel(one, 'banned');
    ship.bring(programEvents);
    assert.deepEqual([await getState(two), await getState(three)], [seatTaken, listWaitingAt(1)]);
    assert.deepEqual((await two.get(notificationsApi.summary)).grantedSeatIDs, undefined, 'opened by now');
  });

  test('users with a seat or on the waiting list are notified of changes since they came (schedule rule 119)', async () => {
    const [one, two, three] = await ship.newcomers('e-one', 'e-two', 'e-three');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll([one, two], potteryParams);
    const socket = await openSocket(ship.url, '/api/v3/notification/socket', two.token);
    ship.bring({ ...programEvents, pottery: { start: '20250304T100000', end: '20250304T110000' } });
    assert.deepEqual((await socket.next()).type, { eventsChanged: {} });
    socket.close();
    await takeSeat(three);
    const countOf = async (user: User) => (await user.get(notificationsApi.summary)).changedEventCount;
    assert.deepEqual(await Promise.all([one, two, three].map(countOf)), [1, 1, undefined]);
    await giveUp(two);
    assert.deepEqual(await two.get(scheduleApi.changes), []);
    ship.bring(programEvents);
  });

  test('undoing the addition of an event keeps its seats until it returns (schedule rule 138)', async () => {
    const [one] = await ship.newcomers('n-one');
    assert.ok(one);
    ship.bring({ ...programEvents, singing: { start: '20250303T200000', end: '20250303T210000' } });
    const singing = await ship.findEventParams('singing');
    await limit('singing', 1);
    await takeSeat(one, singing);
    await undoNewest(desk);
    assert.equal((await one.call(scheduleApi.event, singing)).status, 404);
    await undoNewest(desk);
    assert.deepEqual(await getState(one, singing), seatTaken);
    ship.bring(programEvents);
  });
});

describe('blocks', () => {
  test('don’t affect seats; only organizers and staff see who has one (schedule rule 139)', async () => {
    const [one, two] = await ship.newcomers('b-one', 'b-two');
    assert.ok(one && two);
    await limit('pottery', 1);
    await seatAll([one, two], potteryParams);
    await one.get(usersApi.block, { params: { userID: two.userID } });
    assert.deepEqual(await getSeats(two, potteryParams), { capacity: 1, seatsTaken: 1, ...listWaitingAt(1) });
    await giveUp(one);
    assert.deepEqual(await getState(two), seatTaken);
    assert.equal((await two.call(seatsApi.list, potteryParams)).status, 403);
  });

  test('show placeholders on a passenger’s door list, but not on the staff’s (schedule rule 143)', async () => {
    const [one, two] = await ship.newcomers('d-one', 'd-two');
    assert.ok(one && two);
    await limit('pottery', 2);
    await seatAll([one, two], potteryParams);
    await one.get(usersApi.block, { params: { userID: host.userID } });
    assert.deepEqual((await readDoorList(host)).seats, ['BlockedUser', 'd-two']);
    assert.deepEqual((await readDoorList(moderator)).seats, ['d-one', 'd-two']);
    const checkIn = (user: User) =>
      user.call(seatsApi.checkIn, { params: { ...potteryParams.params, userID: one.userID } });
    assert.equal((await checkIn(host)).status, 404);
    assert.equal((await checkIn(moderator)).status, 201);
  });
});

describe('where a seat shows', () => {
  test('in the plan, day planner, calendar and reminders, unlike a waiting position (schedule rule 141)', async () => {
    const [one, two] = await ship.newcomers('p-one', 'p-two');
    assert.ok(one && two);
    await limit('pottery', 1);
    await seatAll([one, two], potteryParams);
    const planOf = async (user: User) =>
      (await user.get(appointmentsApi.list)).map(({ title, hasSeat }) => [title, hasSeat]);
    assert.deepEqual(await planOf(one), [['Event pottery', true]]);
    assert.deepEqual(await planOf(two), []);
    const comingOf = async (user: User) =>
      (await user.get(notificationsApi.summary)).nextAppointments?.map(({ title }) => title);
    assert.deepEqual([await comingOf(one), await comingOf(two)], [['Event pottery'], undefined]);
    const plannerOf = async (user: User) =>
      (await user.get(scheduleApi.list, { query: { dayplanner: true } })).map(({ title }) => title);
    assert.deepEqual(await plannerOf(one), ['Event pottery']);
    assert.deepEqual(await plannerOf(two), []);
    const calendarOf = async (user: User) =>
      (await user.call(fezApi.dayPlanner, { params: { username: user.username } })).bytes.toString();
    assert.match(await calendarOf(one), /SUMMARY:Event pottery/);
    assert.doesNotMatch(await calendarOf(two), /SUMMARY/);
    const socket = await openSocket(ship.url, '/api/v3/notification/socket', one.token);
    ship.clock.set('2025-03-03T22:51:00Z');
    await ship.runJob('send-reminders');
    assert.deepEqual((await socket.next()).type, { followedEventStarting: {} });
    socket.close();
    ship.clock.set('2025-03-03T15:00:00Z');
  });
});

describe('the door list', () => {
  test('is for organizers and staff, by name, with the waiting list in order (schedule rule 142)', async () => {
    const users = await ship.newcomers('zoe', 'adam', 'yann', 'berta');
    await limit('pottery', 2);
    await seatAll(users, potteryParams);
    for (const user of [host, moderator, desk])
      assert.deepEqual(await readDoorList(user), { seats: ['adam', 'zoe'], waiting: ['yann', 'berta'] });
    for (const user of users) assert.equal((await user.call(seatsApi.list, potteryParams)).status, 403);
    assert.equal((await host.call(seatsApi.list, knotsParams)).status, 403);
    assert.equal((await moderator.call(seatsApi.list, unknownEvent)).status, 404);
  });

  test('records who was let in, even from the waiting list, and can undo it (schedule rule 144)', async () => {
    const [one, two, three] = await ship.newcomers('in-one', 'in-two', 'in-three');
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll([one, two, three], potteryParams);
    const of = ({ userID }: { userID: string }) => ({ params: { ...potteryParams.params, userID } });
    assert.equal((await host.call(seatsApi.checkIn, of(one))).status, 201);
    assert.equal((await moderator.call(seatsApi.checkIn, of(one))).status, 200);
    assert.equal((await two.call(seatsApi.checkIn, of(two))).status, 403);
    assert.equal((await host.call(seatsApi.checkIn, of(desk))).status, 404);
    assert.equal((await host.call(seatsApi.checkIn, of({ userID: unknownID }))).status, 404);
    const { checkedInCount, seats } = await host.get(seatsApi.list, potteryParams);
    assert.deepEqual([checkedInCount, seats[0]?.checkedInAt], [1, '2025-03-03T15:00:00.000Z']);
    assert.equal((await host.call(seatsApi.checkIn, of(two))).status, 201);
    assert.deepEqual(await getSeats(two, potteryParams), { capacity: 1, seatsTaken: 2, ...seatTaken });
    assert.deepEqual(await getState(three), listWaitingAt(1));
    assert.equal((await host.call(seatsApi.undoCheckIn, of(two))).status, 204);
    assert.equal((await host.call(seatsApi.undoCheckIn, of(two))).status, 200);
    assert.equal((await host.get(seatsApi.list, potteryParams)).checkedInCount, 1);
    assert.deepEqual(await getState(two), seatTaken);
  });
});

describe('gangway verify (schedule rule 146)', () => {
  test('finds and repairs unused seats while users wait, and entries that banned or waiting users can’t have', async () => {
    const users = await ship.newcomers('v-one', 'v-two', 'v-three');
    const [one, two, three] = users;
    assert.ok(one && two && three);
    await limit('pottery', 1);
    await seatAll(users, potteryParams);
    const whose = ({ userID }: User) => `user_id = '${userID}'`;
    await assertDriftRepaired(ship, `UPDATE event_seats SET seated_at = NULL WHERE ${whose(one)}`, /3 waiting, 0 of 1/);
    assert.deepEqual(await getState(one), seatTaken);
    await assertDriftRepaired(ship, `UPDATE event_seats SET is_news = 1 WHERE ${whose(two)}`, /granted, and waiting/);
    await assertDriftRepaired(
      ship,
      `UPDATE event_seats SET checked_in_at = 1 WHERE ${whose(two)}`,
      /let in, and waiting/,
    );
    await assertDriftRepaired(ship, `DELETE FROM event_capacities`, /1 waiting, 2 of any number of seats/);
  });
});
