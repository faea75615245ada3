import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawIdenticon } from '#platform/pictures/identicon.ts';

const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

async function cellColours(picture: Buffer): Promise<string[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [40, 40]);
  const colourAt = (x: number, y: number) => data.toString('hex', (y * 40 + x) * 3, (y * 40 + x) * 3 + 3);
  return [0, 1, 2, 3, 4].map((row) =>
    [0, 1, 2, 3, 4].map((column) => {
      const corners = [0, 7].flatMap((y) => [0, 7].map((x) => colourAt(column * 8 + x, row * 8 + y)));
      assert.equal(new Set(corners).size, 1, 'a cell has one colour');
      return corners[0] ?? '';
    }),
  );
}

test('has five by five cells, mirrored, in one dark and one light colour', async () => {
  for (const someone of [id, ...Array.from({ length: 20 }, () => randomUUID())]) {
    const cells = await cellColours(await drawIdenticon(someone));
    for (const row of cells) assert.deepEqual(row, row.toReversed());
    const brightness = [...new Set(cells.flat())].map((colour) => Math.max(...Buffer.from(colour, 'hex')));
    assert.ok(brightness.every((value) => value > 200 || value < 130));
    assert.ok(brightness.length <= 2);
  }
});

test('the same id always has the same pixels, in any letter case', async () => {
  const pixels = await sharp(await drawIdenticon(id))
    .removeAlpha()
    .raw()
    .toBuffer();
  const digest = createHash('sha256').update(pixels).digest('hex');
  assert.equal(digest, 'd75bfaad02733de350d6bb77a904861ea4e0acf47a53344840ef5de45d7740db');
  assert.deepEqual(await drawIdenticon(id.toUpperCase()), await drawIdenticon(id));
});

test('other ids have other pictures', async () => {
  const pictures = await Promise.all(Array.from({ length: 50 }, () => drawIdenticon(randomUUID())));
  assert.equal(new Set(pictures.map((picture) => picture.toString('hex'))).size, 50);
});
