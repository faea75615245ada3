import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Metadata } from 'sharp';
import { withinMemory } from '#platform/pictures/picture-memory.ts';
import { PictureRejected } from '#platform/pictures/picture-rejected.ts';

async function described(changes: Partial<Metadata>): Promise<Metadata> {
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  return { ...(await sharp(await picture.png().toBuffer()).metadata()), ...changes };
}

test('a picture that must be held whole waits for the one before it, an ordinary one does not', async () => {
  const large = await described({ format: 'gif', width: 5000, height: 5000 });
  const ordinary = await described({ format: 'jpeg', width: 10_000, height: 10_000 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const firstDone = withinMemory(large, () => first.promise);
  const secondDone = withinMemory(large, async () => order.push('second large'));
  await withinMemory(ordinary, async () => order.push('ordinary'));
  order.push('first large ends');
  first.resolve();
  await Promise.all([firstDone, secondDone]);
  assert.deepEqual(order, ['ordinary', 'first large ends', 'second large']);
});

test('a picture that needs too much by itself is rejected', async () => {
  const deep = { width: 10_000, height: 10_000, depth: 'ushort', channels: 4, isProgressive: true } as const;
  const tooMuch = await described({ format: 'png', ...deep });
  assert.throws(() => withinMemory(tooMuch, async () => assert.fail('must not be decoded')), PictureRejected);
});
