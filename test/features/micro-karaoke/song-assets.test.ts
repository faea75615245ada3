import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp } from '../../support/app.ts';
import { addSong, getSongs } from '../../support/clips.ts';
import { connectRaw } from '../../support/raw.ts';

const app = await startTestApp();
addSong(app, 'Ship & Shöre', { fillers: [3] });
writeFileSync(join(getSongs(app), '..', 'secret.txt'), 'secret');
const getAsset = (rest: string) => app.anonymous.call(microKaraokeApi.asset, { params: { rest } });

/** Sends a request target unchanged; a client library would normalize it. */
async function getRaw(target: string): Promise<string> {
  const raw = await connectRaw(app.url);
  raw.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return raw.received;
}

test('song files are public, cached for a day, sent in ranges, and available while clip karaoke is off', async () => {
  const whole = await getAsset('Ship & Shöre/karaokeAudio.mp3');
  assert.deepEqual([whole.status, whole.bytes.toString()], [200, 'all of the music']);
  assert.equal(whole.headers.get('content-type'), 'audio/mpeg');
  assert.equal(whole.headers.get('cache-control'), 'public, max-age=86400');
  const range = { range: 'bytes=0-2' };
  const part = await app.anonymous.call(microKaraokeApi.asset, {
    params: { rest: 'Ship & Shöre/karaokeAudio.mp3' },
    headers: range,
  });
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'all']);
  assert.equal((await getAsset('Ship & Shöre/0/lyric.txt')).bytes.toString(), 'Words of 0\n');
  const disabledFeatures = [{ app: 'all', feature: 'microkaraoke' as const }];
  transact(app.context, (context) => changeSettings(context, { disabledFeatures }));
  assert.equal((await getAsset('Ship & Shöre/0/listen.mp3')).status, 200);
  transact(app.context, (context) => changeSettings(context, { disabledFeatures: [] }));
});

test('a filler has its own name in each slot, and that of its file', async () => {
  for (const name of ['fillVideoPortrait-3.mp4', 'fillVideoPortrait.mp4'])
    assert.equal((await getAsset(`Ship & Shöre/3/${name}`)).bytes.toString(), 'tall 3');
  assert.equal((await getAsset('Ship & Shöre/3/fillVideoLandscape-3.mp4')).bytes.toString(), 'wide 3');
  for (const name of ['fillVideoPortrait-2.mp4', 'fillVideoPortrait-03.mp4'])
    assert.equal((await getAsset(`Ship & Shöre/3/${name}`)).status, 404);
});

test('no path leaves the songs folder', async () => {
  const inside = '/microkaraoke/Ship%20%26%20Sh%C3%B6re';
  for (const target of [
    '/microkaraoke/..%2fsecret.txt',
    '/microkaraoke/..%2Fsecret.txt',
    `${inside}/..%2f..%2fsecret.txt`,
    `${inside}%2f..%2f..%2fsecret.txt`,
    '/microkaraoke/x/..%5c..%5csecret.txt',
    '/microkaraoke/../secret.txt',
    '/microkaraoke/%2e%2e/secret.txt',
    '/microkaraoke/..',
    `${inside}/../../secret.txt`,
  ]) {
    const received = await getRaw(target);
    assert.match(received, /^HTTP\/1.1 403[\s\S]*"status":403/, target);
  }
  for (const target of [
    '/microkaraoke//etc/passwd',
    '/microkaraoke/%2fetc%2fpasswd',
    '/microkaraoke/....//secret.txt',
  ]) {
    const received = await getRaw(target);
    assert.match(received, /^HTTP\/1.1 40[034]/, target);
    assert.doesNotMatch(received, /secret\n|\r\n\r\nsecret/);
  }
});

test('folders, missing files and impossible names are 404', async () => {
  mkdirSync(join(getSongs(app), 'Ship & Shöre', '.hidden'));
  writeFileSync(join(getSongs(app), 'Ship & Shöre', '.hidden', 'x.txt'), 'hidden');
  for (const rest of [
    'Ship & Shöre',
    'Ship & Shöre/0',
    'Ship & Shöre/0/missing.mp3',
    'Ship & Shöre/karaokeAudio.mp3/x',
    'Ship & Shöre/.hidden/x.txt',
    'Missing/songinfo.json',
    'zero\0byte',
    'x'.repeat(400),
    'Ship & Shöre/',
  ])
    assert.equal((await getAsset(rest)).status, 404, rest.slice(0, 40));
  // Other apps have the page of clips at that address.
  assert.equal((await app.anonymous.send('GET', '/microkaraoke')).status, 308);
  assert.equal((await app.anonymous.send('POST', '/microkaraoke/x/y')).status, 405);
});
