import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { karaokeApi } from '#features/karaoke/api.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import { logIn } from '../cli/support.ts';
import { findSong, type Line, reload, songParams, writeCatalogue } from '../features/karaoke/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const createSongs = (name: string, count: number): Line[] =>
  Array.from({ length: count }, (_, index) => [`Singers of ${name}`, `Song ${index} of ${name}`]);
const [oldSongs, newSongs] = [createSongs('old', 300), createSongs('young', 900)];

/** Reads all titles, and the number of songs found by words and by their ids. */
async function readLibrary(app: TestApp) {
  const listed: { songID: string; songName: string }[] = [];
  for (;;) {
    const query = { search: 's', start: listed.length, limit: 200 };
    const { songs } = await app.anonymous.get(karaokeApi.list, { query });
    if (songs.length === 0) break;
    listed.push(...songs);
  }
  const { totalSongs } = await app.anonymous.get(karaokeApi.list, { query: { search: 'song of' } });
  let known = 0;
  for (const song of listed)
    if ((await app.anonymous.get(karaokeApi.read, songParams(song))).songName === song.songName) known += 1;
  return { titles: listed.map(({ songName }) => songName).toSorted(), found: totalSongs, known };
}

const expectWholeLibrary = (lines: readonly Line[]) => ({
  titles: lines.map(([, title]) => title).toSorted(),
  found: lines.length,
  known: lines.length,
});

const inNewLibrary = 'IN (SELECT id FROM karaoke_libraries WHERE song_count = 900)';
const killMoments: [moment: string, condition: string, left: readonly Line[]][] = [
  [
    'some of the new songs are written',
    `SELECT count(*) >= 450 FROM karaoke_songs WHERE id / 1048576 ${inNewLibrary}`,
    oldSongs,
  ],
  [
    'some of them are known by their ids',
    `SELECT count(*) >= 300 FROM karaoke_song_places WHERE library_id ${inNewLibrary}`,
    oldSongs,
  ],
  [
    'the new songs have taken the place of the old ones',
    'SELECT song_count = 900 FROM karaoke_libraries WHERE is_current = 1',
    newSongs,
  ],
];

for (const [moment, condition, left] of killMoments) {
  test(`a service killed during a reload has all old songs or all new ones: ${moment}`, async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-killed-'));
    after(() => rm(dataFolder, { recursive: true, force: true }));
    const first = await startTestApp({ dataFolder });
    await reload(first, await first.logIn('admin'), oldSongs);
    writeCatalogue(first, newSongs);
    await first.close();

    const { NODE_TEST_CONTEXT: _, ...variables } = process.env;
    const dying = fork(join(import.meta.dirname, 'dying-reload.ts'), [dataFolder, condition], {
      env: variables,
      stdio: 'inherit',
    });
    after(() => dying.kill('SIGKILL'));
    const [url] = await once(dying, 'message', { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const admin = await logIn(url, 'admin');
    const ended = once(dying, 'exit');
    await assert.rejects(admin.call(karaokeApi.reload));
    assert.equal((await ended)[1], 'SIGKILL');

    const app = await startTestApp({ dataFolder });
    after(() => app.close());
    assert.deepEqual(await readLibrary(app), expectWholeLibrary(left));
    assert.deepEqual(await findInconsistencies(app.context), []);
    await (await app.logIn('admin')).get(karaokeApi.reload);
    assert.deepEqual(await readLibrary(app), expectWholeLibrary(newSongs));
    assert.equal((await findSong(app.anonymous, 'song 7 young')).songName, 'Song 7 of young');
  });
}
