import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { startTestApp } from '../support/app.ts';

test('themes are listed by day for everyone, starting with days before the cruise', async () => {
  const app = await startTestApp();
  const office = await app.atLevel('tho');
  for (const day of [2, -1, 0]) {
    assert.equal(
      (
        await office.call(dailyThemesApi.create, {
          body: { title: `Day ${day}`, info: 'Wear something blue', cruiseDay: day },
        })
      ).status,
      201,
    );
  }
  const themes = await app.anonymous.get(dailyThemesApi.list);
  assert.deepEqual(
    themes.map(({ cruiseDay }) => cruiseDay),
    [-1, 0, 2],
  );
});
