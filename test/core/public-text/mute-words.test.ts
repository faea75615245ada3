import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicTextApi } from '#core/public-text/api.ts';
import { createMuteWordFilter } from '#core/public-text/index.ts';
import { startTestApp } from '../../support/app.ts';

const app = await startTestApp();

test('mute words hide posts that contain them anywhere, in any letter case, immediately', async () => {
  const user = await app.newcomer('word-muter');
  const hides = (text: string) => createMuteWordFilter(app.context, user.userID)(text);
  assert.equal(hides('a spoiler'), false);
  for (const word of ['spoiler', 'café']) await user.get(publicTextApi.addMuteWord, { params: { word } });
  for (const text of ['a SPOILER', 'despoilers', 'CAFE\u0301s']) assert.equal(hides(text), true, text);
  for (const text of ['spoil er', 'cafe', '']) assert.equal(hides(text), false, text);
  await user.get(publicTextApi.removeMuteWord, { params: { word: 'spoiler' } });
  assert.equal(hides('a spoiler'), false);
  assert.equal(createMuteWordFilter(app.context, undefined)('café'), false);
});
