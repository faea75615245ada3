import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import sharp from 'sharp';
import { askDecoder } from '#platform/pictures/decoder-thread.ts';
import { readable } from '#platform/pictures/picture-decoding.ts';
import { PictureRejected, processPicture } from '#platform/pictures/process-picture.ts';

const options = { avatar: false, allowAnimated: true, maximumBytes: 20 * 2 ** 20, thumbnailHeight: 200 };

const given = (name: string) => readFileSync(join(import.meta.dirname, '../../pictures', name));

async function size(picture: Buffer): Promise<string> {
  const { format, width, height } = await sharp(picture).metadata();
  return `${format}, ${width} x ${height}`;
}

/** Red, green and blue at a point given in parts of the whole. */
async function assertColour(picture: Buffer, [x, y]: [number, number], expected: number[]): Promise<void> {
  const { width, height } = await sharp(picture).metadata();
  const area = { left: Math.floor(x * width), top: Math.floor(y * height), width: 1, height: 1 };
  const found = [...(await sharp(picture).extract(area).raw().toBuffer())];
  const near = found.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 6);
  assert.ok(near, `${found} instead of ${expected} at ${x}, ${y}`);
}

const [red, green, blue, grey, white] = [
  [200, 60, 60],
  [60, 200, 60],
  [60, 60, 200],
  [240, 240, 240],
  [255, 255, 255],
];

const rejected = (work: Promise<unknown>, sentence: RegExp) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof PictureRejected, String(error));
    assert.match(error.message, sentence);
    return true;
  });

for (const name of ['turned.heic', 'turned.jxl']) {
  test(`${name} as phones write it comes out upright, in its colours and without camera and place`, async () => {
    const upload = given(name);
    assert.ok(name.endsWith('jxl') || (await sharp(upload).metadata()).exif);
    const { full, thumbnail, extension } = await processPicture(upload, options);
    assert.equal(extension, 'jpg');
    for (const picture of [full, thumbnail]) {
      assert.equal(await size(picture), 'jpeg, 80 x 120');
      await assertColour(picture, [0.25, 0.25], red);
      await assertColour(picture, [0.75, 0.25], green);
      await assertColour(picture, [0.25, 0.75], blue);
      await assertColour(picture, [0.75, 0.75], grey);
      const { exif, xmp, icc, orientation } = await sharp(picture).metadata();
      assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined]);
    }
  });
}

test('an avatar of either format is the centred square', async () => {
  for (const name of ['turned.heic', 'turned.jxl']) {
    const { full } = await processPicture(given(name), { ...options, avatar: true });
    assert.equal(await size(full), 'jpeg, 80 x 80');
    await assertColour(full, [0.25, 0.1], red);
    await assertColour(full, [0.75, 0.9], grey);
  }
});

test('transparency of HEIC becomes white', async () => {
  const { full } = await processPicture(given('transparent.heic'), options);
  assert.equal(await size(full), 'jpeg, 60 x 40');
  await assertColour(full, [0.25, 0.5], red);
  await assertColour(full, [0.75, 0.5], white);
});

test('a JPEG XL picture that is decoded part by part has all its rows', async () => {
  const { full } = await processPicture(given('tall.jxl'), options);
  assert.equal(await size(full), 'jpeg, 300 x 1300');
  for (const y of [0.01, 0.2, 0.38, 0.4, 0.45]) await assertColour(full, [0.5, y], red);
  for (const y of [0.47, 0.6, 0.75]) await assertColour(full, [0.5, y], blue);
  for (const y of [0.78, 0.79, 0.99]) await assertColour(full, [0.5, y], green);
});

test('a JPEG XL picture over whose parts the decoder crashes is decoded as a whole', async () => {
  const upload = given('tall-transparent.jxl');
  const part = askDecoder('decode JPEG XL', { bytes: upload, maxRows: 512 }, AbortSignal.timeout(30_000));
  await assert.rejects(part, { name: 'RuntimeError' });
  const { full } = await processPicture(upload, options);
  assert.equal(await size(full), 'jpeg, 300 x 1300');
  await assertColour(full, [0.5, 0.2], red);
  await assertColour(full, [0.5, 0.6], blue);
  await assertColour(full, [0.5, 0.9], white);
});

test('too long edges are rejected before anything is decoded', async () => {
  await rejected(processPicture(given('too-wide.jxl'), options), /10001 x 1100 pixels; neither side/);
  const upload = given('turned.heic');
  upload.writeUInt32BE(10_001, upload.lastIndexOf('ispe') + 8);
  await rejected(processPicture(upload, options), /10001 pixels; neither side/);
});

test('a picture that would need too much memory is rejected before it is decoded', async () => {
  await rejected(processPicture(given('vast.jxl'), options), /too much memory/);
  const upload = given('turned.heic');
  upload.writeUInt32BE(9000, upload.lastIndexOf('ispe') + 8);
  upload.writeUInt32BE(9000, upload.lastIndexOf('ispe') + 12);
  await rejected(processPicture(upload, options), /too much memory/);
});

test('a decoder that takes more memory than was foreseen is stopped, and the next picture is decoded', async () => {
  const facts = { format: 'jxl', width: 100, height: 100, channels: 4, depth: 'uchar', isProgressive: false } as const;
  await rejected(readable({ bytes: given('vast.jxl'), format: 'jxl', metadata: facts }), /damaged, or too large/);
  assert.equal(await size((await processPicture(given('turned.jxl'), options)).full), 'jpeg, 80 x 120');
});

test('a file that stops in the middle is rejected', async () => {
  for (const name of ['turned.heic', 'turned.jxl', 'tall.jxl', 'twelve-megapixels.heic']) {
    const upload = given(name);
    for (const part of [0.1, 0.5, 0.9]) {
      await rejected(processPicture(upload.subarray(0, upload.length * part), options), /damaged/);
    }
  }
});

test('random bytes behind the right beginning are rejected', async () => {
  for (const [name, headBytes] of [
    ['turned.heic', 24],
    ['turned.jxl', 32],
    ['tall.jxl', 2],
  ] as const) {
    await rejected(
      processPicture(Buffer.concat([given(name).subarray(0, headBytes), randomBytes(2000)]), options),
      /./,
    );
  }
});

test('a decoder that takes too long is ended in the middle', async () => {
  const signal = AbortSignal.timeout(100);
  const answer = askDecoder('decode HEIC', { bytes: given('twelve-megapixels.heic'), profile: undefined }, signal);
  await assert.rejects(answer, { name: 'AbortError' });
});

test('the process stays responsive while 12 megapixels are decoded', async (context) => {
  const upload = given('twelve-megapixels.heic');
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  delays.enable();
  const { full } = await processPicture(upload, options);
  delays.disable();
  const took = performance.now() - start;
  const longest = delays.max / 1_000_000;
  context.diagnostic(`took ${took.toFixed()} ms, the longest delay was ${longest.toFixed(1)} ms`);
  assert.equal(await size(full), 'jpeg, 2048 x 1536');
  assert.ok(longest < took / 2, `a delay of ${longest} ms in ${took} ms`);
});

test('two pictures at once both come out', async () => {
  const both = await Promise.all(
    ['turned.heic', 'tall.jxl'].map(async (name) => size((await processPicture(given(name), options)).full)),
  );
  assert.deepEqual(both, ['jpeg, 80 x 120', 'jpeg, 300 x 1300']);
});
