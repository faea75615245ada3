import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { openPhone } from '../support/browser.ts';
import { createPicture } from '../support/pictures.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const james = await app.logIn('james');
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const advice = /HEIC photos aren’t supported. Choose “Most Compatible”/;

test('a HEIC photo sent without script is rejected with advice for the phone', async () => {
  const key = 'a-key-of-a-form';
  const { status, body } = await visit(app, james).send('/feed', {
    action: 'post',
    key,
    text: 'A photo',
    images: Uint8Array.from(heic),
  });
  assert.equal(status, 400);
  assert.match(body, advice);
  assert.match(body, /A photo<\/textarea>/);
});

test('a HEIC photo is refused when it’s chosen, and the others stay', async () => {
  const { tab } = await openPhone(app.url, { token: james.token });
  await tab.goto('/feed');
  await tab.getByText('Add pictures').click();
  const field = tab.locator('input[name="images"]');
  const picture = { name: 'sunset.jpg', mimeType: 'image/jpeg', buffer: await createPicture() };
  await field.setInputFiles([{ name: 'IMG_1.HEIC', mimeType: '', buffer: heic }, picture]);
  await tab.getByRole('alert').filter({ hasText: advice }).waitFor();
  assert.deepEqual(await field.evaluate('document.querySelector(\'[name="images"]\').files.length'), 1);
  await field.setInputFiles([picture]);
  await tab.getByRole('alert').filter({ hasText: advice }).waitFor({ state: 'detached' });
  if (process.env.SHOTS) await tab.screenshot({ path: `${process.env.SHOTS}/heic.png` });
});
