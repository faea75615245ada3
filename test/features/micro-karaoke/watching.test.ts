import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import {
  addSong,
  createSinger,
  getOffer,
  type SungSong,
  singSong,
  toPath,
  uploadRecording,
} from '../../support/clips.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket } from '../../support/socket.ts';

const app = await startTestApp();
addSong(app, 'Song', { slots: 6, fillers: [1, 4] });
const moderator = await app.atLevel('moderator');
const listener = await app.newcomer('listener');

/** Sings all of a song but the last clip. */
const singAllButLast = () => singSong(app, { leaveOpen: 1 });
const findIn = (songID: number) => async (user: User) =>
  (await user.get(microKaraokeApi.list)).find((song) => song.songID === songID);
const readManifestFor = (user: User, songID: number) => user.call(microKaraokeApi.manifest, { params: { songID } });
const approveSong = (songID: number) => moderator.call(microKaraokeApi.approve, { params: { songID } });
const countUnseen = async (user: User) => (await user.get(notificationsApi.summary)).microKaraokeFinishedSongCount;
const getVideo = (filename: string, headers: Record<string, string> = {}) =>
  app.anonymous.call(microKaraokeApi.video, { params: { filename }, headers });
const deleteClip = (snippetID: string) => moderator.call(microKaraokeApi.deleteSnippet, { params: { snippetID } });

async function singApproved(): Promise<SungSong> {
  const song = await singSong(app);
  assert.equal((await approveSong(song.songID)).status, 200);
  return song;
}

const isReady =
  (songID: number) =>
  (frame: object): boolean =>
    JSON.stringify(frame).includes('microKaraokeSongReady') &&
    'contentID' in frame &&
    frame.contentID === String(songID);

test('an incomplete song is visible to moderators only, without a time, and can’t be approved', async () => {
  const { songID, clips } = await singAllButLast();
  const params = { songID };
  assert.deepEqual(await moderator.get(microKaraokeApi.songForModerators, { params }), {
    songID,
    songName: 'Song',
    artistName: 'Artist of Song',
    totalSnippetSlots: 6,
    modApproved: false,
    userContributed: false,
  });
  const [{ user } = { user: listener }] = clips;
  for (const one of [user, moderator]) {
    assert.equal(await findIn(songID)(one), undefined);
    assert.equal((await readManifestFor(one, songID)).status, 404);
  }
  assert.equal((await approveSong(songID)).status, 400);
});

test('the last clip completes it, visible to moderators', async () => {
  const { songID } = await singAllButLast();
  const last = await createSinger(app);
  assert.equal(last.offer.songID, songID);
  app.clock.advance({ minutes: 1 });
  const completionTime = app.clock.now().toISOString();
  await uploadRecording(last.user, last.offer.offerID);
  const song = await moderator.get(microKaraokeApi.songForModerators, { params: { songID } });
  assert.deepEqual([song.completionTime, song.modApproved, song.userContributed], [completionTime, false, false]);
  assert.equal((await findIn(songID)(moderator))?.modApproved, false);
  assert.equal(await findIn(songID)(last.user), undefined);
  assert.equal((await readManifestFor(last.user, songID)).status, 404);
  assert.equal((await readManifestFor(moderator, songID)).status, 200);
});

test('approving it lets everyone watch, and notifies each singer once, live or later', async () => {
  const { songID, clips } = await singSong(app);
  const [here, away] = clips.map(({ user }) => user) as [User, User];
  const path = '/api/v3/notification/socket?since=0';
  const [socket, other] = [
    await openSocket(app.url, path, here.token),
    await openSocket(app.url, path, listener.token),
  ];
  assert.equal((await approveSong(songID)).status, 200);
  const frame = await socket.next(isReady(songID));
  assert.match(String(frame.info), new RegExp(`\\b${songID}\\b`));
  assert.equal((await approveSong(songID)).status, 200);
  await Promise.all([socket.ping(), other.ping()]);
  const count = (frames: readonly object[]) => frames.filter(isReady(songID)).length;
  assert.deepEqual([count(socket.frames), count(other.frames)], [1, 0]);
  const later = await openSocket(app.url, path, away.token);
  await later.next(isReady(songID));
  for (const one of [socket, other, later]) one.close();
  const { actions } = await moderator.get(moderationApi.actionLog);
  const logged = actions.filter(
    ({ contentType, contentID }) => contentType === 'mkSong' && contentID === String(songID),
  );
  assert.deepEqual(
    logged.map(({ actionType, targetUser }) => [actionType, targetUser.username]),
    [['markReviewed', 'MicroKaraoke']],
  );
});

test('singers have an unseen song until they list songs', async () => {
  const { songID, clips } = await singSong(app);
  app.clock.advance({ minutes: 5 });
  await approveSong(songID);
  const completionTime = app.clock.now().toISOString();
  const singers = clips.map(({ user }) => user);
  const [first, ...others] = singers as [User, ...User[]];
  const counts = () => Promise.all([...singers, listener].map(countUnseen));
  assert.deepEqual(await counts(), [...singers.map(() => 1), 0]);
  const song = await findIn(songID)(first);
  assert.deepEqual([song?.completionTime, song?.modApproved, song?.userContributed], [completionTime, true, true]);
  assert.equal((await findIn(songID)(listener))?.userContributed, false);
  assert.deepEqual(await counts(), [0, ...others.map(() => 1), 0]);
});

test('a song lists all addresses in order of its slots, each with its own name', async () => {
  const { songID, portraitMode, clips } = await singApproved();
  const { body } = await readManifestFor(listener, songID);
  const { snippetVideoURLs: urls, ...rest } = body;
  assert.deepEqual(rest, {
    songID,
    portraitMode,
    snippetDurations: [5, 5.1, 5.2, 5.3, 5.4, 5.5],
    karaokeMusicTrack: 'http://localhost:8081/microkaraoke/Song/karaokeAudio.mp3',
  });
  assert.equal(new Set(urls.map((url) => url.split('/').at(-1))).size, 6);
  const filled = portraitMode ? 'tall' : 'wide';
  for (const [slot, url] of urls.entries()) {
    const video = await app.anonymous.send('GET', toPath(url));
    assert.deepEqual([video.status, video.headers.get('content-type')], [200, 'video/mp4'], url);
    const clip = clips.find(({ offer }) => offer.snippetIndex === slot);
    assert.deepEqual(video.bytes, clip?.video ?? Buffer.from(`${filled} ${slot}`));
  }
  assert.equal((await app.anonymous.send('GET', toPath(body.karaokeMusicTrack))).bytes.toString(), 'all of the music');
  for (const path of ['karaoke/mk/song', 'microkaraoke/song']) {
    assert.equal((await listener.send('GET', `/api/v3/${path}/99999`)).status, 404);
    assert.equal((await listener.send('GET', `/api/v3/${path}/one`)).status, 400);
  }
});

test('a video is sent in ranges, and cached for a day', async () => {
  const { clips } = await singAllButLast();
  const [{ offer, video } = assert.fail()] = clips;
  const get = (range: string) => getVideo(`${offer.offerID}.mp4`, { range });
  const part = await get('bytes=100-299');
  assert.deepEqual([part.status, part.bytes], [206, video.subarray(100, 300)]);
  assert.equal(part.headers.get('content-range'), `bytes 100-299/${video.length}`);
  assert.equal(part.headers.get('cache-control'), 'public, max-age=86400');
  assert.deepEqual((await get('bytes=-50')).bytes, video.subarray(-50));
  assert.equal((await get('bytes=9999999-')).status, 416);
  const whole = await app.anonymous.send('HEAD', `/api/v3/karaoke/mk/video/${offer.offerID.toUpperCase()}.mp4`);
  assert.equal(whole.headers.get('content-length'), String(video.length));
});

test('a video is requested by a valid name: an invalid one is 400, an unknown one 404', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const filename of [id, `${id}.mov`, `${id}.MP4`, `${id}.mp4.mp4`, 'x.mp4', '..%2f.mp4']) {
    const reply = await getVideo(filename);
    assert.deepEqual([reply.status, reply.fieldErrors], [400, undefined], filename);
  }
  assert.equal((await getVideo(`${id}.mp4`)).status, 404);
});

test('moderators see what’s in each slot', async () => {
  const { songID, clips } = await singSong(app);
  const snippets = await moderator.get(microKaraokeApi.snippets, { params: { songID } });
  assert.deepEqual(
    snippets.map(({ snippetIndex }) => snippetIndex),
    [0, 1, 2, 3, 4, 5],
  );
  for (const { user, offer } of clips) assert.equal(snippets[offer.snippetIndex]?.user.username, user.username);
  for (const call of [microKaraokeApi.snippets, microKaraokeApi.songForModerators, microKaraokeApi.approve])
    assert.equal((await moderator.call(call, { params: { songID: 99_999 } })).status, 404);
});

test('a deleted clip’s bytes are gone, and its song is neither complete nor approved', async () => {
  const { songID, clips } = await singApproved();
  const [{ user, offer } = assert.fail(), { user: other } = assert.fail()] = clips;
  const params = { snippetID: offer.offerID };
  assert.equal((await user.call(microKaraokeApi.deleteSnippet, { params })).status, 403);
  const deleted = await deleteClip(offer.offerID);
  assert.deepEqual([deleted.status, deleted.bytes.length], [200, 0]);
  assert.equal((await getVideo(`${offer.offerID}.mp4`)).status, 404);
  assert.equal((await moderator.send('DELETE', `/api/v3/mod/microkaraoke/snippet/${offer.offerID}`)).status, 404);
  const song = await moderator.get(microKaraokeApi.songForModerators, { params: { songID } });
  assert.deepEqual([song.completionTime, song.modApproved], [undefined, false]);
  assert.equal(await findIn(songID)(other), undefined);
  assert.equal((await readManifestFor(moderator, songID)).status, 404);
  const { actions } = await moderator.get(moderationApi.actionLog);
  const logged = actions.find(({ contentID }) => contentID === offer.offerID);
  assert.deepEqual(
    [logged?.actionType, logged?.contentType, logged?.targetUser.username],
    ['delete', 'mkSongSnippet', user.username],
  );
});

test('removing a song lowers the counts of users who haven’t seen it; approving it again counts again', async () => {
  const { songID, clips } = await singApproved();
  const [{ user: deleted, offer } = assert.fail(), { user: shown } = assert.fail(), ...rest] = clips;
  const others = rest.map(({ user }) => user);
  await findIn(songID)(shown);
  assert.deepEqual(await Promise.all([shown, ...others].map(countUnseen)), [0, ...others.map(() => 1)]);
  await deleteClip(offer.offerID);
  assert.deepEqual(await Promise.all([deleted, shown, ...others].map(countUnseen)), [0, 0, ...others.map(() => 0)]);
  const next = await createSinger(app);
  assert.deepEqual([next.offer.songID, next.offer.snippetIndex], [songID, offer.snippetIndex]);
  await uploadRecording(next.user, next.offer.offerID);
  assert.equal((await approveSong(songID)).status, 200);
  const counts = await Promise.all([deleted, shown, ...others, next.user].map(countUnseen));
  assert.deepEqual(counts, [0, 1, ...others.map(() => 1), 1]);
  assert.equal((await findIn(songID)(deleted))?.userContributed, false);
});

test('a moderator can delete an open offer too, which immediately frees the slot', async () => {
  const { user, offer } = await createSinger(app);
  const params = { songID: offer.songID };
  const find = async () =>
    (await moderator.get(microKaraokeApi.snippets, { params })).find(({ snippetID }) => snippetID === offer.offerID);
  const found = await find();
  assert.deepEqual([found?.snippetIndex, found?.videoURL], [offer.snippetIndex, undefined]);
  assert.equal((await moderator.send('DELETE', `/api/v3/mod/microkaraoke/snippet/${offer.offerID}`)).status, 200);
  assert.equal(await find(), undefined);
  assert.notEqual((await getOffer(user)).offerID, offer.offerID);
});

test('while it’s off, it isn’t counted anywhere', async () => {
  const { clips } = await singApproved();
  const [{ user } = assert.fail()] = clips;
  const admin = await app.logIn('admin');
  const set = (body: object) => admin.send('POST', '/api/v3/admin/serversettings/update', { body });
  const pair = [{ app: 'all', feature: 'microkaraoke' }];
  assert.equal(await countUnseen(user), 1);
  assert.equal((await set({ disableFeatures: pair, enableFeatures: [] })).status, 200);
  assert.equal(await countUnseen(user), 0);
  assert.equal((await set({ disableFeatures: [], enableFeatures: pair })).status, 200);
  assert.equal(await countUnseen(user), 1);
});
