import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { transact } from '#area/context.ts';
import { consistencyApi } from '#core/consistency/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { changeMember, createFez, groupFields, join, leave, openFez, startAppWithUsers, writePost } from './support.ts';

const { app, james, heidi } = await startAppWithUsers();
const findAll = () => findInconsistencies(app.context);

const group = await createFez(james, groupFields);
await join(heidi, group);
await writePost(james, group, 'hello');
await openFez(heidi, group);
await leave(heidi, group);

test('users’ actions leave no inconsistency', async () => {
  assert.deepEqual(await findAll(), []);
});

test('neither does joining personally what the team already shares', async () => {
  const moderator = await app.atLevel('moderator');
  const [admin, byTeam] = [await app.logIn('admin'), { createdByModerator: true }];
  const joined = await createFez(moderator, { ...groupFields, ...byTeam });
  await join(moderator, joined);
  const chat = await createFez(moderator, { fezType: 'open', ...byTeam }, [heidi]);
  await changeMember(moderator, 'addMember', chat, admin);
  const devteam = await james.get(usersApi.find, { params: { searchString: 'DevTeam' } });
  await changeMember(moderator, 'addMember', chat, devteam);
  assert.deepEqual(await findAll(), []);
  assert.ok((await admin.get(notificationsApi.summary)).addedToSeamailIDs.includes(chat.fezID));
});

/** Each kind of damage: its name, how to cause it, its message, and whether the repair is certain. */
const damages: [string, string, RegExp, boolean][] = [
  [
    'a user who has read more than there is',
    'UPDATE fez_readers SET read_up_to = 99 WHERE user_id = :james',
    /has read .*99/,
    true,
  ],
  ['a member twice', 'INSERT INTO fez_members (fez_id, user_id) VALUES (:fez, :james)', /member .* 2 times/, true],
  [
    'a former member who is a member',
    'INSERT INTO fez_former (fez_id, user_id) VALUES (:fez, :james)',
    /member and former/,
    true,
  ],
  [
    'a skipped post beyond where the user has read',
    "INSERT INTO fez_passed_over SELECT id, :fez, (SELECT max(id) FROM fez_posts) FROM users WHERE username = 'sam'",
    /skipped by/,
    true,
  ],
  [
    'a number of reactions that is wrong',
    'UPDATE fez_posts SET like_count = 5',
    /number of reactions to post \d+ of fez_posts/,
    true,
  ],
  ['a deleted fez with members', 'UPDATE fezzes SET deleted_at = 1', /member though it is deleted/, true],
  [
    'a fez with a visibility of another kind',
    "UPDATE fezzes SET visibility = 'unlisted'",
    /visibility .*unlisted/,
    true,
  ],
  ['posts where none can be', "UPDATE fezzes SET type = 'personalEvent', visibility = 'private'", /posts in a/, false],
  [
    'others where none can be',
    "UPDATE fezzes SET type = 'personalEvent', visibility = 'private', owner_id = :heidi",
    /others in a/,
    false,
  ],
  ['a wrong number of posts', 'UPDATE fezzes SET post_count = 9', /number of posts of fez .* 9/, true],
];

const nameInconsistencies = () =>
  areas
    .flatMap((area) => [...(area.verify?.(app.context) ?? [])].flat())
    .map(({ what, stored }) => `${what} ${stored}`);

for (const [what, damage, expected, isRepaired] of damages) {
  test(`${what} is found, and ${isRepaired ? 'repaired' : 'left for the crew to decide'}`, () => {
    const undone = new Error('the damage is undone');
    const causeAndRepair = () =>
      transact(app.context, (context) => {
        const statement = context.db.sqlite.prepare<object[]>(damage);
        statement.run({ james: james.userID, heidi: heidi.userID, fez: group.fezID });
        const inconsistencies = nameInconsistencies();
        assert.ok(
          inconsistencies.some((text) => expected.test(text)),
          inconsistencies.join('\n'),
        );
        for (const { repair } of areas) for (const step of repair?.(context) ?? []) step(context);
        assert.deepEqual(nameInconsistencies(), isRepaired ? [] : inconsistencies);
        throw undone;
      });
    // The damage bypasses the service, which caches summaries.
    app.context.caches.invalidateAll();
    assert.throws(causeAndRepair, undone);
  });
}

test('recomputing on request logs and repairs inconsistencies', async () => {
  const devteam = await app.atLevel('devteam');
  app.context.db.sqlite.prepare('UPDATE fez_readers SET read_up_to = 99 WHERE user_id = ?').run(james.userID);
  const error = mock.method(app.context.log, 'error', () => {});
  await devteam.get(consistencyApi.reload);
  await app.runJob('check-consistency');
  error.mock.restore();
  assert.equal(error.mock.callCount(), 1);
  assert.match(String(Object(error.mock.calls[0]?.arguments[0]).stored), /99/);
  assert.deepEqual(await findAll(), []);
});
