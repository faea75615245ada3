import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, WriteContext } from '#area/context.ts';
import { clipFolder } from '#features/micro-karaoke/index.ts';
import { clipSnippets, clipSongs, clipSongsUnseen } from '#features/micro-karaoke/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Person, Sailing, SailingPart } from '../part.ts';
import { writeSentence } from '../vocabulary.ts';

const slots = 20;
const halfAnHour = 30 * 60_000;

/** Placeholder bytes; no one reads the file. */
function writeClip({ config }: Context, id: string): void {
  const folder = join(config.folders.images, clipFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${id}.mp4`), 'a made-up clip');
}

/** Makes the next song. All but the last one are complete; older ones are approved. */
function makeSong({ random }: Sailing, context: WriteContext, progress: { isComplete: boolean; isApproved: boolean }) {
  const updatedAt = context.clock.now();
  const durations = Array.from({ length: slots }, () => 5 + random.below(20) / 10);
  const song = { name: writeSentence(random, 2, 4).slice(0, -1), artist: writeSentence(random, 1, 2).slice(0, -1) };
  const shape = { bpm: 80 + random.below(80), slots, durations, isPortrait: random.onceIn(2) };
  return insertRow(context, clipSongs, { ...song, ...shape, ...progress, updatedAt });
}

function makeClips({ random, people }: Sailing, context: WriteContext, songID: number, sung: number): Person[] {
  const updatedAt = context.clock.now();
  const singers = random.pick(people, sung);
  for (const [slot, { id: authorID }] of singers.entries()) {
    const id = random.uuid();
    const times = { expiresAt: new Date(updatedAt.getTime() + halfAnHour), updatedAt };
    insertRow(context, clipSnippets, { id, songID, slot, authorID, hasVideo: true, isFiller: false, ...times });
    writeClip(context, id);
  }
  return singers;
}

/** Makes songs sung in clips, one after the other. Half of the singers haven't watched theirs yet. */
export const clipsPart: SailingPart = {
  name: 'clips',
  fill(sailing) {
    const songs = sailing.count(60);
    sailing.make('songs of clip karaoke', songs, (context, index) => {
      const sung = index < songs - 1 ? slots : slots / 2;
      const isComplete = sung === slots && sailing.people.length >= slots;
      const isApproved = isComplete && index < songs - 3;
      const songID = makeSong(sailing, context, { isComplete, isApproved });
      const singers = makeClips(sailing, context, songID, sung);
      if (!isApproved) return;
      for (const { id: userID } of sailing.random.pick(singers, singers.length / 2)) {
        insertRow(context, clipSongsUnseen, { userID, songID });
      }
    });
  },
};
