import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { addSong, getOffer, singSong } from '../support/clips.ts';
import { makeMovie } from '../support/movies.ts';
import { createPicture } from '../support/pictures.ts';

const app = await startTestApp();
const [ada, bob] = [await app.newcomer('ada'), await app.newcomer('bob')];
const [adaBrowser, bobBrowser] = [browse(app, ada), browse(app, bob)];
const events = await ada.get(scheduleApi.list, { query: { cruiseday: 2 } });

test('the day’s schedule can show official events or passengers’ events only', async () => {
  const list = (query: object) => ada.get(scheduleApi.list, { query: { cruiseday: 2, ...query } });
  const linesOn = async (path: string) =>
    [...(await adaBrowser.open(path)).body.matchAll(/<li class="event[^"]*" id="e-([^"]+)"/g)]
      .map(([, id]) => id)
      .sort();
  for (const type of ['official', 'shadow']) {
    const expected = (await list({ type })).map(({ eventID }) => eventID).sort();
    assert.ok(expected.length > 0 && expected.length < (await list({})).length);
    assert.deepEqual(await linesOn(`/schedule/2?search=&type=${type}`), expected);
  }
  assert.match((await adaBrowser.open('/schedule/2?type=shadow')).body, /<details open>.*value="shadow" selected/s);
});

describe('the user’s own plan', () => {
  test('shows followed events and appointments in order, and conflicts between them', async () => {
    const [event] = events;
    assert.ok(event);
    await adaBrowser.send('/schedule/2', { follow: event.eventID });
    assert.doesNotMatch((await adaBrowser.open('/schedule/2?following=true')).body, /class="event overlap"/);
    await ada.get(fezApi.create, {
      body: {
        fezType: 'personalEvent',
        title: 'Call home',
        info: 'By radio',
        startTime: event.startTime,
        endTime: event.endTime,
        location: 'Deck 5',
        minCapacity: 0,
        maxCapacity: 0,
        initialUsers: [],
      },
    });
    const { body } = await adaBrowser.open('/schedule/2?following=true');
    assert.match(body, /Overlaps Call home/);
    assert.match(body, /<a href="\/chats\/[^"]+">Call home<\/a>/);
    assert.match((await adaBrowser.open(`/event/${event.eventID}`)).body, /Overlaps Call home in your plan/);
    assert.doesNotMatch((await bobBrowser.open(`/event/${event.eventID}`)).body, /Overlaps/);
  });
});

test('a host tells the desk how a workshop went, and finds the report again', async () => {
  const { events: heard, existingFeedback } = await ada.get(feedbackApi.selection);
  const [event] = [...heard, ...existingFeedback, ...events];
  assert.ok(event);
  const path = `/event/${event.eventID}/feedback`;
  const form = { action: 'send', hostName: 'Ada', attendance: '12', recapString: 'Well.', issuesString: '' };
  assert.equal((await adaBrowser.send(path, form)).location, `${path}?done`);
  assert.match((await adaBrowser.open(path)).body, /value="Ada"[\s\S]*Well\.<\/textarea>/);
  assert.doesNotMatch((await bobBrowser.open(path)).body, /Well\./);
});

describe('the item board', () => {
  test('lists an item without its owner’s name, and lets the owner change it', async () => {
    const form = { category: 'have', itemName: 'A ukulele', itemDescription: '', location: 'Cabin 7001' };
    await adaBrowser.send('/items', { action: 'create', ...form, hideOwnerName: 'on' });
    const seen = (await bobBrowser.open('/items?category=have')).body;
    assert.match(seen, /Has: A ukulele/);
    assert.doesNotMatch(seen, /Contact <a/);
    const { items } = await ada.get(quartermasterApi.list, { query: { mine: true } });
    const path = `/items/${items[0]?.itemID}/edit`;
    assert.match((await adaBrowser.open(path)).body, /name="hideOwnerName" value="on" checked/);
    await adaBrowser.send(path, { action: 'save', ...form, itemName: 'Two ukuleles' });
    assert.match((await bobBrowser.open('/items?search=ukuleles')).body, /Two ukuleles[\s\S]*Contact <a[^>]*>ada</);
    assert.equal((await bobBrowser.send(path, { action: 'save', ...form })).status, 403);
  });
});

test('a photo has a caption of what it shows', async () => {
  const image = new Blob([new Uint8Array(await createPicture())], { type: 'image/png' });
  assert.equal((await adaBrowser.send('/photos', { action: 'upload', image, place: 'Pool Area' })).location, '/photos');
  assert.match((await bobBrowser.open('/photos')).body, /Pool Area/);
  assert.match((await bobBrowser.open('/photos')).body, /href="\/report\/photo\/\d+\?/);
  assert.equal((await bob.get(photostreamApi.list)).photos.length, 1);
});

test('a photo can be of a long-running event, and the event links to its photos', async () => {
  const before = app.clock.now();
  transact(app.context, (context) => changeSettings(context, { photostreamUploadRateLimit: 0 }));
  // During the party, which lasts from 22:30 to 1:00.
  app.clock.set('2025-03-03T04:30:00Z');
  const image = new Blob([new Uint8Array(await createPicture())], { type: 'image/png' });
  const [, party = ''] = /<option value="([^"]+)">Sail-Away Party/.exec((await adaBrowser.open('/photos')).body) ?? [];
  assert.equal((await adaBrowser.send('/photos', { action: 'upload', image, place: party })).location, '/photos');
  assert.match(
    (await bobBrowser.open(`/photos?event=${party}`)).body,
    /<select[^>]*><option value="[^"]+">Sail-Away Party/,
  );
  app.clock.set('2025-03-03T07:00:00Z');
  const late = await adaBrowser.send('/photos', { action: 'upload', image, place: party });
  assert.equal(late.status, 400);
  assert.match(late.body, /&quot;Sail-Away Party&quot; ended more than an hour ago\. Choose a place instead/);
  app.clock.set(before);
});

test('a part of a song can be accepted, sung and sent as a video', async () => {
  addSong(app, 'Sea song', { slots: 2 });
  const offered = await bobBrowser.send('/clips/sing', { take: '' });
  assert.match(offered.body, /Words of \d[\s\S]*<audio controls preload="none" src="\/microkaraoke\//);
  const { offerID } = await getOffer(bob);
  const noVideo = await bobBrowser.send('/clips/sing', { action: 'send', offerID, videoData: new Blob([]) });
  assert.match(noVideo.body, /role="alert"[\s\S]*Choose a file first/);
  const short = await bobBrowser.send('/clips/sing', { action: 'send', offerID, videoData: new Blob(['no film']) });
  assert.equal(short.status, 400);
  assert.match(short.body, /role="alert"[\s\S]*This isn[^<]{1,6}t an MP4 video/);
  const videoData = new Blob([new Uint8Array(makeMovie())], { type: 'video/mp4' });
  assert.equal((await bobBrowser.send('/clips/sing', { action: 'send', offerID, videoData })).location, '/clips?done');
  assert.match(
    (await bobBrowser.send('/clips/sing', { action: 'send', offerID, videoData })).body,
    /recording for this part/,
  );
});

test('a finished song is shown part by part', async () => {
  const { songID } = await singSong(app);
  await (await app.atLevel('moderator')).get(microKaraokeApi.approve, { params: { songID } });
  const { body } = await adaBrowser.open(`/clips/${songID}`);
  const labels = [...body.matchAll(/<video [^>]*aria-label="([^"]+)"/g)].map(([, label]) => label);
  assert.deepEqual(
    labels,
    labels.map((_, index) => `Part ${index + 1}`),
  );
  assert.ok(labels.length > 1);
});
