import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { announce as announceAs } from '#features/announcements/announce.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { announce, inHours } from '../support/announcements.ts';
import { startTestApp } from '../support/app.ts';
import { openSocket, type TestSocket } from '../support/socket.ts';

const app = await startTestApp();
const path = '/api/v3/notification/socket';
const james = await app.logIn('james');

const open = (since: number | string, token = james.token) => openSocket(app.url, `${path}?since=${since}`, token);

/** Returns the number of james's newest notification, which a socket that is ahead of it gets. */
async function findNewestNumber(): Promise<number> {
  const ahead = await open(1_000_000);
  const { seq } = await ahead.next();
  ahead.close();
  return Number(seq);
}

async function takeFrames(socket: TestSocket, count: number): Promise<[string, number][]> {
  const taken: [string, number][] = [];
  for (let index = 0; index < count; index += 1) {
    const frame = await socket.next();
    taken.push([String(frame.info), Number(frame.seq)]);
  }
  return taken;
}

test('frames have increasing numbers, the same on both devices', async () => {
  const since = await findNewestNumber();
  const [phone, laptop] = [await open(since), await open(since)];
  await announce(app, 'a');
  await announce(app, 'b');
  const seen = await takeFrames(phone, 2);
  assert.deepEqual(
    seen.map(([info]) => info),
    ['a', 'b'],
  );
  assert.ok((seen[1]?.[1] ?? 0) > (seen[0]?.[1] ?? 0));
  assert.deepEqual(await takeFrames(laptop, 2), seen);
  phone.close();
  laptop.close();
});

test('a returning client gets exactly what came after its last number', async () => {
  const before = await open(await findNewestNumber());
  await announce(app, 'first');
  await announce(app, 'second');
  const [, [, last] = ['', 0]] = await takeFrames(before, 2);
  before.close();
  await before.closed;
  await announce(app, 'missed');
  const back = await open(last);
  const [[missed, number] = ['', 0]] = await takeFrames(back, 1);
  assert.equal(missed, 'missed');
  assert.ok(number > last);
  await announce(app, 'live again');
  const [[live, next] = ['', 0]] = await takeFrames(back, 1);
  assert.equal(live, 'live again');
  assert.ok(next > number);
  back.close();
});

test('clients that don’t request it get plain frames without a replay', async () => {
  const plain = await openSocket(app.url, path, james.token);
  await announce(app, 'plain');
  const frame = await plain.next();
  assert.equal(frame.info, 'plain');
  assert.equal('seq' in frame, false);
  plain.close();
});

test('a replay omits deleted announcements, and shows edited ones in their current form', async () => {
  const tho = await app.atLevel('tho');
  const since = await findNewestNumber();
  const deleted = await announce(app, 'deleted');
  const edited = await announce(app, 'edited');
  await tho.get(announcementsApi.delete, { params: { announcementID: deleted } });
  const body = { text: 'as it reads now', displayUntil: inHours(app, 1) };
  await tho.get(announcementsApi.edit, { params: { announcementID: edited }, body });
  const back = await open(since);
  const [[info, number] = ['', 0]] = await takeFrames(back, 1);
  assert.equal(info, 'as it reads now');
  assert.ok(number > since + 1);
  back.close();
});

test('a client with a number that’s too old or was never reached gets a resync', async () => {
  await announce(app, 'a day before');
  await announce(app, 'the same day');
  const ahead = await open(100_000);
  const { resync, seq } = await ahead.next();
  assert.equal(resync, true);
  ahead.close();
  app.clock.advance({ hours: 26 });
  await app.runJob('delete-old-events');
  await announce(app, 'after a day');
  const old = await open(1);
  const newest = Number((await old.next((frame) => frame.resync === true)).seq);
  assert.ok(newest > Number(seq));
  old.close();
  const everything = await open(0);
  assert.deepEqual(await takeFrames(everything, 1), [['after a day', newest]], 'since=0 means everything stored');
  everything.close();
});

describe('a user who missed many events', () => {
  /** Starts a service with this many long announcements, and opens the socket of a user who was away. */
  async function afterLongAbsence(announcements: number) {
    const busy = await startTestApp();
    const [{ token }, { userID }] = [await busy.logIn('james'), await busy.logIn('THO')];
    const author = findUser(busy.context, userID);
    assert.ok(author);
    const displayUntil = new Date(busy.clock.now().getTime() + 60_000);
    const say = (text: string) =>
      transact(busy.context, (context) => announceAs(context, toCaller(author), { text, displayUntil }));
    busy.context.db.transaction(() => {
      for (let index = 0; index < announcements; index += 1) say(`${index} ${'x'.repeat(1900)}`);
    });
    return { busy, say, socket: await openSocket(busy.url, `${path}?since=0`, token) };
  }

  test('isn’t treated as a slow reader, and gets them all before new ones', async () => {
    const { say, socket } = await afterLongAbsence(500);
    say('now');
    await socket.next(({ info }) => info === 'now');
    assert.equal(socket.frames.length, 501);
    socket.close();
  });

  test('has to reload after a day, however much was stored', async () => {
    const { busy, socket } = await afterLongAbsence(400);
    socket.close();
    busy.clock.advance({ hours: 26 });
    await busy.runJob('delete-old-events');
    assert.equal(busy.context.db.sqlite.prepare('SELECT count(*) FROM event_log').pluck().get(), 0);
    const { token } = await busy.logIn('james');
    const back = await openSocket(busy.url, `${path}?since=1`, token);
    assert.equal((await back.next()).resync, true);
    back.close();
  });

  test('has to reload if there are more than 500 events', async () => {
    const { socket } = await afterLongAbsence(501);
    assert.equal((await socket.next()).resync, true);
    socket.close();
  });
});

test('an unreadable or negative number is 400', async () => {
  await assert.rejects(open('soon'), /rejected with 400/);
  await assert.rejects(open(-1), /rejected with 400/);
});
