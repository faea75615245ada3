import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { fileReport, startShipWithHosts } from './support.ts';

const { context, james, heidi, uid: uidOf } = await startShipWithHosts();
const { sqlite } = context.db;
const findAll = () => findInconsistencies(context);

test('finds a report on an event that doesn’t exist', async () => {
  await fileReport(james, uidOf('08'));
  await fileReport(heidi, uidOf('08'));
  await fileReport(james, uidOf('08'), { recapString: 'once more' });
  assert.deepEqual(await findAll(), []);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.prepare("UPDATE feedback_reports SET event_id = 'nothing' WHERE author_id = ?").run(heidi.userID);
  sqlite.pragma('foreign_keys = ON');
  const found = await findAll();
  assert.deepEqual(
    found.map(({ what, stored }) => [what.replace(/\d+/, 'N'), stored]),
    [['row N of feedback_reports', 'a reference to a missing row of events']],
  );
});
