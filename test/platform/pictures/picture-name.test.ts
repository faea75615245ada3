import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  generatePictureName,
  getPictureMediaType,
  isPictureName,
  parsePictureName,
} from '#platform/pictures/picture-name.ts';

const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test('a request in any letter case means the lower-case name', () => {
  assert.equal(parsePictureName(`${id.toUpperCase()}.PNG`), `${id}.png`);
});

test('keeps every known extension', () => {
  for (const extension of ['bmp', 'gif', 'jpg', 'png', 'tiff', 'wbmp', 'webp']) {
    assert.equal(parsePictureName(`${id}.${extension}`), `${id}.${extension}`);
  }
});

test('other or missing extensions are read as jpg', () => {
  for (const text of [id, `${id}.`, `${id}.jpeg`, `${id}.heic`, `${id}.constructor`]) {
    assert.equal(parsePictureName(text), `${id}.jpg`);
  }
});

test('names with two extensions, other names and paths aren’t picture names', () => {
  const wrong = ['', 'cat.jpg', `${id}.png.jpg`, `${id}..jpg`, `x${id}.jpg`, `../${id}.jpg`, `${id}./../x`, `${id}/x`];
  for (const text of [...wrong, id.replaceAll('-', ''), `${id}\n.jpg`]) assert.equal(parsePictureName(text), undefined);
});

test('generated names are valid and unique', () => {
  const names = [generatePictureName('webp'), generatePictureName('webp')];
  for (const name of names) assert.ok(isPictureName(name) && name.endsWith('.webp'));
  assert.notEqual(names[0], names[1]);
});

test('the media type follows from the extension', () => {
  assert.equal(getPictureMediaType(`${id}.jpg`), 'image/jpeg');
  assert.equal(getPictureMediaType(`${id}.webp`), 'image/webp');
  assert.equal(getPictureMediaType(`${id}.wbmp`), 'image/vnd.wap.wbmp');
});
