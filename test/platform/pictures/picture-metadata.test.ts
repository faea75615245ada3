import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { removeMetadata } from '#platform/pictures/picture-metadata.ts';

const secretText = 'taken at 18.4 N 64.9 W';
const createPlainPicture = () => sharp({ create: { width: 8, height: 6, channels: 4, background: '#1a2b3c80' } });

function pngChunk(type: string, text: string): Buffer {
  const content = Buffer.from(type + text, 'latin1');
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(text.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - 4);
  return chunk;
}

test('a PNG loses texts, time, camera data and anything after its end', async () => {
  const clean = await createPlainPicture().png().toBuffer();
  const afterHeader = 8 + 12 + 13;
  const told = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((type) => pngChunk(type, secretText));
  const parts = [clean.subarray(0, afterHeader), ...told, clean.subarray(afterHeader), Buffer.from(secretText)];
  assert.deepEqual(removeMetadata(Buffer.concat(parts), 'png'), clean);
});

test('a PNG keeps its colour profile and animation', async () => {
  const clean = await createPlainPicture().withIccProfile('p3').png().toBuffer();
  const end = clean.length - 12;
  const frames = [pngChunk('acTL', '\0\0\0\0\0\0\0\0'), pngChunk('fdAT', '\0\0\0\0')];
  const upload = Buffer.concat([clean.subarray(0, end), ...frames, clean.subarray(end)]);
  assert.equal(removeMetadata(upload, 'png'), upload);
  assert.ok(clean.includes('iCCP'));
});

test('a GIF loses comments, texts and application data, but not its loop', async () => {
  const clean = await sharp(Buffer.alloc(8 * 12 * 3, 7), { raw: { width: 8, height: 12, channels: 3, pageHeight: 6 } })
    .gif({ keepDuplicateFrames: true, loop: 5 })
    .toBuffer();
  const loopAt = clean.indexOf('NETSCAPE2.0') - 3;
  const text = String.fromCharCode(secretText.length) + secretText;
  const told = [`!\xfe${text}\0`, `!\x01\x0c123456789012${text}\0`, `!\xff\x0bXMP DataXMP${text}\0`];
  const parts = [clean.subarray(0, loopAt), Buffer.from(told.join(''), 'latin1'), clean.subarray(loopAt)];
  assert.deepEqual(removeMetadata(Buffer.concat([...parts, Buffer.from(secretText)]), 'gif'), clean);
  assert.ok(loopAt > 0);
});

test('a GIF that only lacks its end marker gets one', async () => {
  const clean = await createPlainPicture().gif().toBuffer();
  assert.deepEqual(removeMetadata(clean.subarray(0, -1), 'gif'), clean);
});

test('a WebP loses camera data and XMP, and no longer claims to have them', async () => {
  const upload = await createPlainPicture()
    .webp()
    .withExif({ IFD0: { Copyright: secretText } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secretText}</x:xmpmeta>`)
    .toBuffer();
  assert.ok(upload.includes(secretText));
  const stripped = removeMetadata(Buffer.concat([upload, Buffer.from(secretText)]), 'webp') ?? Buffer.alloc(0);
  assert.ok(!stripped.includes(secretText));
  assert.equal(stripped.readUInt32LE(4), stripped.length - 8);
  assert.equal(stripped.readUInt8(stripped.indexOf('VP8X') + 8) & 0x0c, 0);
  assert.ok((await sharp(stripped).raw().toBuffer()).equals(await sharp(upload).raw().toBuffer()));
});

test('a file without metadata is returned unchanged', async () => {
  for (const format of ['png', 'gif', 'webp'] as const) {
    const upload = await createPlainPicture().toFormat(format).toBuffer();
    assert.equal(removeMetadata(upload, format), upload);
  }
});

test('a truncated file throws, and one with unknown parts isn’t understood', async () => {
  for (const format of ['png', 'gif', 'webp'] as const) {
    const upload = await createPlainPicture().toFormat(format).toBuffer();
    assert.throws(() => removeMetadata(upload.subarray(0, upload.length - 6), format), RangeError);
  }
  const gif = await createPlainPicture().gif().toBuffer();
  assert.equal(removeMetadata(Buffer.concat([gif.subarray(0, -1), Buffer.from('oddity')]), 'gif'), undefined);
});
