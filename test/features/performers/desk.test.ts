import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { performersApi } from '#features/performers/api.ts';
import { repairPerformers, verifyPerformers } from '#features/performers/verify.ts';
import { unknownID } from '../../support/accounts.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { startSampleShip } from '../schedule/support.ts';
import {
  addOfficial,
  buildForm,
  buildOfficialForm,
  createPassengerWithCode,
  getNames,
  linkToEvent,
  setPreregistration,
} from './support.ts';

const ship = await startSampleShip();
const { anonymous, eventParams } = ship;
const desk = await ship.atLevel('devteam');
const moderator = await ship.atLevel('moderator');

const savePerformer = (body: unknown) => desk.call(performersApi.savePerformer, { body });
const showPerformer = (id: string) => anonymous.get(performersApi.performer, { params: { performer_id: id } });
const getStatus = async (id: string) =>
  (await anonymous.call(performersApi.performer, { params: { performer_id: id } })).status;
const findNames = async (search: string) =>
  getNames(await anonymous.get(performersApi.officialPerformers, { query: { search } }));

describe('the desk saves a performer (rule 73)', () => {
  test('by name, in any letter case: replaces all fields and keeps the events', async () => {
    const id = await addOfficial(desk, 'Ada Brook', { bio: 'First', yearsAttended: [2023] });
    linkToEvent(ship, id, eventParams('14').params.event_id);
    assert.equal(
      (await savePerformer(buildOfficialForm(' ADA brook ', { title: 'Second', eventUIDs: ['sample-01'] }))).status,
      200,
    );
    const { header, bio, title, yearsAttended, events } = await showPerformer(id);
    assert.deepEqual(
      [header.name, bio, title, yearsAttended, events.length],
      ['ADA brook', undefined, 'Second', [], 1],
    );
    assert.deepEqual(await findNames('ada brook'), ['ADA brook']);
  });

  test('by id, which must exist', async () => {
    const id = await addOfficial(desk, 'Old Name');
    await savePerformer(buildOfficialForm('New Name', { performerID: id }));
    assert.equal((await showPerformer(id)).header.name, 'New Name');
    assert.ok((await savePerformer(buildOfficialForm('Someone', { performerID: unknownID }))).fieldErrors?.performerID);
  });

  test('never by the name of a passenger’s own profile, which never becomes official', async () => {
    await setPreregistration(ship, true);
    const kim = await createPassengerWithCode(ship, 'kim', 'abcabc');
    await kim.get(performersApi.holdEvent, { ...eventParams('07'), body: buildForm('Kim Walker') });
    const { id = '' } = (await kim.get(performersApi.ownPerformer)).header;
    await savePerformer(buildOfficialForm('Kim Walker'));
    assert.equal((await showPerformer(id)).header.isOfficialPerformer, false);
    assert.deepEqual(await findNames('Kim Walker'), ['Kim Walker']);
    assert.equal((await savePerformer(buildOfficialForm('Kim Walker', { performerID: id }))).status, 400);
    assert.equal((await savePerformer(buildForm('Kim W.', { performerID: id }))).status, 200);
    assert.equal((await kim.get(performersApi.ownPerformer)).header.name, 'Kim W.');
  });

  test('with valid names, years and addresses; errors are under their fields', async () => {
    const wrongFields = async (more: Record<string, unknown>) =>
      Object.keys((await savePerformer(buildOfficialForm('Field', more))).fieldErrors ?? {});
    assert.deepEqual(await wrongFields({ name: '' }), ['name']);
    assert.deepEqual(await wrongFields({ name: '   ' }), ['name']);
    assert.deepEqual(await wrongFields({ bio: 'x'.repeat(20_001) }), ['bio']);
    assert.deepEqual(await wrongFields({ yearsAttended: [2020, 20] }), ['yearsAttended.1']);
    for (const address of ['javascript:alert(1)', ' data:text/html,x', 'file:///etc/passwd', 'JavaScript:x'])
      assert.deepEqual(await wrongFields({ website: address }), ['website'], address);
    for (const address of ['', 'https://a.example/b?c=d:e', 'www.a.example/x', 'HTTP://a.example'])
      assert.deepEqual(await wrongFields({ website: address }), [], address);
    assert.equal((await savePerformer(buildOfficialForm('Long', { bio: '漢'.repeat(20_000) }))).status, 200);
  });

  test('by /performer/official/add in the same way', async () => {
    const reply = await desk.send('POST', '/api/v3/performer/official/add', { body: buildOfficialForm('Added Here') });
    assert.equal(reply.status, 200);
    assert.deepEqual(await findNames('added here'), ['Added Here']);
  });
});

describe('a performer is deleted (rule 74)', () => {
  test('by moderators or the desk, with links and picture', async () => {
    const deletions = [
      [moderator, performersApi.removePerformer],
      [desk, performersApi.deletePerformer],
    ] as const;
    for (const [client, call] of deletions) {
      const id = await addOfficial(desk, 'Gone Soon', { photo: toUpload(await createPicture()) });
      linkToEvent(ship, id, eventParams('27').params.event_id);
      const { photo } = (await showPerformer(id)).header;
      const params = { performer_id: id };
      assert.equal((await client.call(call, { params })).status, 200);
      assert.deepEqual([await getStatus(id), (await client.call(call, { params })).status], [404, 404]);
      assert.equal((await anonymous.send('GET', `/api/v3/image/full/${photo}`)).status, 404);
      assert.equal((await moderator.send('GET', `/api/v3/image/archive/${photo}`)).status, 200);
      assert.equal((await client.call(call, { params: { performer_id: 'x' } })).status, 400);
    }
  });

  test('its name becomes free for another', async () => {
    const id = await addOfficial(desk, 'Twice Here');
    await desk.get(performersApi.deletePerformer, { params: { performer_id: id } });
    const again = await addOfficial(desk, 'Twice Here');
    assert.notEqual(again, id);
    assert.equal(await getStatus(again), 200);
  });
});

describe('verify', () => {
  /** Each kind of damage: its name, how to cause it, its message, and whether the repair is certain. */
  const damages: [string, string, string, boolean][] = [
    [
      'a link of a deleted performer',
      'UPDATE performers SET deleted_at = 1 WHERE id = :id',
      'linked though deleted',
      true,
    ],
    [
      'a passenger who is official',
      'UPDATE performers SET owner_id = :desk WHERE id = :id',
      'official, and made',
      false,
    ],
  ];
  const listStored = () => [...verifyPerformers(ship.context)].flat().map(({ stored }) => stored);

  for (const [what, damage, expected, isRepaired] of damages) {
    test(`${what} is found, and ${isRepaired ? 'repaired' : 'left for the crew to decide'}`, async () => {
      const id = await addOfficial(desk, 'Drift');
      linkToEvent(ship, id, eventParams('27').params.event_id);
      const undone = new Error('the damage is undone');
      const causeAndRepair = () =>
        transact(ship.context, (context) => {
          assert.deepEqual(listStored(), []);
          context.db.sqlite.prepare<object[]>(damage).run({ id, desk: desk.userID });
          assert.equal(listStored().length, 1);
          assert.match(listStored()[0] ?? '', new RegExp(expected));
          for (const step of repairPerformers(context)) step(context);
          assert.equal(listStored().length, isRepaired ? 0 : 1);
          throw undone;
        });
      assert.throws(causeAndRepair, undone);
    });
  }
});
