import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { assertDriftRepaired } from '../../support/drift.ts';
import { moderationApi } from '../../support/moderation.ts';
import { addItem, type Item, itemParams, listNames, startAppWithUsers, updateItem } from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

const readItemAsModerator = ({ itemID }: Pick<Item, 'itemID'>) =>
  moderator.get(moderationApi.item, { params: { item_id: itemID } });
const setState = ({ itemID }: Pick<Item, 'itemID'>, state: string, user = moderator) =>
  user.call(moderationApi.setItemState, { params: { item_id: itemID, state } });
const listActionsOn = async ({ itemID }: Item) =>
  (await moderator.get(moderationApi.actionLog)).actions
    .filter(({ contentID }) => contentID === itemID)
    .map(({ actionType, contentType, targetUser }) => `${actionType} ${contentType} of ${targetUser.username}`);

describe('reports (libraries rules Q16 and Q17)', () => {
  test('name the owner, even if hidden, and never hide an item', async () => {
    const item = await addItem(james, 'odd thing', { hideOwnerName: true, location: 'Deck 3' });
    const people = [heidi, sam, moderator, james, await app.newcomer('reporter')];
    for (const user of people) {
      const { status } = await user.call(quartermasterApi.report, { ...itemParams(item), body: { message: 'odd' } });
      assert.equal(status, 201);
    }
    const again = await heidi.call(quartermasterApi.report, { ...itemParams(item), body: { message: 'odd' } });
    assert.equal(again.status, 409);
    const { reports, moderationStatus, item: judged } = await readItemAsModerator(item);
    assert.deepEqual([reports.length, moderationStatus, judged.owner?.username], [5, 'normal', 'james']);
    assert.deepEqual(
      reports.map(({ type, reportedID, reportedUser }) => [type, reportedID, reportedUser.username])[0],
      ['quartermasterItem', item.itemID, 'james'],
    );
  });
});

describe('states (libraries rules Q18 to Q20)', () => {
  test('under review show a notice to everyone, and exclude the item from searches', async () => {
    const item = await addItem(james, 'rude words', {
      itemDescription: 'ruder',
      location: 'Deck 1',
      contactUsername: 'sam',
    });
    app.clock.advance({ minutes: 1 });
    assert.equal((await setState(item, 'quarantined')).status, 200);
    for (const user of [james, heidi, moderator]) {
      const shown = await user.get(quartermasterApi.read, itemParams(item));
      assert.deepEqual(shown, (await user.get(quartermasterApi.list)).items[0]);
      assert.deepEqual(
        [shown.itemName, shown.itemDescription, shown.location],
        [
          'Item name is under moderator review',
          'Item description is under moderator review',
          'Item location is under moderator review',
        ],
      );
      assert.deepEqual([shown.owner?.username, shown.contactUser?.username], ['james', 'sam']);
      assert.equal(shown.lastModificationTime, item.lastModificationTime);
      assert.deepEqual(await listNames(user, { search: 'rude or moderator' }), []);
    }
    const { item: judged, moderationStatus } = await readItemAsModerator(item);
    assert.deepEqual(
      [judged.itemName, judged.itemDescription, moderationStatus],
      ['rude words', 'ruder', 'quarantined'],
    );
    assert.equal((await updateItem(james, item, {})).status, 403);
    assert.equal((await james.call(quartermasterApi.delete, itemParams(item))).status, 403);
    await setState(item, 'normal');
    assert.deepEqual(await listNames(heidi, { search: 'rude' }), ['rude words']);
  });

  test('under review show no notice for a missing description or place', async () => {
    const item = await addItem(james, 'plain');
    await setState(item, 'quarantined');
    const { itemDescription, location } = await heidi.get(quartermasterApi.read, itemParams(item));
    assert.deepEqual([itemDescription, location], [undefined, undefined]);
  });

  test('locked: the item is shown and can be reported, but its owner can’t change it', async () => {
    const item = await addItem(james, 'locked thing');
    await setState(item, 'locked');
    assert.equal((await heidi.get(quartermasterApi.read, itemParams(item))).itemName, 'locked thing');
    assert.equal((await updateItem(james, item, {})).status, 403);
    assert.equal((await james.call(quartermasterApi.delete, itemParams(item))).status, 403);
    assert.equal(
      (await heidi.call(quartermasterApi.report, { ...itemParams(item), body: { message: '' } })).status,
      201,
    );
    assert.equal((await updateItem(moderator, item, { itemName: 'still locked' })).body.moderationStatus, 'locked');
  });

  test('reviewed: ends when its owner changes the item', async () => {
    const item = await addItem(james, 'reviewed thing');
    await setState(item, 'reviewed');
    assert.equal((await updateItem(moderator, item, { itemName: 'by others' })).body.moderationStatus, 'modReviewed');
    assert.equal((await updateItem(james, item, { itemName: 'by the owner' })).body.moderationStatus, 'normal');
  });

  test('can be set by moderators on existing items, even while the board is disabled', async () => {
    const item = await addItem(james, 'short-lived');
    assert.equal((await setState(item, 'locked', heidi)).status, 403);
    await moderator.get(quartermasterApi.delete, itemParams(item));
    assert.equal((await setState(item, 'normal')).status, 404);
    assert.equal((await setState({ itemID: unknownID }, 'normal')).status, 404);
    assert.equal((await readItemAsModerator(item)).isDeleted, true);
    const unknown = await moderator.call(moderationApi.item, { params: { item_id: unknownID } });
    assert.equal(unknown.status, 404);
  });
});

describe('the log and the history (libraries rules Q13 to Q15)', () => {
  test('store an item’s previous texts, but not a change of category alone', async () => {
    const item = await addItem(james, 'first', { itemDescription: 'one', location: 'Deck 1' });
    await updateItem(james, item, { itemName: 'second', hideOwnerName: true, location: 'Deck 1' });
    await updateItem(james, item, { itemName: 'second', hideOwnerName: true, location: 'Deck 1', category: 'need' });
    await updateItem(moderator, item, { itemName: 'third', category: 'need' });
    await updateItem(james, item, { itemName: 'third', category: 'need', contactUsername: 'heidi' });
    const { edits } = await readItemAsModerator(item);
    assert.deepEqual(
      edits.map((edit) => [
        edit.author.username,
        edit.itemName,
        edit.itemDescription,
        edit.location,
        edit.hideOwnerName,
      ]),
      [
        ['james', 'first', 'one', 'Deck 1', false],
        [moderator.username, 'second', '', 'Deck 1', true],
        ['james', 'third', '', '', false],
      ],
    );
    assert.ok(edits.every(({ itemID }) => itemID === item.itemID));
  });

  test('record what moderators did to others’ items', async () => {
    const item = await addItem(james, 'watched');
    await updateItem(moderator, item, { itemName: 'watched', category: 'need' });
    await updateItem(moderator, item, { itemName: 'changed', category: 'need' });
    await setState(item, 'quarantined');
    await setState(item, 'normal');
    await moderator.get(quartermasterApi.delete, itemParams(item));
    const expected = ['delete', 'unlock', 'quarantine', 'edit'].map((word) => `${word} quartermasterItem of james`);
    assert.deepEqual(await listActionsOn(item), expected);
    const own = await addItem(moderator, 'own thing');
    await updateItem(moderator, own, { itemName: 'own thing, changed' });
    await moderator.get(quartermasterApi.delete, itemParams(own));
    assert.deepEqual(await listActionsOn(own), []);
  });
});

test('verify finds items that can’t be searched for, and repairs them', async () => {
  const { itemID } = await addItem(james, 'lost words');
  const damage = `DELETE FROM quartermaster_items_text WHERE rowid = (
    SELECT id FROM quartermaster_items WHERE item_id = '${itemID}')`;
  await assertDriftRepaired(app, damage, /words to search for .* quartermaster_items_text/);
  assert.deepEqual(await listNames(heidi, { search: 'lost words' }), ['lost words']);
});

test('counts reflect every change', async () => {
  const total = async () => (await heidi.get(quartermasterApi.list)).paginator.total;
  const before = await total();
  const item = await addItem(james, 'counted');
  assert.equal(await total(), before + 1);
  await james.get(quartermasterApi.delete, itemParams(item));
  assert.equal(await total(), before);
});
