import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { createFez, groupFields } from '../features/fez/support.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp } from '../support/app.ts';
import { declaredEndpoints, paramNames } from '../support/declared.ts';
import { createDeclaredSender } from '../support/declared-sender.ts';

/**
 * A call that has nothing to wait for gets its response before anything else can run. Promises on the way, such as
 * those of `app.use`, would cost a third of the service's throughput.
 */
const app = await startTestApp({ showsBehaviour: false });
const sender = await createDeclaredSender(app);

/** Whether the response to the last request was written before anything else could run. */
let wasWrittenSynchronously: boolean | undefined;
subscribe('http.server.request.start', (message) => {
  // Node's documentation describes this channel's messages, but its types don't.
  const { response } = message as { response: ServerResponse };
  // The first microtask: code that awaits a promise runs later.
  queueMicrotask(() => {
    wasWrittenSynchronously = response.writableEnded;
  });
});

/** Calls that do wait, and what they wait for. */
const waitingCalls: Readonly<Record<string, string>> = {
  'admin.rollup': 'counts in batches, yielding to others',
  'box.box': 'reads how full the disks are',
  'box.readiness': 'calls the service from outside, and reads how full the disks are',
  'client-services.health': 'writes to the disk',
  'client-services.metrics': 'measures the process',
  'feedback.reports': 'reads in batches, yielding to others',
  'forums.search': 'searches in batches, yielding to others',
  'images.qrCode': 'draws a picture',
  'moderation.reports': 'reads in batches, yielding to others',
  'performers.checkLinks': 'compares in batches, yielding to others',
  'performers.comparePerformers': 'compares in batches, yielding to others',
  'schedule.scheduleChecks': 'compares in batches, yielding to others',
};

describe('handled without a promise are', () => {
  test('calls that read, have no path parameters, and don’t wait for anything', async () => {
    const waited: string[] = [];
    for (const { name, declaration } of declaredEndpoints) {
      if (declaration.method !== 'GET' || paramNames(declaration.path).length > 0) continue;
      wasWrittenSynchronously = undefined;
      await sender.send(declaration, {}, {});
      assert.notEqual(wasWrittenSynchronously, undefined);
      if (!wasWrittenSynchronously) waited.push(name);
    }
    assert.deepEqual(waited.toSorted(), Object.keys(waitingCalls).toSorted());
  });

  test('calls with a path parameter, even next to fixed paths', async () => {
    const { fezID } = await createFez(sender.allPowerful, groupFields);
    await sender.allPowerful.get(fezApi.read, { params: { fezID } });
    assert.equal(wasWrittenSynchronously, true);
  });

  test('calls that would write but change nothing', async () => {
    importSchedule(
      app.context,
      buildCalendarOf({ a: { start: '20250303T170000Z', end: '20250303T180000Z' } }),
      forcedOptions,
    );
    const [event] = await app.anonymous.get(scheduleApi.list);
    const follow = () =>
      sender.allPowerful.get(scheduleApi.addFavorite, { params: { event_id: event?.eventID ?? '' } });
    await follow();
    await follow();
    assert.equal(wasWrittenSynchronously, true);
  });
});
