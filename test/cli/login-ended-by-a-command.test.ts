import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#db/open.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

/** Opens a socket of the account; `closed` becomes the reason why it was closed. */
function openSocketOf(userID: string): { closed: string | undefined } {
  const state: { closed: string | undefined } = { closed: undefined };
  const close = (_code: number, reason: string) => {
    state.closed = reason;
  };
  app.context.live.add({ bufferedAmount: 0, send() {}, ping() {}, terminate() {}, close }, userID, {});
  return state;
}

test('a login that a command next to the service has ended closes its sockets, and no others', async () => {
  const [james, heidi] = await Promise.all([app.logIn('james'), app.logIn('heidi')]);
  const [socketOfJames, socketOfHeidi] = [openSocketOf(james.userID), openSocketOf(heidi.userID)];
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
  await app.runJob('notice-other-writers');
  const outside = openDatabase(app.context.db.file);
  outside.sqlite.prepare('DELETE FROM login_tokens WHERE user_id = ?').run(james.userID);
  outside.close();
  await app.runJob('notice-other-writers');
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 401);
  assert.equal(socketOfJames.closed, 'your access has changed');
  assert.equal(socketOfHeidi.closed, undefined);
  assert.equal((await heidi.send('GET', '/api/v3/user/whoami')).status, 200);
});
