import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import sharp from 'sharp';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { userFileApi } from '#staff/user-file/api.ts';
import { createPlainUser, createUserZip } from '../staff/user-file/support.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';
import { addSong, createSinger } from '../support/clips.ts';
import { makeMovie } from '../support/movies.ts';
import { connectRaw } from '../support/raw.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
addSong(app, 'Song', { slots: 100 });
const adminUser = await app.logIn('admin');
const setMinimumLevel = (minUserAccessLevel: string) =>
  adminUser.get(adminApi.changeServerSettings, { body: { minUserAccessLevel } });
const listIncoming = (): string[] => readdirSync(app.context.config.folders.incoming);
const isAlive = async () => assert.equal((await app.anonymous.send('GET', '/api/v3/client/health')).status, 200);
async function waitUntilIncoming(count: number): Promise<void> {
  while (listIncoming().length !== count) await isAlive();
}

const peoplePage = '/staff/people-file';
const boundary = 'xXxXx';

/** The start of a form as a browser sends it, up to the bytes of its file. */
const startOfForm = (action: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="action"\r\n\r\n${action}\r\n--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n`;
const endOfForm = `\r\n--${boundary}--\r\n`;

interface Sending {
  readonly path: string;
  readonly token?: string;
  readonly origin?: string;
  /** Bytes of the body, as the browser announces them. */
  readonly length: number;
}

/** Starts to send a form; the test sends the rest. */
async function beginSending({ path, token, origin = app.url, length }: Sending) {
  const raw = await connectRaw(app.url);
  const cookie = token === undefined ? '' : `Cookie: session=${token}\r\n`;
  raw.write(
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nOrigin: ${origin}\r\nAccept: text/html\r\n${cookie}Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
  );
  return raw;
}

describe('a file of people', () => {
  test('can be uploaded by the administrator only, then checked and imported', async () => {
    const admin = browse(app, adminUser);
    assert.doesNotMatch((await admin.open(peoplePage)).body, /type="file"/);
    const zip = await createUserZip([createPlainUser('wayfarer', 'abc abc')]);
    const form = { action: 'upload', file: new Blob([new Uint8Array(zip)]) };
    const refused = await admin.send(peoplePage, form);
    assert.deepEqual([refused.status, listIncoming()], [400, []]);
    assert.match(refused.body, /Set the minimum access level to admin/);
    await setMinimumLevel('admin');
    try {
      assert.match((await admin.open(peoplePage)).body, /type="file"[^>]*accept="\.zip/);
      assert.equal((await admin.send(peoplePage, form)).location, peoplePage);
      assert.deepEqual(listIncoming(), []);
      assert.match((await admin.open(peoplePage)).body, /1 of 1 new.*Import accounts/s);
      assert.equal((await adminUser.get(userFileApi.verify)).userCounts.importedCount, 1);
      const none = await admin.send(peoplePage, { action: 'upload', file: new Blob([]) });
      assert.match(none.body, /role="alert"[\s\S]*Choose a file first/);
    } finally {
      await setMinimumLevel('banned');
    }
  });

  test('isn’t held in memory during the upload, and is rejected early if it isn’t a zip', {
    timeout: timeoutMilliseconds,
  }, async () => {
    const length = 400_000_000;
    const raw = await beginSending({ path: peoplePage, token: adminUser.token, length });
    try {
      raw.write(`${startOfForm('upload', 'file')}PK\x03\x04`);
      const piece = Buffer.alloc(1_000_000, 7);
      const readBytes = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
      const before = readBytes();
      let most = 0;
      for (let sent = 0; sent < 300_000_000; sent += piece.length) {
        await raw.writeWhole(piece);
        most = Math.max(most, readBytes() - before);
      }
      // Sent chunks wait for the garbage collector, longer in tests than in the service.
      assert.ok(most < 200_000_000, `${most} bytes more than before`);
    } finally {
      raw.reset();
    }
    await waitUntilIncoming(0);

    const other = await beginSending({ path: peoplePage, token: adminUser.token, length });
    other.write(`${startOfForm('upload', 'file')}%PDF-1.7 this is something else`);
    const answer = await other.until('</html>');
    assert.match(answer, /^HTTP\/1.1 400/);
    assert.match(answer, /id="upload-file-wrong"[\s\S]*This isn[^<]{1,6}t a zip file/);
    other.reset();
    await waitUntilIncoming(0);
  });
});

describe('a clip', () => {
  const length = 30_000_000;
  const path = '/clips/sing';

  test('that’s too large is rejected with the reason before it’s read', async () => {
    const { user } = await createSinger(app);
    const raw = await beginSending({ path, token: user.token, length: 60_000_000 });
    const answer = await raw.until('</html>');
    assert.match(answer, /^HTTP\/1.1 413/);
    assert.match(answer, /role="alert"[\s\S]*This file is too large: the limit is 42 MB/);
    raw.reset();
    assert.deepEqual(listIncoming(), []);
  });

  test('that’s cut off leaves nothing behind, and can be sent again', {
    timeout: timeoutMilliseconds,
  }, async () => {
    const { user, offer } = await createSinger(app);
    const video = makeMovie({ bytes: 2_000_000 });
    const raw = await beginSending({ path, token: user.token, length: video.length + 1000 });
    raw.write(startOfForm('send', 'videoData'));
    raw.write(video.subarray(0, 1_000_000));
    await waitUntilIncoming(1);
    raw.reset();
    await waitUntilIncoming(0);
    const form = { action: 'send', offerID: offer.offerID, videoData: new Blob([new Uint8Array(video)]) };
    assert.equal((await browse(app, user).send(path, form)).location, '/clips?done');
    const params = { filename: `${offer.offerID}.mp4` };
    assert.ok((await user.call(microKaraokeApi.video, { params })).bytes.equals(video));
  });

  test('isn’t read from users who aren’t signed in or permitted, or from another site', async () => {
    const quarantined = await app.logIn('quarantined');
    const { user } = await createSinger(app);
    const tries: [Partial<Sending>, RegExp][] = [
      [{}, /^HTTP\/1.1 303[\s\S]*location: \/sign-in/i],
      [{ token: quarantined.token }, /^HTTP\/1.1 403[\s\S]*Your account can&#39;t post/],
      [{ token: user.token, origin: 'http://elsewhere.example' }, /^HTTP\/1.1 403[\s\S]*sent from another site/],
    ];
    for (const [sending, expected] of tries) {
      const raw = await beginSending({ path, length, ...sending });
      const answer = await (sending.token === undefined ? raw.until('\r\n\r\n') : raw.until('</html>'));
      assert.match(answer, expected);
      raw.reset();
      assert.deepEqual(listIncoming(), []);
    }
  });

  test('sent twice with one key is stored once; another one with the same key is rejected', async () => {
    const { user, offer } = await createSinger(app);
    const send = (video: Buffer) =>
      browse(app, user).send(path, {
        action: 'send',
        key: 'once-and-no-more',
        offerID: offer.offerID,
        videoData: new Blob([new Uint8Array(video)]),
      });
    for (let times = 0; times < 2; times += 1) assert.equal((await send(makeMovie())).location, '/clips?done');
    assert.equal((await send(makeMovie({ bytes: 700_000 }))).status, 422);
  });
});

test('many pictures sent at once don’t deadlock', {
  timeout: timeoutMilliseconds,
}, async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal', noise } });
  const image = new Blob([new Uint8Array(await picture.png().toBuffer())]);
  assert.ok(image.size > 200_000);
  const people = await Promise.all(['pia', 'quin', 'rosa', 'sol', 'timo'].map((name) => app.newcomer(name)));
  const send = (user: User) => browse(app, user).send('/settings/profile', { action: 'picture', image });
  assert.deepEqual(
    (await Promise.all(people.map(send))).map(({ status }) => status),
    [303, 303, 303, 303, 303],
  );
});

describe('a malformed form', () => {
  const file = `Content-Disposition: form-data; name="videoData"; filename="a"\r\n\r\n`;
  const bodies: Record<string, string> = {
    'nothing at all': '',
    'no boundary in it': 'some bytes',
    'an end without a beginning': `--${boundary}--\r\n`,
    'a part without a head': `--${boundary}\r\n\r\nx\r\n--${boundary}--\r\n`,
    'a part without anything': `--${boundary}\r\n--${boundary}--\r\n`,
    'a head without an end': `--${boundary}\r\nContent-Disposition: form-data; name="a`,
    'a file without an end': `--${boundary}\r\n${file}....ftyp`,
    'a file cut off in its boundary': `--${boundary}\r\n${file}....ftyp\r\n--${boundary}`,
    'a head of great length': `--${boundary}\r\nX: ${'x'.repeat(20_000)}\r\n${file}x${endOfForm}`,
    'a field of great length': `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(70_000)}${endOfForm}`,
    'more fields than any form has': `${`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(2000)}--${boundary}--`,
    'more files than any form has': `${`--${boundary}\r\n${file}....ftyp\r\n`.repeat(50)}--${boundary}--`,
  };
  for (const [what, body] of Object.entries(bodies)) {
    test(`by ${what} is rejected, and leaves nothing behind`, { timeout: timeoutMilliseconds }, async () => {
      const { user } = await createSinger(app);
      for (const end of ['', '\r\nbytes that come afterwards']) {
        const raw = await beginSending({ path: '/clips/sing', token: user.token, length: body.length + end.length });
        raw.write(body);
        raw.write(end);
        assert.match(await raw.received, /^HTTP\/1.1 4(00|13)/);
        assert.deepEqual(listIncoming(), []);
      }
    });
  }
});

for (const hasScript of [true, false]) {
  test(`in a browser ${hasScript ? 'with' : 'without'} script a clip is sent from its page`, async () => {
    const { user, offer } = await createSinger(app);
    const { tab } = await openPhone(app.url, { token: user.token, hasScript });
    await tab.goto('/clips/sing');
    await tab.getByRole('button', { name: 'Get my part' }).click();
    const choose = (name: string, buffer: Buffer) =>
      tab.getByLabel('Your video').setInputFiles({ name, mimeType: 'video/mp4', buffer });
    await choose('letter.mp4', Buffer.alloc(3_000_000, 'no film'));
    await tab.getByRole('button', { name: 'Send it' }).click();
    await tab
      .getByRole('alert')
      .getByText(/^This isn.t an MP4 video/)
      .waitFor();
    // With script the form keeps its values; without it, the user submits the same values again.
    const takeAgain = async () => {
      if (!hasScript) await tab.getByRole('button', { name: 'Get my part' }).click();
    };
    await takeAgain();
    const large = join(app.context.config.folders.data, 'large.mp4');
    writeFileSync(large, makeMovie({ bytes: 150_000_000 }));
    await tab.getByLabel('Your video').setInputFiles(large);
    await tab.getByRole('button', { name: 'Send it' }).click();
    await tab.getByRole('alert').getByText('This file is too large').waitFor();
    await takeAgain();
    await choose('song.mp4', makeMovie({ bytes: 30_000_000 }));
    await tab.getByRole('button', { name: 'Send it' }).click();
    await tab.getByText('Clip sent.').waitFor();
    const { bytes } = await user.call(microKaraokeApi.video, { params: { filename: `${offer.offerID}.mp4` } });
    assert.equal(bytes.length, 30_000_000);
    await waitUntilTrue(tab, "document.querySelector('progress') === null");
  });
}
