import assert from 'node:assert/strict';
import { test } from 'node:test';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { drawQrCode } from '#platform/pictures/qr-code.ts';

/** Reads the modules of a picture from the middle of each. */
async function readModules(picture: Buffer, count: number): Promise<number[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [400, 400, 1]);
  const scale = Math.floor(400 / (count + 8));
  const first = Math.floor((400 - count * scale) / 2) + Math.floor(scale / 2);
  assert.ok(first >= 4 * scale, 'a white margin of four modules');
  const at = (index: number) => first + index * scale;
  const lines = Array.from({ length: count }, (_, row) => row);
  return lines.flatMap((row) => lines.map((column) => (data[at(row) * 400 + at(column)] === 0 ? 1 : 0)));
}

test('codes of every length are 400 x 400 pixels and readable', async () => {
  for (const length of [1, 30, 100, 300, 512, 718, 900, 1500, 2191, 2953]) {
    const text = 'x'.repeat(length);
    const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
    assert.deepEqual(await readModules(await drawQrCode(text), size), [...data]);
  }
});

test('the code can contain letters of other scripts, and emoji', async () => {
  const texts = ['Ahoi, Käpt’n', 'Γειά σου', 'Привет', 'שלום', 'مرحبا', 'नमस्ते', 'สวัสดี', '안녕하세요', '海', '🚢'];
  for (const text of [...texts, texts.join(' '), '海'.repeat(512), '🚢'.repeat(512)]) {
    const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
    assert.deepEqual(await readModules(await drawQrCode(text), size), [...data], text);
  }
});
