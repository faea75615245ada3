import assert from 'node:assert/strict';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShip, logIn, readUntil } from '../cli/support.ts';
import { writeSong } from '../support/clips.ts';
import { makeMovie } from '../support/movies.ts';
import { createSmallDisk } from './small-disk.ts';

type User = Awaited<ReturnType<typeof logIn>>;

/** Sends a recording and reads the response while it is still sending, since the service rejects it before the end. */
function record(url: string, { token }: User, offerID: string): Promise<{ status: number | undefined; text: string }> {
  const body = JSON.stringify({ offerID, videoData: makeMovie({ bytes: 3_000_000 }).toString('base64') });
  const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v3/microkaraoke/recording`, { method: 'POST', headers });
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sending.end(body);
  });
}

test('a full disk rejects a recording with a reason, leaves no files, and accepts it once there is space', async (context) => {
  const ship = createShip();
  const songs = join(ship.folder, 'songs');
  writeSong(songs, 'Song', { slots: 10 });
  const disk = createSmallDisk(ship.data);
  context.diagnostic(disk.name);
  const service = await ship.serve(['serve'], { within: disk.within });
  const imported = await ship.run(['import', 'songs', songs], { within: disk.enter(service) });
  assert.equal(imported.code, 0, imported.stderr);
  const james = await logIn(service.url, 'james');
  const getOffer = () => james.send('POST', '/api/v3/microkaraoke/offer');
  const { offerID } = (await readUntil(getOffer, ({ status }) => status === 200)).body;
  disk.fill(service);
  const rejected = await record(service.url, james, offerID);
  assert.equal(rejected.status, 503);
  assert.match(rejected.text, /the disk of the server/i);
  const { status } = await james.send('GET', `/api/v3/microkaraoke/video/${offerID}.mp4`);
  assert.equal(status, 404);
  disk.makeSpace(service);
  assert.equal((await record(service.url, james, offerID)).status, 200);
  const verified = await ship.run(['verify'], { within: disk.enter(service) });
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
});
