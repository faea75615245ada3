import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import { addSong, getOffer, type SongInput, uploadRecording } from '../../support/clips.ts';
import { giveRole } from '../../support/roles.ts';

/** The service starts songs as slots run out, so each test has a separate instance. */
async function startWith(songs: Record<string, SongInput>): Promise<TestApp> {
  const app = await startTestApp({ environment: { EXTERNAL_URL: 'https://gangway.ship' } });
  for (const [name, song] of Object.entries(songs)) addSong(app, name, song);
  return app;
}

const createUsers = (app: TestApp, count: number): Promise<User[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => app.newcomer(`singer${index}`)));

const listAll = async (app: TestApp) => (await app.logIn('admin')).get(microKaraokeApi.listForModerators);
const listSnippets = async (app: TestApp, songID: number) =>
  (await app.logIn('admin')).get(microKaraokeApi.snippets, { params: { songID } });

test('an offer has everything that’s needed to sing it, and is the same until it expires', async () => {
  const app = await startWith({ 'Ship & Shore': { slots: 8 } });
  const james = await app.logIn('james');
  const offer = await getOffer(james);
  const { offerID, songID, portraitMode, snippetIndex, ...rest } = offer;
  const server = `https://gangway.ship/microkaraoke/Ship%20%26%20Shore/${snippetIndex}`;
  assert.deepEqual(rest, {
    songName: 'Ship & Shore',
    artistName: 'Artist of Ship & Shore',
    bpm: 120,
    lyrics: `Words of ${snippetIndex}\n`,
    originalSnippetSoundURL: `${server}/listen.mp3`,
    karaokeSnippetSoundURL: `${server}/record.mp3`,
    offerExpirationTime: new Date(app.clock.now().getTime() + 30 * 60_000).toISOString(),
  });
  assert.equal(typeof portraitMode, 'boolean');
  assert.ok(snippetIndex >= 0 && snippetIndex < 8);
  app.clock.advance({ minutes: 29, seconds: 59 });
  assert.deepEqual((await james.send('POST', '/api/v3/microkaraoke/offer')).body, offer);
  app.clock.advance({ seconds: 1 });
  const next = await getOffer(james);
  assert.notEqual(next.offerID, offerID);
  assert.deepEqual([next.songID, next.portraitMode], [songID, portraitMode]);
});

test('only users who can create content get offers', async () => {
  const app = await startWith({ Song: {} });
  for (const level of ['quarantined', 'unverified'] as const)
    assert.equal((await (await app.atLevel(level)).call(microKaraokeApi.offer)).status, 403);
  assert.equal((await app.anonymous.call(microKaraokeApi.offer)).status, 401);
});

test('with fewer than five free slots, a different song is started', async () => {
  const app = await startWith({ First: { slots: 6 }, Second: { slots: 6 }, Closed: { allowAdds: false } });
  const crowd = await createUsers(app, 3);
  const [one, two, three] = crowd as [User, User, User];
  const first = await getOffer(one);
  assert.equal((await listAll(app)).length, 1);
  // Five free slots are enough, so no song starts.
  assert.equal((await getOffer(two)).songID, first.songID);
  const started = await listAll(app);
  assert.equal(started.length, 1);
  // Four free slots are too few, so another song starts; the oldest song still comes first.
  assert.equal((await getOffer(three)).songID, first.songID);
  const songs = await listAll(app);
  assert.deepEqual(songs.map(({ songName }) => songName).toSorted(), ['First', 'Second']);
  assert.deepEqual(
    songs.map(({ songID }) => songID),
    [first.songID, first.songID + 1],
  );
});

test('if there’s only one song, it’s sung again', async () => {
  const app = await startWith({ Only: { slots: 5 } });
  const [one, two] = (await createUsers(app, 2)) as [User, User];
  await getOffer(one);
  await getOffer(two);
  assert.deepEqual(
    (await listAll(app)).map(({ songName }) => songName),
    ['Only', 'Only'],
  );
});

test('slots with fillers are filled from the start, and are never offered', async () => {
  const app = await startWith({ Filled: { slots: 8, fillers: [0, 2, 7] } });
  const crowd = await createUsers(app, 5);
  const offers = await Promise.all(crowd.map(getOffer));
  const [{ songID = 0 } = {}] = offers;
  const slots = offers.filter((offer) => offer.songID === songID).map(({ snippetIndex }) => snippetIndex);
  assert.deepEqual(slots.toSorted(), [1, 3, 4, 5, 6]);
  const snippets = await listSnippets(app, songID);
  const filled = snippets.filter(({ user }) => user.username === 'MicroKaraoke');
  assert.deepEqual(
    filled.map(({ snippetIndex }) => snippetIndex),
    [0, 2, 7],
  );
  const form = offers[0]?.portraitMode ? 'Portrait' : 'Landscape';
  assert.deepEqual(
    filled.map(({ videoURL }) => videoURL),
    [0, 2, 7].map((slot) => `https://gangway.ship/microkaraoke/Filled/${slot}/fillVideo${form}-${slot}.mp4`),
  );
});

test('an expired offer goes to the next user, and then the late recording is rejected', async () => {
  const app = await startWith({ Song: { slots: 5 } });
  const crowd = await createUsers(app, 11);
  const [late, ...others] = crowd as [User, ...User[]];
  const expired = await getOffer(late);
  app.clock.advance({ minutes: 31 });
  assert.deepEqual(await listSnippets(app, expired.songID), []);
  const offers = await Promise.all(others.slice(0, 5).map(getOffer));
  const ofSong = offers.filter(({ songID }) => songID === expired.songID);
  assert.deepEqual(ofSong.map(({ snippetIndex }) => snippetIndex).toSorted(), [0, 1, 2, 3, 4]);
  const { status, reason } = await uploadRecording(late, expired.offerID);
  assert.deepEqual([status, /given to someone else/.test(reason)], [400, true]);
});

test('accepts a recording after its offer has expired, if no one else has the slot', async () => {
  const app = await startWith({ Song: { slots: 6 } });
  const james = await app.logIn('james');
  const { offerID, songID, snippetIndex } = await getOffer(james);
  app.clock.advance({ hours: 7 });
  assert.equal((await uploadRecording(james, offerID)).status, 200);
  const [snippet] = await listSnippets(app, songID);
  assert.deepEqual(
    [snippet?.snippetID, snippet?.snippetIndex, snippet?.videoURL],
    [offerID, snippetIndex, `https://gangway.ship/api/v3/microkaraoke/video/${offerID}.mp4`],
  );
});

test('users get no slot in a song they sang in for four hours, except the team and ambassadors', async () => {
  const app = await startWith({ First: { slots: 12 }, Second: { slots: 12 } });
  const james = await app.logIn('james');
  const ambassador = await giveRole(app, await app.newcomer('ambassador'), 'karaokeambassador');
  const devteam = await app.atLevel('devteam');
  const moderator = await app.atLevel('moderator');
  const songIDs = new Map<User, number>();
  for (const user of [james, moderator, ambassador, devteam]) {
    const { offerID, songID } = await getOffer(user);
    songIDs.set(user, songID);
    assert.equal((await uploadRecording(user, offerID)).status, 200);
  }
  for (const user of [ambassador, devteam]) assert.equal((await getOffer(user)).songID, songIDs.get(user));
  for (const user of [james, moderator]) {
    const { status, reason } = await user.call(microKaraokeApi.offer);
    assert.deepEqual([status, reason], [400, 'You already have a part in every open song. Come back in a few hours.']);
  }
  app.clock.advance({ hours: 3, minutes: 59, seconds: 59 });
  assert.equal((await james.call(microKaraokeApi.offer)).status, 400);
  app.clock.advance({ seconds: 1 });
  assert.equal((await getOffer(james)).songID, songIDs.get(james));
});

test('an expired offer doesn’t make users wait', async () => {
  const app = await startWith({ Song: { slots: 10 } });
  const james = await app.logIn('james');
  const { songID } = await getOffer(james);
  app.clock.advance({ minutes: 30 });
  assert.equal((await getOffer(james)).songID, songID);
});

test('without a song there’s no slot, and the error says which one is missing', async () => {
  const app = await startWith({ Closed: { allowAdds: false } });
  const { status, reason } = await (await app.logIn('james')).call(microKaraokeApi.offer);
  assert.deepEqual([status, reason], [400, 'No song has an open part right now. Come back later.']);
});

test('ignores folders that aren’t songs; a corrected one is available two seconds later', async () => {
  const app = await startTestApp();
  const james = await app.logIn('james');
  const faulty: Record<string, SongInput> = {
    'Named differently': { info: { songname: 'Something else' } },
    'Without slots': { info: { totalSnippets: 0 } },
    'Without lengths': { info: { durations: [1, 2] } },
    'Slots as text': { info: { totalSnippets: '6' } },
    'Without artist': { info: { artist: undefined } },
  };
  for (const [name, song] of Object.entries(faulty)) addSong(app, name, song);
  assert.equal((await james.call(microKaraokeApi.offer)).status, 400);
  addSong(app, 'Named differently');
  assert.equal((await getOffer(james)).songName, 'Named differently');
});
