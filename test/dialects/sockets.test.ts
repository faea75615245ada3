import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { openSocket } from '../support/socket.ts';
import { harbourHeader, logInFromHarbour, startHarbour } from './ship.ts';

const app = await startHarbour();
const james = await app.logIn('james');
const heidi = await app.logIn('heidi');
const harbourJames = await logInFromHarbour(app, 'james');
const path = '/api/v3/notification/socket';
const mentionJames = (text: string) =>
  heidi.send('POST', '/api/v3/microblog/create', { body: { text: `${text} @james`, images: [] } });

test('a socket without a header uses the dialect of its login, others our own words (decision 92)', async () => {
  assert.notEqual(harbourJames.token, james.token);
  const harbour = await openSocket(app.url, path, harbourJames.token);
  const own = await openSocket(app.url, path, james.token);
  await mentionJames('Ahoy');
  assert.deepEqual((await harbour.next()).type, { chirpMention: {} });
  assert.deepEqual((await own.next()).type, { microblogMention: {} });
  harbour.close();
  own.close();
});

test('replays missed frames in the words of the client that requests them', async () => {
  const newest = async () => {
    const ahead = await openSocket(app.url, `${path}?since=1000000`, james.token);
    const { seq } = await ahead.next();
    ahead.close();
    return Number(seq);
  };
  const since = await newest();
  await mentionJames('Missed');
  const harbour = await openSocket(app.url, `${path}?since=${since}`, harbourJames.token);
  const own = await openSocket(app.url, `${path}?since=${since}`, james.token);
  const [said, ours] = [await harbour.next(), await own.next()];
  assert.deepEqual([said.type, ours.type], [{ chirpMention: {} }, { microblogMention: {} }]);
  assert.deepEqual({ ...said, type: {} }, { ...ours, type: {} });
  harbour.close();
  own.close();
});

test('a browser can send the token with the dialect as a socket protocol', async () => {
  const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}${path}`, ['bearer', harbourJames.token]);
  const frame = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await mentionJames('By protocol');
  assert.deepEqual(JSON.parse(await frame).type, { chirpMention: {} });
  socket.close();
});

test('chats grow in the client’s words, at its own path', async () => {
  const devteam = await app.atLevel('devteam');
  const chat = { fezType: 'open', title: 'Questions', info: '', minCapacity: 0, maxCapacity: 0 };
  const { fezID } = (
    await devteam.send('POST', '/api/v3/fez/create', {
      body: { ...chat, initialUsers: [james.userID], createdByDevTeam: true },
    })
  ).body;
  const socket = await openSocket(app.url, `/api/v3/fez/${fezID}/socket`, harbourJames.token);
  await devteam.send('POST', `/api/v3/fez/${fezID}/post`, {
    body: { text: 'Write to @DevTeam', images: [], postAsDevTeam: true },
  });
  const frame = await socket.next(({ text }) => text !== undefined);
  assert.equal(frame.text, 'Write to @HarbourMaster');
  assert.equal((frame.author as { username: string }).username, 'HarbourMaster');
  assert.equal(frame.type, 'post');
  socket.close();
});

test('a header at the handshake takes precedence over the token', async () => {
  const headers = { authorization: `Bearer ${james.token}`, ...harbourHeader };
  const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}${path}`, { headers });
  const frame = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await mentionJames('By header');
  assert.deepEqual(JSON.parse(await frame).type, { chirpMention: {} });
  socket.close();
});
