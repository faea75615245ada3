import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { addSong, getOffer, record, toPath } from '../../support/clips.ts';
import { moderationApi } from '../../support/moderation.ts';
import { makeMovie } from '../../support/movies.ts';
import { openSocket } from '../../support/socket.ts';

const app = await startTestApp();
addSong(app, 'Song', { slots: 6, fillers: [1, 4] });
const moderator = await app.atLevel('moderator');
const singers = await Promise.all(['james', 'heidi', 'sam', 'verified'].map((name) => app.logIn(name)));
const listener = await app.newcomer('listener');
const [james, heidi, sam, last] = singers as [User, User, User, User];

const videos = new Map<User, Buffer>();
const offers = new Map<User, Awaited<ReturnType<typeof getOffer>>>();
for (const [index, singer] of singers.entries()) {
  offers.set(singer, await getOffer(singer));
  videos.set(singer, makeMovie({ bytes: 600_000 + index * 1000 }));
}
const offerOf = (user: User) => offers.get(user) ?? assert.fail();
const { songID } = offerOf(james);
const params = { songID };
const sing = async (user: User) =>
  assert.equal((await record(user, offerOf(user).offerID, videos.get(user))).status, 200);

const listFor = (user: User) => user.get(microKaraokeApi.list);
const manifestFor = (user: User) => user.call(microKaraokeApi.manifest, { params });
const unseen = async (user: User) => (await user.get(notificationsApi.summary)).microKaraokeFinishedSongCount;
const findSong = async () =>
  (await moderator.get(microKaraokeApi.listForModerators)).find((song) => song.songID === songID);

for (const singer of [james, heidi, sam]) await sing(singer);

test('a song that is not complete is for moderators alone, without a time, and cannot be approved', async () => {
  assert.deepEqual(await findSong(), {
    songID,
    songName: 'Song',
    artistName: 'Artist of Song',
    totalSnippetSlots: 6,
    modApproved: false,
    userContributed: false,
  });
  assert.deepEqual([await listFor(james), await listFor(moderator)], [[], []]);
  for (const user of [james, moderator]) assert.equal((await manifestFor(user)).status, 404);
  assert.equal((await moderator.call(microKaraokeApi.approve, { params })).status, 400);
});

test('the last clip completes it, for moderators to see', async () => {
  await sing(last);
  const completionTime = app.clock.now().toISOString();
  const song = await moderator.get(microKaraokeApi.songForModerators, { params });
  assert.deepEqual([song.completionTime, song.modApproved, song.userContributed], [completionTime, false, false]);
  assert.deepEqual(
    (await listFor(moderator)).map(({ songID, modApproved }) => [songID, modApproved]),
    [[songID, false]],
  );
  assert.deepEqual(await listFor(james), []);
  assert.equal((await manifestFor(james)).status, 404);
  assert.equal((await manifestFor(moderator)).status, 200);
});

test('approving it lets everybody watch, and tells each singer once, now or later', async () => {
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', james.token);
  const other = await openSocket(app.url, '/api/v3/notification/socket?since=0', listener.token);
  app.clock.advance({ minutes: 5 });
  assert.equal((await moderator.call(microKaraokeApi.approve, { params })).status, 200);
  const frame = await socket.next((frame) => 'microKaraokeSongReady' in (frame.type as object));
  assert.equal(frame.contentID, String(songID));
  assert.match(String(frame.info), new RegExp(`\\b${songID}\\b`));
  assert.equal((await moderator.call(microKaraokeApi.approve, { params })).status, 200);
  await Promise.all([socket.ping(), other.ping()]);
  const ready = (frames: readonly object[]) => frames.filter((one) => JSON.stringify(one).includes('SongReady')).length;
  assert.deepEqual([ready(socket.frames), ready(other.frames)], [1, 0]);
  const away = await openSocket(app.url, '/api/v3/notification/socket?since=0', heidi.token);
  assert.equal((await away.next((one) => JSON.stringify(one).includes('SongReady'))).contentID, String(songID));
  for (const one of [socket, other, away]) one.close();
  const { actions } = await moderator.get(moderationApi.actionLog);
  const logged = actions.filter(({ contentType }) => contentType === 'mkSong');
  assert.deepEqual(
    logged.map(({ actionType, contentID, targetUser }) => [actionType, contentID, targetUser.username]),
    [['markReviewed', String(songID), 'MicroKaraoke']],
  );
});

test('singers have a song to see until they are shown the list', async () => {
  assert.deepEqual(await Promise.all([...singers, listener].map(unseen)), [1, 1, 1, 1, 0]);
  const [song] = await listFor(james);
  const completionTime = app.clock.now().toISOString();
  assert.deepEqual(song, { ...(await findSong()), completionTime, modApproved: true, userContributed: true });
  assert.equal((await listFor(listener))[0]?.userContributed, false);
  assert.deepEqual(await Promise.all([...singers, listener].map(unseen)), [0, 1, 1, 1, 0]);
});

test('a song has all addresses in the order of its slots, each with a name of its own', async () => {
  const { body } = await manifestFor(listener);
  const { snippetVideoURLs: urls, ...rest } = body;
  const { portraitMode } = offerOf(james);
  assert.deepEqual(rest, {
    songID,
    portraitMode,
    snippetDurations: [5, 5.1, 5.2, 5.3, 5.4, 5.5],
    karaokeMusicTrack: 'http://localhost:8081/microkaraoke/Song/karaokeAudio.mp3',
  });
  assert.equal(new Set(urls.map((url) => url.split('/').at(-1))).size, 6);
  const filled = portraitMode ? 'tall' : 'wide';
  for (const [slot, url] of urls.entries()) {
    const video = await app.nobody.send('GET', toPath(url));
    assert.deepEqual([video.status, video.headers.get('content-type')], [200, 'video/mp4'], url);
    const singer = singers.find((user) => offerOf(user).snippetIndex === slot);
    assert.deepEqual(video.bytes, singer ? videos.get(singer) : Buffer.from(`${filled} ${slot}`));
  }
  assert.equal((await app.nobody.send('GET', toPath(body.karaokeMusicTrack))).bytes.toString(), 'all of the music');
  for (const path of ['karaoke/mk/song', 'microkaraoke/song']) {
    assert.equal((await listener.send('GET', `/api/v3/${path}/999`)).status, 404);
    assert.equal((await listener.send('GET', `/api/v3/${path}/one`)).status, 400);
  }
});

test('a video is sent in parts, and kept for a day', async () => {
  const { offerID } = offerOf(james);
  const get = (range: string) =>
    app.nobody.call(microKaraokeApi.video, { params: { filename: `${offerID}.mp4` }, headers: { range } });
  const part = await get('bytes=100-299');
  const video = videos.get(james) ?? assert.fail();
  assert.deepEqual([part.status, part.bytes], [206, video.subarray(100, 300)]);
  assert.equal(part.headers.get('content-range'), `bytes 100-299/${video.length}`);
  assert.equal(part.headers.get('cache-control'), 'public, max-age=86400');
  assert.deepEqual((await get('bytes=-50')).bytes, video.subarray(-50));
  assert.equal((await get('bytes=9999999-')).status, 416);
  const whole = await app.nobody.send('HEAD', `/api/v3/karaoke/mk/video/${offerID.toUpperCase()}.mp4`);
  assert.equal(whole.headers.get('content-length'), String(video.length));
});

test('a video is asked for by a name that can be one: 400 for others, 404 for none', async () => {
  const { offerID } = offerOf(james);
  for (const filename of [offerID, `${offerID}.mov`, `${offerID}.MP4`, `${offerID}.mp4.mp4`, 'x.mp4', '..%2f.mp4']) {
    const reply = await app.nobody.call(microKaraokeApi.video, { params: { filename } });
    assert.deepEqual([reply.status, reply.fieldErrors], [400, undefined], filename);
  }
  const filename = '00000000-0000-4000-8000-000000000000.mp4';
  assert.equal((await app.nobody.call(microKaraokeApi.video, { params: { filename } })).status, 404);
});

test('moderators see what is in each slot', async () => {
  const snippets = await moderator.get(microKaraokeApi.snippets, { params });
  assert.deepEqual(
    snippets.map(({ snippetIndex }) => snippetIndex),
    [0, 1, 2, 3, 4, 5],
  );
  const own = snippets.find(({ user }) => user.username === 'james');
  assert.equal(own?.snippetID, offerOf(james).offerID);
  for (const call of [microKaraokeApi.snippets, microKaraokeApi.songForModerators, microKaraokeApi.approve])
    assert.equal((await moderator.call(call, { params: { songID: 999 } })).status, 404);
});

test('a deleted clip is gone with its bytes, and its song is neither complete nor approved any more', async () => {
  const { offerID } = offerOf(james);
  const deletion = { params: { snippetID: offerID } };
  assert.equal((await james.call(microKaraokeApi.deleteSnippet, deletion)).status, 403);
  const deleted = await moderator.call(microKaraokeApi.deleteSnippet, deletion);
  assert.deepEqual([deleted.status, deleted.bytes.length], [200, 0]);
  const filename = `${offerID}.mp4`;
  assert.equal((await app.nobody.call(microKaraokeApi.video, { params: { filename } })).status, 404);
  assert.equal((await moderator.send('DELETE', `/api/v3/mod/microkaraoke/snippet/${offerID}`)).status, 404);
  const song = await findSong();
  assert.deepEqual([song?.completionTime, song?.modApproved], [undefined, false]);
  assert.deepEqual(await listFor(heidi), []);
  assert.equal((await manifestFor(moderator)).status, 404);
  const { actions } = await moderator.get(moderationApi.actionLog);
  const [logged] = actions;
  assert.deepEqual(
    [logged?.actionType, logged?.contentType, logged?.contentID, logged?.targetUser.username],
    ['delete', 'mkSongSnippet', offerID, 'james'],
  );
});

test('with the song the count of those falls who have not seen it, and a new approval counts anew', async () => {
  assert.deepEqual(await Promise.all(singers.map(unseen)), [0, 0, 0, 0]);
  const offer = await getOffer(listener);
  assert.deepEqual([offer.songID, offer.snippetIndex], [songID, offerOf(james).snippetIndex]);
  assert.equal((await record(listener, offer.offerID)).status, 200);
  assert.equal((await moderator.call(microKaraokeApi.approve, { params })).status, 200);
  assert.deepEqual(await Promise.all([...singers, listener].map(unseen)), [0, 1, 1, 1, 1]);
  assert.equal((await listFor(james))[0]?.userContributed, false);
});

test('a moderator deletes an open offer too, and the slot is free at once', async () => {
  const [first] = await Promise.all([app.newcomer('offered')].map(async (user) => getOffer(await user)));
  const { offerID = '', songID: id = 0 } = first ?? {};
  const own = await moderator.get(microKaraokeApi.snippets, { params: { songID: id } });
  assert.equal(own.find(({ snippetID }) => snippetID === offerID)?.videoURL, undefined);
  assert.equal((await moderator.send('DELETE', `/api/v3/mod/microkaraoke/snippet/${offerID}`)).status, 200);
  const left = await moderator.get(microKaraokeApi.snippets, { params: { songID: id } });
  assert.ok(!left.some(({ snippetID }) => snippetID === offerID));
});

test('what is switched off counts nowhere', async () => {
  const admin = await app.logIn('admin');
  const set = (body: object) => admin.send('POST', '/api/v3/admin/serversettings/update', { body });
  const pair = [{ app: 'all', feature: 'microkaraoke' }];
  assert.equal(await unseen(heidi), 1);
  assert.equal((await set({ disableFeatures: pair, enableFeatures: [] })).status, 200);
  assert.equal(await unseen(heidi), 0);
  assert.equal((await set({ disableFeatures: [], enableFeatures: pair })).status, 200);
  assert.equal(await unseen(heidi), 1);
});
