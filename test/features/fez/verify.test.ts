import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areas } from '../../../src/areas.ts';
import { findDrift } from '../../../src/verify.ts';
import { startTestApp } from '../../support/app.ts';
import { groupFields, join, open, start, unjoin, write } from './support.ts';

const app = await startTestApp();
const james = await app.logIn('james');
const heidi = await app.logIn('heidi');
const drift = () => findDrift(app.context, areas);

const group = await start(james, groupFields);
await join(heidi, group);
await write(james, group, 'hello');
await open(heidi, group);
await unjoin(heidi, group);

test('what people do leaves no drift', async () => {
  assert.deepEqual(await drift(), []);
});

const damages: [string, string, RegExp][] = [
  ['a member without a reading state', 'DELETE FROM fez_readers WHERE user_id = :james', /member .* reading state/],
  [
    'somebody who has read more than there is',
    'UPDATE fez_readers SET read_up_to = 99 WHERE user_id = :james',
    /has read .*99/,
  ],
  ['a member twice', 'INSERT INTO fez_members (fez_id, user_id) VALUES (:fez, :james)', /member .* 2 times/],
  [
    'a former member who is a member',
    'INSERT INTO fez_former (fez_id, user_id) VALUES (:fez, :james)',
    /member and former/,
  ],
  ['a deleted fez with members', 'UPDATE fezzes SET deleted_at = 1', /members though deleted/],
  ['a fez with a visibility of another kind', "UPDATE fezzes SET visibility = 'unlisted'", /visibility .*unlisted/],
  ['posts where none can be', "UPDATE fezzes SET type = 'personalEvent', visibility = 'private'", /posts in a/],
  ['others where none can be', "UPDATE fezzes SET type = 'personalEvent', owner_id = :heidi", /others in a/],
];
for (const [what, damage, expected] of damages) {
  test(`${what} is found`, async () => {
    const { sqlite } = app.context.db;
    const names = { james: james.userID, heidi: heidi.userID, fez: group.fezID };
    sqlite.exec('SAVEPOINT damage');
    try {
      sqlite.prepare(damage).run(names);
      const found = areas.flatMap((area) => [...(area.verify?.(app.context) ?? [])]);
      assert.ok(
        found.some(({ what, stored }) => expected.test(`${what} ${stored}`)),
        JSON.stringify(found),
      );
    } finally {
      sqlite.exec('ROLLBACK TO damage; RELEASE damage');
    }
  });
}
