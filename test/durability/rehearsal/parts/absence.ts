import assert from 'node:assert/strict';
import { createUnreadStream, type PostStream } from '../../soak/post-streams.ts';
import type { Day, RehearsalPart, Stage } from '../stage.ts';

const phoneCount = 3;

/** Some phones are off for two days. Then they get a resync, since the service doesn't retain frames that long. */
export function createAbsencePart(
  { world }: Stage,
  { from, until }: { readonly from: number; readonly until: number },
): RehearsalPart {
  const streams: { readonly stream: PostStream; readonly name: string; frames: number }[] = [];
  let returned = 0;

  return {
    promise: 'Phones that were off for two days start again',
    target: 'all that had heard anything',
    async prepare() {
      for (const sailor of world.sailors.slice(0, phoneCount)) {
        const stream = createUnreadStream(world, sailor);
        await stream.open();
        streams.push({ stream, name: sailor.name, frames: 0 });
      }
    },
    async play({ number }: Day) {
      if (number === from) {
        for (const each of streams) {
          each.frames = each.stream.frames;
          each.stream.close();
        }
      }
      if (number !== until) return;
      for (const { stream, name, frames } of streams) {
        await stream.open();
        await stream.settle();
        if (frames === 0) continue;
        assert.ok(stream.resyncedAt > 0, `${name} was away for ${until - from} days and gets no resync`);
        returned += 1;
      }
    },
    async compare({ number }: Day) {
      if (number === until) for (const { stream } of streams) stream.close();
    },
    figure: () => `${returned} of ${phoneCount}`,
  };
}
