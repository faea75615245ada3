import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { createTestClock } from '../../support/clock.ts';
import type { TestSocket } from '../../support/socket.ts';
import { createFez, type Fez, groupFields, join, listen, ownEventFields } from './support.ts';

/** The groups of these tests start at 23:00 UTC on the 4th; ten minutes before that they are due. */
const app = await startTestApp({
  clock: createTestClock('2025-03-04T22:40:00.000Z'),
  environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' },
});

async function runAt(time: string): Promise<void> {
  app.clock.set(`2025-03-04T${time}:00.000Z`);
  await app.runJob('send-reminders');
}

const remindedOf = (socket: TestSocket): unknown[] =>
  socket.frames
    .filter(({ type }) => Object.keys(type as object)[0]?.endsWith('Starting'))
    .map(({ contentID }) => contentID);

async function cancel(owner: User, { fezID }: Fez): Promise<void> {
  await owner.get(fezApi.cancel, { params: { fezID } });
}

test('members hear once that it starts soon, waiting and muted ones too, others and cancelled ones do not', async () => {
  const [owner, waiting, outsider] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  const fez = await createFez(owner, { ...groupFields, maxCapacity: 1 });
  const own = await createFez(outsider, ownEventFields);
  await cancel(owner, await createFez(owner, { ...groupFields, title: 'Not today' }));
  await join(waiting, fez);
  await waiting.get(fezApi.mute, { params: { fezID: fez.fezID } });
  const sockets = await Promise.all([owner, waiting, outsider].map((user) => listen(app, user)));
  const [ownerHears, waitingHears, outsiderHears] = sockets as [TestSocket, TestSocket, TestSocket];
  await runAt('22:49');
  assert.deepEqual(remindedOf(ownerHears), []);
  await runAt('22:50');
  assert.deepEqual(await ownerHears.next(), {
    type: { joinedLFGStarting: {} },
    info: 'Chess for beginners starts soon: Deck 4',
    contentID: fez.fezID,
  });
  assert.equal((await waitingHears.next()).contentID, fez.fezID);
  assert.deepEqual((await outsiderHears.next()).type, { personalEventStarting: {} });
  await runAt('22:51');
  await runAt('22:52');
  assert.deepEqual(sockets.map(remindedOf), [[fez.fezID], [fez.fezID], [own.fezID]]);
  for (const socket of sockets) socket.close();
});
