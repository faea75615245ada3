import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalendarOf } from '../features/schedule/support.ts';
import { createShip, getErrorSentence } from './support.ts';

const noonEvent = { start: '20250303T170000Z', end: '20250303T180000Z' };

test('commands list and undo changes of the schedule', async () => {
  const ship = createShip();
  const importEvents = (name: string, ...uids: string[]) =>
    ship.run([
      ...['import', 'schedule', '--force'],
      ship.file(name, buildCalendarOf(Object.fromEntries(uids.map((uid) => [uid, noonEvent])))),
    ]);
  await importEvents('first.ics', 'a', 'b');
  await importEvents('second.ics', 'a', 'c');
  const log = await ship.run(['schedule', 'log']);
  assert.equal(log.code, 0, log.stderr);
  assert.match(log.stdout, /^entry +time +by +changes +what\n +2 +\d{4}-\S+ \S+ UTC +command +2 +import\n +1 /);

  const undone = await ship.run(['schedule', 'undo', '2']);
  assert.equal(undone.code, 0, undone.stderr);
  assert.match(undone.stdout, /back on the schedule +1\nremoved from the schedule +1\nEntry 2 was undone by entry 3/);
  assert.match((await ship.run(['schedule', 'log'])).stdout, /3 .* command +2 +undoes entry 2\n/);

  const refused = await ship.run(['schedule', 'undo', '2']);
  assert.equal(refused.code, 1);
  assert.match(getErrorSentence(refused), /Entry 2 .* can't be undone: .* by entry 3, which undid entry 2/);
  assert.match(
    getErrorSentence(await ship.run(['schedule', 'undo', '99'])),
    /^gangway: Entry 99 of the schedule log not found\.$/,
  );
  const misused = await ship.run(['schedule', 'undo', 'latest']);
  assert.deepEqual([misused.code, getErrorSentence(misused).includes('gangway schedule log')], [2, true]);
});
