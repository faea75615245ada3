import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { importSongs } from '#features/micro-karaoke/index.ts';
import { startTestApp } from '../../support/app.ts';
import { getSongs, writeSong } from '../../support/clips.ts';
import { forcedOptions, unforcedOptions } from '../../support/ship-time.ts';

const app = await startTestApp();
const libraryFolder = getSongs(app);

/** Creates an empty library, and a folder to import songs from. */
function createSource(context: TestContext): string {
  rmSync(libraryFolder, { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), 'gangway-songs-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function importFrom(folder: string, options = unforcedOptions) {
  const { added, changed, deleted, unchanged, warnings } = await importSongs(app.context, folder, options);
  return { counts: [added, changed, deleted, unchanged], warnings };
}

test('imports songs from a folder, and replaces songs that changed later', async (context) => {
  const songs = createSource(context);
  writeSong(songs, 'First', { fillers: [1] });
  writeSong(songs, 'Second & last');
  const dry = await importFrom(songs, { ...unforcedOptions, dryRun: true });
  assert.deepEqual(dry, { counts: [2, 0, 0, 0], warnings: [] });
  assert.ok(!existsSync(libraryFolder));
  assert.deepEqual(await importFrom(songs), dry);
  assert.deepEqual(readdirSync(libraryFolder).toSorted(), ['First', 'Second & last']);
  assert.equal(readFileSync(join(libraryFolder, 'First', '1', 'fillVideoPortrait.mp4'), 'utf8'), 'tall 1');

  writeFileSync(join(songs, 'First', '0', 'lyric.txt'), 'Other words');
  rmSync(join(songs, 'Second & last'), { recursive: true });
  writeSong(songs, 'Third');
  assert.deepEqual((await importFrom(songs)).counts, [1, 1, 0, 0]);
  assert.deepEqual(readdirSync(libraryFolder).toSorted(), ['First', 'Second & last', 'Third']);
  assert.equal(readFileSync(join(libraryFolder, 'First', '0', 'lyric.txt'), 'utf8'), 'Other words');
  assert.deepEqual((await importFrom(songs)).counts, [0, 0, 0, 2]);
  for (const words of ['Longer words than before', 'Others words than bef0re']) {
    writeFileSync(join(songs, 'Third', '0', 'lyric.txt'), words);
    assert.deepEqual((await importFrom(songs)).counts, [0, 1, 0, 1], words);
  }
});

test('the next import restores a song whose replacement was interrupted', async (context) => {
  const songs = createSource(context);
  writeSong(songs, 'Other');
  writeSong(join(libraryFolder, '.replaced'), 'Song');
  writeSong(join(libraryFolder, '.importing'), 'Half');
  await importFrom(songs, { ...unforcedOptions, dryRun: true });
  assert.deepEqual(readdirSync(libraryFolder).toSorted(), ['.importing', '.replaced']);
  await importFrom(songs);
  assert.deepEqual(readdirSync(libraryFolder).toSorted(), ['Other', 'Song']);
});

test('a removed filler disappears, and files that belong to no song are ignored', async (context) => {
  const songs = createSource(context);
  writeSong(songs, 'Song', { fillers: [0, 1] });
  writeFileSync(join(songs, 'Song', 'notes.doc'), 'private');
  await importFrom(songs);
  assert.ok(!existsSync(join(libraryFolder, 'Song', 'notes.doc')));
  rmSync(join(songs, 'Song', '1', 'fill.mp3'));
  assert.deepEqual((await importFrom(songs)).counts, [0, 1, 0, 0]);
  assert.ok(!existsSync(join(libraryFolder, 'Song', '1', 'fill.mp3')));
  assert.ok(existsSync(join(libraryFolder, 'Song', '0', 'fill.mp3')));
});

test('accepts the folder of a single song', async (context) => {
  const songs = createSource(context);
  writeSong(songs, 'One');
  writeSong(songs, 'Other');
  assert.deepEqual((await importFrom(join(songs, 'One'))).counts, [1, 0, 0, 0]);
  assert.deepEqual(readdirSync(libraryFolder), ['One']);
});

test('an incomplete song rejects the whole import, unless it’s told to ignore it', async (context) => {
  const faults: Record<string, (song: string) => void> = {
    'lyric.txt is missing': (song) => rmSync(join(song, '2', 'lyric.txt')),
    'record.mp3 is missing': (song) => rmSync(join(song, '5', 'record.mp3')),
    'karaokeAudio.mp3 is missing': (song) => rmSync(join(song, 'karaokeAudio.mp3')),
    'fillVideoLandscape.mp4 is missing': (song) => rmSync(join(song, '1', 'fillVideoLandscape.mp4')),
    'songname is "Faulty" and the folder "Renamed"': (song) =>
      writeSong(join(song, '..'), 'Renamed', { info: { songname: 'Faulty' } }),
    'durations has 1 entries': (song) => writeSong(join(song, '..'), 'Faulty', { info: { durations: [1] } }),
    'songinfo.json cannot be read: Expected property name': (song) => writeFileSync(join(song, 'songinfo.json'), '{'),
  };
  for (const [reason, spoil] of Object.entries(faults)) {
    const songs = createSource(context);
    writeSong(songs, 'Good');
    writeSong(songs, 'Faulty', { fillers: [1] });
    spoil(join(songs, 'Faulty'));
    await assert.rejects(importFrom(songs), ({ name, message }: Error) => {
      assert.deepEqual([name, message.includes(reason)], ['UnreadableFile', true], message);
      return true;
    });
    assert.ok(!existsSync(libraryFolder));
    const { warnings } = await importFrom(songs, forcedOptions);
    assert.match(warnings[0] ?? '', /^A song was skipped: /);
    assert.ok(existsSync(join(libraryFolder, 'Good')));
  }
});

test('an information file that’s too large is rejected for its size, not as unreadable', async (context) => {
  const songs = createSource(context);
  writeSong(songs, 'Large');
  const file = join(songs, 'Large', 'songinfo.json');
  writeFileSync(file, ' '.repeat(262_145));
  await assert.rejects(importFrom(songs), {
    message: `${songs} contains no songs: ${file} is larger than 262144 bytes.`,
  });
});

test('rejects a missing folder, and one without a song', async (context) => {
  const songs = createSource(context);
  mkdirSync(join(songs, 'Empty'));
  writeFileSync(join(songs, 'file.txt'), 'x');
  for (const path of [songs, join(songs, 'missing'), join(songs, 'file.txt')])
    await assert.rejects(importFrom(path), /contains no songs/, path);
});
