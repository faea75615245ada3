import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { addSong, createSinger as createOffered, uploadRecording } from '../../support/clips.ts';
import { box, makeMovie, numbers } from '../../support/movies.ts';
import { connectRaw } from '../../support/raw.ts';
import { timeoutMilliseconds } from '../../support/timeout.ts';

const app = await startTestApp();
addSong(app, 'Song', { slots: 100 });
const { images: imagesFolder, incoming: incomingFolder } = app.context.config.folders;
const listClips = (): string[] => readdirSync(join(imagesFolder, 'microkaraokevideos'));
const listIncoming = (): string[] => readdirSync(incomingFolder);
/** Creates a new user; returns them and the id of their offer. */
async function createSinger(): Promise<{ user: User; offerID: string }> {
  const { user, offer } = await createOffered(app);
  return { user, offerID: offer.offerID };
}

const sendRecording = (user: User, body: unknown, headers: Record<string, string> = {}) =>
  user.send('POST', '/api/v3/microkaraoke/recording', { body, headers });

/** Asserts that neither a clip of the offer nor an upload remains. */
function assertNothingLeft(offerID: string): void {
  assert.ok(!listClips().some((name) => name.startsWith(offerID)));
  assert.deepEqual(listIncoming(), []);
}

{
  // From now on the folder of clips exists.
  const { user, offerID } = await createSinger();
  await uploadRecording(user, offerID);
}

test('a recording is stored unchanged, under the id of its offer', async () => {
  const { user, offerID } = await createSinger();
  const video = makeMovie({ bytes: 1_234_567 });
  const reply = await uploadRecording(user, offerID, video);
  assert.deepEqual([reply.status, reply.bytes.length], [200, 0]);
  const stored = await user.call(microKaraokeApi.video, { params: { filename: `${offerID}.mp4` } });
  assert.deepEqual(stored.bytes, video);
  assert.equal(statSync(join(imagesFolder, 'microkaraokevideos', `${offerID}.mp4`)).mode & 0o077, 0);
  assert.deepEqual(listIncoming(), []);
});

test('accepts any JSON: escaped characters, other members, any order, no announced length', async () => {
  const video = makeMovie({ bytes: 700_001 });
  const text = video.toString('base64');
  const forms = [
    (id: string) => `{"videoData":"${text.replaceAll('/', '\\/')}","offerID":"${id}"}`,
    (id: string) =>
      `{ "more" : {"videoData":"nested"}, "offerID":"${id}" ,\n"videoData" :\t"${text.replaceAll('+', '\\u002B')}" }`,
    (id: string) =>
      `{"text":"\\"videoData\\":","offerID":"${id.toUpperCase()}","videoData":"${text}","list":["videoData"]}`,
  ];
  for (const [index, form] of forms.entries()) {
    const { user, offerID } = await createSinger();
    const reply = await sendRecording(user, form(offerID));
    assert.equal(reply.status, 200, `${index}: ${reply.reason}`);
    const stored = await user.call(microKaraokeApi.video, { params: { filename: `${offerID}.mp4` } });
    assert.ok(stored.bytes.equals(video), `form ${index}`);
  }
  const { user, offerID } = await createSinger();
  const body = JSON.stringify({ offerID, videoData: text });
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/karaoke/mk/recording HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
  );
  // The chunks have odd lengths, so that base64 is cut at every possible offset.
  for (let at = 0, length = 1; at < body.length; at += length, length = (length * 7 + 3) % 40_000) {
    const piece = body.slice(at, at + length);
    if (piece.length > 0) raw.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  raw.write('0\r\n\r\n');
  assert.match(await raw.received, /^HTTP\/1.1 200/);
});

test('rejects unknown, other users’ and recorded offers with 400', async () => {
  const [one, other] = [await createSinger(), await createSinger()];
  const unknown = await uploadRecording(one.user, '00000000-0000-4000-8000-000000000000');
  const foreign = await uploadRecording(one.user, other.offerID);
  assert.equal((await uploadRecording(one.user, one.offerID)).status, 200);
  const before = await one.user.call(microKaraokeApi.video, { params: { filename: `${one.offerID}.mp4` } });
  const again = await uploadRecording(one.user, one.offerID, makeMovie({ bytes: 800_000 }));
  for (const { status, fieldErrors } of [unknown, foreign, again])
    assert.deepEqual([status, fieldErrors], [400, undefined]);
  const after = await one.user.call(microKaraokeApi.video, { params: { filename: `${one.offerID}.mp4` } });
  assert.deepEqual(after.bytes, before.bytes);
  assertNothingLeft(other.offerID);
});

test('the same recording sent twice at once is stored once, completely', async () => {
  const { user, offerID } = await createSinger();
  const video = makeMovie({ bytes: 900_000 });
  const replies = await Promise.all(
    [video, makeMovie({ bytes: 901_000 }), video].map((one) => uploadRecording(user, offerID, one)),
  );
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 400, 400]);
  const stored = await user.call(microKaraokeApi.video, { params: { filename: `${offerID}.mp4` } });
  assert.equal(stored.status, 200);
  assert.ok([900_000, 901_000].includes(stored.bytes.length));
});

test('a retry with the same key gets the first response; another recording with it is 422', async () => {
  const { user, offerID } = await createSinger();
  const headers = { 'idempotency-key': 'once' };
  const video = makeMovie();
  for (let times = 0; times < 2; times += 1)
    assert.equal((await uploadRecording(user, offerID, video, { headers })).status, 200);
  assert.equal((await uploadRecording(user, offerID, makeMovie({ bytes: 610_000 }), { headers })).status, 422);
});

test('a recording that’s too small or too large is 400 under videoData, and leaves nothing', async () => {
  const { user, offerID } = await createSinger();
  for (const bytes of [500_000, 40_000_000]) {
    const { status, fieldErrors } = await uploadRecording(user, offerID, makeMovie({ bytes }));
    assert.equal(status, 400);
    assert.match(fieldErrors?.videoData ?? '', /more than 500000 and less than 40000000 bytes/);
    assertNothingLeft(offerID);
  }
  assert.equal((await uploadRecording(user, offerID, makeMovie({ bytes: 500_001 }))).status, 200);
});

test('a body of more than 56 MB is 413 before it is read', async () => {
  const { user, offerID } = await createSinger();
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/microkaraoke/recording HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Length: 56000001\r\n\r\n`,
  );
  assert.match(await raw.until('}'), /^HTTP\/1.1 413/);
  raw.reset();
  assertNothingLeft(offerID);
});

test('anything but a complete video of up to a minute is 400 with the reason, and leaves nothing', async () => {
  const { user, offerID } = await createSinger();
  const movie = makeMovie();
  const noise = Buffer.alloc(600_000, 'no video ');
  const long = Buffer.concat([numbers(1), Buffer.from('mdat'), numbers(0xff_ff_ff_ff, 0xff_ff_ff_ff)]);
  const bad: Record<string, [Buffer, RegExp]> = {
    'something else': [noise, /We can't use this video: it isn't an MP4 video/],
    'a picture': [Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise]), /isn't an MP4 video/],
    'other boxes first': [makeMovie({ before: box('free', Buffer.alloc(8)) }), /isn't an MP4 video/],
    'a video that is cut off': [movie.subarray(0, 550_000), /damaged or truncated/],
    'a video with rubbish behind it': [Buffer.concat([movie, Buffer.from('xyz')]), /damaged or truncated/],
    'a box as long as can be said': [Buffer.concat([movie, long]), /damaged or truncated/],
    'a box without a length': [Buffer.concat([movie, numbers(7), Buffer.from('free')]), /damaged or truncated/],
    'sound alone': [makeMovie({ kind: 'soun' }), /no video track/],
    'a head alone': [Buffer.concat([box('ftyp', Buffer.alloc(8)), box('free', noise)]), /has no recording/],
    'too many parts': [Buffer.concat([movie, ...Array.from({ length: 3000 }, () => box('free'))]), /too many parts/],
    'too long a description': [
      Buffer.concat([box('ftyp', Buffer.alloc(8)), box('moov', Buffer.alloc(2_000_000)), box('mdat')]),
      /too much metadata/,
    ],
    'a description of rubbish': [
      Buffer.concat([box('ftyp', Buffer.alloc(8)), box('moov', Buffer.alloc(600_000, 7)), box('mdat')]),
      /damaged/,
    ],
    'more than a minute': [makeMovie({ seconds: 61 }), /The video must be at most 60 seconds long/],
  };
  for (const [what, [video, reason]] of Object.entries(bad)) {
    const { status, fieldErrors } = await uploadRecording(user, offerID, video);
    assert.equal(status, 400, what);
    assert.match(fieldErrors?.videoData ?? '', reason, what);
    assertNothingLeft(offerID);
  }
  // A fragmented video doesn't state its length.
  assert.equal((await uploadRecording(user, offerID, makeMovie({ seconds: 0 }))).status, 200);
});

test('an invalid body is 400, and leaves nothing', async () => {
  const { user, offerID } = await createSinger();
  const text = makeMovie().toString('base64');
  const body = (video: string) => `{"offerID":"${offerID}","videoData":"${video}"}`;
  const bad: Record<string, string> = {
    'no base64': body(`${text.slice(0, 1000)}!${text.slice(1000)}`),
    'a length that no base64 has': body(`${text}A`),
    'an end in the middle': body(`${text.slice(0, 998)}==${text}`),
    'an escape that means something else': body(`${text}\\n`),
    'an escape without end': body(`${text}\\`),
    'letters of several bytes': body(`${text}éé`),
    'an end too soon': body(text).slice(0, -2),
    'no text': `{"offerID":"${offerID}","videoData":{"path":"/etc/passwd","size":600000}}`,
    'a number': `{"offerID":"${offerID}","videoData":7}`,
    'a list': `["videoData","${text.slice(0, 100)}"]`,
  };
  for (const [what, sent] of Object.entries(bad)) {
    assert.equal((await sendRecording(user, sent)).status, 400, what);
    assertNothingLeft(offerID);
  }
  const missing = await sendRecording(user, { offerID });
  assert.deepEqual([missing.status, Object.keys(missing.fieldErrors ?? {})], [400, ['videoData']]);
  assert.equal(
    (await sendRecording(user, `{"offerID":"${offerID}","videoData":"${text}","videoData":"${text}"}`)).status,
    413,
  );
  assert.equal((await sendRecording(user, `{"offerID":"${offerID}","more":"${'x'.repeat(70_000)}"}`)).status, 413);
  assertNothingLeft(offerID);
  assert.equal((await sendRecording(user, body(text))).status, 200);
});

test('an interrupted upload leaves nothing, and the offer can still be recorded', {
  timeout: timeoutMilliseconds,
}, async () => {
  const { user, offerID } = await createSinger();
  const body = JSON.stringify({ offerID, videoData: makeMovie({ bytes: 2_000_000 }).toString('base64') });
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/microkaraoke/recording HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  raw.write(body.slice(0, 1_000_000));
  const isAlive = async () => assert.equal((await app.anonymous.send('GET', '/api/v3/client/health')).status, 200);
  while (listIncoming().length === 0) await isAlive();
  raw.reset();
  while (listIncoming().length > 0) await isAlive();
  assertNothingLeft(offerID);
  assert.equal((await uploadRecording(user, offerID)).status, 200);
});

test('rejects users who can’t create content before reading the video', async () => {
  const unverified = await app.logIn('unverified');
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/microkaraoke/recording HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${unverified.token}\r\nContent-Length: 40000000\r\n\r\n`,
  );
  assert.match(await raw.until('}'), /^HTTP\/1.1 403[\s\S]*Your account can't post/);
  raw.reset();
  const whole = await uploadRecording(unverified, '00000000-0000-4000-8000-000000000000');
  assert.equal(whole.status, 403);
});

test('recordings are counted per family', async () => {
  const { user } = await createSinger();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 61; attempt += 1) statuses.push((await sendRecording(user, '{}')).status);
  assert.deepEqual([statuses.indexOf(429), statuses.length], [60, 61]);
});
