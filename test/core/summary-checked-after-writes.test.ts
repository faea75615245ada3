import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { area } from '#area/area.ts';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';

const plantedApi = {
  add: endpoint({
    method: 'POST',
    path: '/planted/add',
    access: token,
    response: v.strictObject({ count: v.number() }),
    summary: 'Add something that is counted',
  }),
};

let version = 0;
let plantedCount = 0;

/** Creates an area that adds a counter to the summary; `follows` says whether its version changes with each count. */
function createPlantedArea({ follows }: { readonly follows: boolean }) {
  return area({
    name: 'planted',
    api: plantedApi,
    handlers: () => ({
      add: ({ write }) =>
        write(({ db }) => {
          db.sqlite.exec("INSERT OR REPLACE INTO installation (name, value) VALUES ('planted', 1)");
          plantedCount += 1;
          if (follows) version += 1;
          return { count: plantedCount };
        }),
    }),
    counters: () => ({
      version: () => version,
      count: () => ({ counters: { microKaraokeFinishedSongCount: plantedCount }, moderatorCounters: {} }),
    }),
  });
}

for (const follows of [true, false]) {
  test(`a write that the version of a counter ${follows ? 'follows' : 'misses'} ${follows ? 'succeeds' : 'fails'}`, async () => {
    const app = await startTestApp({ areas: [...areas, createPlantedArea({ follows })], showsBehaviour: false });
    const admin = await app.logIn('admin');
    await admin.get(notificationsApi.summary);
    const { status, reason } = await admin.send('POST', '/api/v3/planted/add');
    assert.equal(status, follows ? 200 : 500, reason);
    if (!follows) assert.match(reason, /microKaraokeFinishedSongCount in the cached summary of admin is \d, not \d/);
  });
}
