import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { processPicture } from '#platform/pictures/process-picture.ts';

const folder = join(import.meta.dirname, '../../../../shared/data');
const skip = !existsSync(join(folder, 'photo.jpg')) && 'the real pictures are not here';
const options = { avatar: false, allowAnimated: true, maximumBytes: 20 * 2 ** 20, thumbnailHeight: 200 };

test('a phone photo taken upside down is served upright, scaled and without EXIF', { skip }, async () => {
  const upload = readFileSync(join(folder, 'photo.jpg'));
  const { full, thumbnail } = await processPicture(upload, options);
  const { width, height, exif, orientation } = await sharp(full).metadata();
  assert.deepEqual(
    { width, height, exif, orientation },
    { width: 2048, height: 1536, exif: undefined, orientation: undefined },
  );
  const tiny = (picture: Sharp) => picture.resize(8, 6, { fit: 'fill' }).raw().toBuffer();
  const upright = await tiny(sharp(await sharp(upload).rotate(180).toBuffer()));
  const difference = (await tiny(sharp(thumbnail))).map((value, index) => Math.abs(value - (upright[index] ?? 0)));
  assert.ok(Math.max(...difference) < 12);
});

test('a real PNG keeps its pixels', { skip }, async () => {
  const upload = readFileSync(join(folder, 'photo.png'));
  const { full, extension } = await processPicture(upload, options);
  assert.equal(extension, 'png');
  assert.ok((await sharp(full).raw().toBuffer()).equals(await sharp(upload).raw().toBuffer()));
});

test('a real animated GIF of 480 frames keeps all of them in both sizes', { skip }, async () => {
  const upload = readFileSync(join(folder, 'photo.gif'));
  const { full, thumbnail, extension } = await processPicture(upload, options);
  assert.equal(extension, 'gif');
  assert.ok(full.equals(upload));
  const { width, pageHeight, pages } = await sharp(thumbnail, { animated: true }).metadata();
  assert.deepEqual({ width, pageHeight, pages }, { width: 200, pageHeight: 200, pages: 480 });
});
