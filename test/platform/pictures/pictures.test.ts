import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Colour, type Sharp } from 'sharp';
import { DecodingFailed, PictureRejected } from '#platform/pictures/picture-rejected.ts';
import { processPicture } from '#platform/pictures/process-picture.ts';
import { createGzippedSvg } from '../../support/hostile-pictures.ts';

const options = { avatar: false, allowAnimated: true, maximumBytes: 20 * 2 ** 20, thumbnailHeight: 200 };
const avatarOptions = { ...options, avatar: true };
const red = { r: 255, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 255 };

const createPlain = (width: number, height: number, background: Colour = red) =>
  sharp({ create: { width, height, channels: 4, background } });

/** Creates a blue picture whose left `redWidth` pixels are red. */
const createTwoColoured = (width: number, height: number, redWidth: number) =>
  createPlain(width, height, blue)
    .composite([{ input: { create: { width: redWidth, height, channels: 3, background: red } }, left: 0, top: 0 }])
    .removeAlpha();

function createAnimation(frames: number, width: number, height: number): Sharp {
  // Every second frame is the same as the one before it.
  const pixels = Array.from({ length: frames }, (_, frame) => Buffer.alloc(width * height * 3, (frame >> 1) * 20));
  return sharp(Buffer.concat(pixels), { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

const animatedGif = (frames: number, width: number, height: number) =>
  createAnimation(frames, width, height)
    .gif({ keepDuplicateFrames: true, loop: 3, delay: Array(frames).fill(120) })
    .toBuffer();

async function readPixel(picture: Buffer, left: number, top: number): Promise<string> {
  const found = await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [r = 0, g = 0, b = 0] = found;
  if (Math.min(r, g, b) > 240) return 'white';
  return r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : `${r} ${g} ${b}`;
}

async function readSize(picture: Buffer): Promise<string> {
  const { width, height, pageHeight, pages = 1 } = await sharp(picture, { animated: true }).metadata();
  return `${width} x ${pageHeight ?? height}, ${pages} frames`;
}

async function assertNoMetadata(picture: Buffer): Promise<void> {
  const { exif, xmp, iptc, orientation, comments } = await sharp(picture).metadata();
  assert.deepEqual({ exif, xmp, iptc, orientation, comments }, { ...noMetadata });
}
const noMetadata = { exif: undefined, xmp: undefined, iptc: undefined, orientation: undefined, comments: undefined };

test('a phone picture is rotated upright and loses camera data and location', async () => {
  const upload = await createTwoColoured(300, 100, 150)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 2/1 3/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(upload).metadata()).exif);
  const { full, thumbnail, extension } = await processPicture(upload, options);
  assert.equal(extension, 'jpg');
  assert.equal(await readSize(full), '100 x 300, 1 frames');
  assert.equal(await readSize(thumbnail), '67 x 200, 1 frames');
  assert.deepEqual([await readPixel(full, 50, 20), await readPixel(full, 50, 280)], ['red', 'blue']);
  await assertNoMetadata(full);
  await assertNoMetadata(thumbnail);
});

test('an avatar is the centred square', async () => {
  const upload = await createTwoColoured(500, 300, 250).jpeg().toBuffer();
  const { full } = await processPicture(upload, avatarOptions);
  assert.equal(await readSize(full), '300 x 300, 1 frames');
  assert.deepEqual([await readPixel(full, 140, 150), await readPixel(full, 160, 150)], ['red', 'blue']);
});

test('a large avatar is scaled after cropping', async () => {
  const { full, thumbnail } = await processPicture(await createPlain(2600, 3000).jpeg().toBuffer(), avatarOptions);
  assert.equal(await readSize(full), '2048 x 2048, 1 frames');
  assert.equal(await readSize(thumbnail), '200 x 200, 1 frames');
});

test('a picture with an edge above 2048 is scaled down and becomes JPEG', async () => {
  for (const upload of [
    await createPlain(4096, 2000).png().toBuffer(),
    await createPlain(4096, 2000).webp().toBuffer(),
  ]) {
    const { full, extension } = await processPicture(upload, options);
    assert.equal(extension, 'jpg');
    assert.equal(await readSize(full), '2048 x 1000, 1 frames');
  }
});

test('transparency becomes white in JPEG', async () => {
  const upload = await createPlain(100, 100, { ...red, alpha: 0 })
    .png()
    .toBuffer();
  const { full, extension } = await processPicture(upload, avatarOptions);
  assert.equal(extension, 'jpg');
  assert.equal(await readPixel(full, 50, 50), 'white');
});

test('PNG, GIF and WebP that need no change keep their bytes', async () => {
  const uploads = {
    png: await createPlain(600, 400).png().toBuffer(),
    gif: await createPlain(600, 400).gif().toBuffer(),
    webp: await createPlain(600, 400).webp().toBuffer(),
  };
  for (const [format, upload] of Object.entries(uploads)) {
    const { full, thumbnail, extension } = await processPicture(upload, options);
    assert.equal(extension, format);
    assert.ok(full.equals(upload));
    assert.equal((await sharp(thumbnail).metadata()).format, format);
    assert.equal(await readSize(thumbnail), '300 x 200, 1 frames');
  }
});

test('an otherwise unchanged picture with an orientation is rotated and becomes JPEG', async () => {
  for (const turned of [createPlain(300, 200).png(), createPlain(300, 200).webp()]) {
    const { full, extension } = await processPicture(await turned.withMetadata({ orientation: 8 }).toBuffer(), options);
    assert.equal(extension, 'jpg');
    assert.equal(await readSize(full), '200 x 300, 1 frames');
  }
});

test('an animated GIF keeps all frames, also in its thumbnail', async () => {
  const upload = await animatedGif(6, 400, 300);
  const { full, thumbnail, extension } = await processPicture(upload, options);
  assert.equal(extension, 'gif');
  assert.ok(full.equals(upload));
  assert.equal(await readSize(thumbnail), '267 x 200, 6 frames');
  const { delay, loop } = await sharp(thumbnail, { animated: true }).metadata();
  assert.deepEqual({ delay, loop }, { delay: Array(6).fill(120), loop: 3 });
});

test('an animated WebP keeps all frames, also in its thumbnail', async () => {
  const upload = await createAnimation(6, 400, 300).webp({ delay: 100 }).toBuffer();
  const frames = (await sharp(upload, { animated: true }).metadata()).pages;
  const { full, thumbnail, extension } = await processPicture(upload, options);
  assert.equal(extension, 'webp');
  assert.ok(full.equals(upload));
  assert.equal(await readSize(thumbnail), `267 x 200, ${frames} frames`);
});

test('small still pictures aren’t enlarged for the thumbnail, animations are', async () => {
  const still = await processPicture(await createPlain(60, 50).png().toBuffer(), options);
  assert.equal(await readSize(still.thumbnail), '60 x 50, 1 frames');
  const moving = await processPicture(await animatedGif(4, 60, 50), options);
  assert.equal(await readSize(moving.thumbnail), '240 x 200, 4 frames');
});

test('with animations off, GIF and WebP become a JPEG of their first frame, and PNG stays', async () => {
  const off = { ...options, allowAnimated: false };
  const webp = await createAnimation(4, 100, 50).webp().toBuffer();
  for (const upload of [await animatedGif(4, 100, 50), webp]) {
    const { full, extension } = await processPicture(upload, off);
    assert.equal(extension, 'jpg');
    assert.equal(await readSize(full), '100 x 50, 1 frames');
  }
  const png = await createPlain(100, 50).png().toBuffer();
  assert.ok((await processPicture(png, off)).full.equals(png));
});

test('an avatar is never animated', async () => {
  const { full, extension } = await processPicture(await animatedGif(4, 100, 50), avatarOptions);
  assert.equal(extension, 'jpg');
  assert.equal(await readSize(full), '50 x 50, 1 frames');
});

test('TIFF and AVIF are accepted and become JPEG', async () => {
  for (const upload of [
    await createPlain(90, 60).tiff().toBuffer(),
    await createPlain(90, 60).avif({ effort: 0 }).toBuffer(),
  ]) {
    const { full, extension } = await processPicture(upload, options);
    assert.equal(extension, 'jpg');
    assert.equal(await readPixel(full, 45, 30), 'red');
  }
});

test('the largest allowed edge and ratio are accepted', async () => {
  for (const upload of [
    await createPlain(20_000, 2000).png().toBuffer(),
    await createPlain(2000, 20_000).jpeg().toBuffer(),
  ]) {
    const { full } = await processPicture(upload, options);
    assert.match(await readSize(full), /^(?:2048 x 205|205 x 2048), 1 frames$/);
  }
});

test('print colours and wide colour profiles become screen colours', async () => {
  const upload = await createPlain(50, 50).removeAlpha().withIccProfile('p3').png().toBuffer();
  const { full } = await processPicture(upload, avatarOptions);
  assert.equal((await sharp(full).metadata()).space, 'srgb');
  assert.equal(await readPixel(full, 25, 25), 'red');
  const print = await createPlain(50, 50).removeAlpha().toColourspace('cmyk').jpeg().toBuffer();
  assert.equal((await sharp((await processPicture(print, options)).full).metadata()).space, 'srgb');
});

const assertRejected = (upload: Uint8Array, sentence: RegExp, changed = {}) =>
  assert.rejects(processPicture(upload, { ...options, ...changed }), (error) => {
    assert.ok(error instanceof PictureRejected, String(error));
    assert.match(error.message, sentence);
    return true;
  });

test('a file of the size limit is rejected, one byte less is accepted', async () => {
  const upload = await createPlain(20, 20).png().toBuffer();
  await assertRejected(upload, /must be under/, { maximumBytes: upload.length });
  await processPicture(upload, { ...options, maximumBytes: upload.length + 1 });
});

test('anything but the six formats is rejected, whatever its first bytes claim', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const bitmap = Buffer.from(`BM${'\0'.repeat(100)}`, 'latin1');
  const jpegXl = Buffer.from([0xff, 0x0a, ...Array<number>(100).fill(0)]);
  for (const upload of [Buffer.alloc(0), Buffer.from('hello'), svg, createGzippedSvg(), bitmap, jpegXl]) {
    await assertRejected(upload, /can't read this file as a picture\. Use JPEG, PNG, GIF, WebP, AVIF or TIFF/);
  }
});

test('a HEIC photo is rejected with advice for the phone, even under its container’s brand', async () => {
  const avif = (await createPlain(90, 60).avif({ effort: 0 }).toBuffer()).toString('latin1');
  for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0heicmiaf', 'msf1\0\0\0\0hevc'])
    await assertRejected(
      Buffer.from(`\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}${avif}`, 'latin1'),
      /^HEIC photos aren’t supported. .*Most Compatible.* JPEG, PNG, GIF, WebP, AVIF or TIFF/,
    );
  await processPicture(Buffer.from(avif, 'latin1'), options);
});

test('a truncated picture can’t be decoded', async () => {
  const uploads = [
    await createTwoColoured(400, 300, 100).jpeg().toBuffer(),
    await createPlain(400, 300).png({ compressionLevel: 0 }).toBuffer(),
    await createPlain(400, 300).webp({ lossless: true }).toBuffer(),
    await animatedGif(4, 400, 300),
  ];
  for (const upload of uploads) {
    await assert.rejects(processPicture(upload.subarray(0, upload.length * 0.6), options), DecodingFailed);
  }
});

test('edges that are too long and shapes that are too narrow are rejected', async () => {
  await assertRejected(await createPlain(20_001, 2100).png().toBuffer(), /20001 x 2100 pixels; neither side/);
  await assertRejected(await createPlain(111, 11).png().toBuffer(), /10 times the shorter/);
  await assertRejected(await createPlain(11, 111).png().toBuffer(), /10 times the shorter/);
});

test('an animation that would take too long is rejected, but its first frame can be an avatar', async () => {
  const [head, frame] = [gifHead(1, 1), gifFrame()];
  const upload = Buffer.concat([head, ...Array<Buffer>(5000).fill(frame), gifEnd]);
  await assertRejected(upload, /too many frames \(5000\)/);
  assert.equal((await processPicture(upload, avatarOptions)).extension, 'jpg');
});

test('a GIF with a canvas far larger than its frames is re-encoded', async () => {
  const upload = Buffer.concat([gifHead(60_000, 60_000), gifFrame(), gifEnd]);
  assert.equal((await processPicture(upload, options)).extension, 'jpg');
});

function gifHead(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** Returns a frame of one pixel. */
function gifFrame(): Buffer {
  return Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
}
const gifEnd = Buffer.from([0x3b]);
