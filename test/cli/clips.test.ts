import assert from 'node:assert/strict';
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, test } from 'node:test';
import { writeSong } from '../support/clips.ts';
import { makeMovie } from '../support/movies.ts';
import { createShip, logIn, type RunningService, readUntil } from './support.ts';

const homeShip = createShip();
const listClipsOf = (data: string): string[] => readdirSync(join(data, 'images', 'microkaraokevideos')).toSorted();
let service: RunningService;
let moderator: Awaited<ReturnType<typeof logIn>>;

/** Sings as a user; returns the name of the clip. */
async function recordClip(username: string, bytes = 700_000): Promise<string> {
  const user = await logIn(service.url, username);
  const { offerID } = (await user.send('POST', '/api/v3/microkaraoke/offer')).body;
  const body = { offerID, videoData: makeMovie({ bytes }).toString('base64') };
  const { status, reason } = await user.send('POST', '/api/v3/microkaraoke/recording', { body });
  assert.equal(status, 200, reason);
  return `${offerID}.mp4`;
}

before(async () => {
  service = await homeShip.serve();
  moderator = await logIn(service.url, 'admin');
  writeSong(join(homeShip.folder, 'songs'), 'Song', { slots: 30 });
  const dry = await homeShip.run(['import', 'songs', 'songs', '--dry-run']);
  assert.match(dry.stdout, /^Dry run: nothing was written\.[\s\S]*added +1/);
  const { url } = service;
  const james = await logIn(url, 'james');
  const getOffer = () => james.send('POST', '/api/v3/microkaraoke/offer');
  assert.equal((await getOffer()).status, 400);
  const imported = await homeShip.run(['import', 'songs', 'songs']);
  assert.equal(imported.code, 0, imported.stderr);
  // The running service notices new songs within two seconds.
  assert.equal((await readUntil(getOffer, ({ status }) => status === 200)).status, 200);
});

test('a backup has all clips, and what is restored from it is consistent', async () => {
  const clips = [await recordClip('james'), await recordClip('heidi')].toSorted();
  const made = await homeShip.run(['backup', 'with.tar.gz']);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, / pictures, 2 clips, /);
  const elsewhere = createShip();
  assert.equal((await elsewhere.run(['restore', join(homeShip.folder, 'with.tar.gz')])).code, 0);
  assert.deepEqual(listClipsOf(elsewhere.data), clips);
  const verified = await elsewhere.run(['verify']);
  assert.equal(verified.code, 0, verified.stdout);
  const left = readdirSync(homeShip.data, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    left.filter((path) => /\.(backup|kept|restore)/.test(path)),
    [],
  );
});

test('a backup without clips reports that, and restoring it leaves existing clips alone', async () => {
  const made = await homeShip.run(['backup', 'without.tar.gz', '--without-clips']);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /It doesn't include uploaded clips\./);
  assert.doesNotMatch(made.stdout, /\d clips/);
  const elsewhere = createShip();
  const file = 'data/images/microkaraokevideos/00000000-0000-4000-8000-000000000000.mp4';
  elsewhere.file(file, 'a clip');
  const restored = await elsewhere.run(['restore', join(homeShip.folder, 'without.tar.gz')]);
  assert.match(restored.stdout, /it doesn't include uploaded clips; the ones already here were kept/);
  assert.deepEqual(listClipsOf(elsewhere.data), [basename(file)]);
  const verified = await elsewhere.run(['verify']);
  assert.equal(verified.code, 1);
  assert.match(verified.stdout, /^clip [0-9a-f-]{36}\.mp4 of song 1: is no file, should be a file$/m);
});

test('verify finds clips without files, and old files without clips', async () => {
  const clip = await recordClip('sam');
  assert.equal((await homeShip.run(['verify'])).code, 0);
  const folder = join(homeShip.data, 'images', 'microkaraokevideos');
  const orphan = join(folder, '00000000-0000-4000-8000-000000000000.mp4');
  writeFileSync(orphan, 'bytes of no clip');
  assert.equal((await homeShip.run(['verify'])).code, 0);
  const long = new Date(Date.now() - 120_000);
  utimesSync(orphan, long, long);
  rmSync(join(folder, clip));
  const { code, stdout } = await homeShip.run(['verify']);
  assert.equal(code, 1);
  assert.deepEqual(stdout.split('\n').slice(0, -1).toSorted(), [
    '2 values are inconsistent',
    `clip ${clip} of song 1: is no file, should be a file`,
    `file ${orphan}: is a file of no clip, should be no file: it can be deleted`,
  ]);
  rmSync(orphan);
  const snippetID = clip.replace('.mp4', '');
  assert.equal((await moderator.send('DELETE', `/api/v3/mod/microkaraoke/snippet/${snippetID}`)).status, 200);
  assert.equal((await homeShip.run(['verify'])).code, 0);
});
