import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { createSubAccount, unknownID, withBasic } from '../../support/accounts.ts';
import { openSocket } from '../../support/socket.ts';
import {
  addItem,
  type Fields,
  itemParams,
  listNames,
  startAppWithUsers,
  tryToAddItems,
  updateItem,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('adding items (libraries rules Q8 to Q11)', () => {
  test('creates one for each entry, in order, with the shared fields', async () => {
    const body = {
      category: 'need',
      location: ' Deck 5 ',
      contactUsername: ' @HEIDI ',
      image: 'ignored',
      items: [{ itemName: '  left glove ', itemDescription: ' of wool\r\nand blue ' }, { itemName: 'right glove' }],
    };
    const response = await james.call(quartermasterApi.create, { body });
    assert.equal(response.status, 201);
    const [left, right, ...others] = response.body;
    assert.ok(left && right && others.length === 0);
    const { itemID, owner, contactUser, ...rest } = left;
    assert.deepEqual(rest, {
      ...{ category: 'need', itemName: 'left glove', itemDescription: 'of wool\nand blue', location: 'Deck 5' },
      ...{ hideOwnerName: false, moderationStatus: 'normal', lastModificationTime: app.clock.now().toISOString() },
    });
    assert.deepEqual([owner?.username, contactUser?.username], ['james', 'heidi']);
    assert.deepEqual([right.itemName, right.itemDescription, right.location], ['right glove', undefined, 'Deck 5']);
    assert.notEqual(right.itemID, itemID);
    assert.deepEqual(await heidi.get(quartermasterApi.read, itemParams(left)), left);
    const one = await tryToAddItems(james, ['a single one']);
    assert.deepEqual([one.status, one.body.length], [201, 1]);
  });

  const invalid: [name: string, fields: Fields, keys: string[]][] = [
    ['no items', { items: [] }, ['items']],
    ['eleven items', { items: Array.from({ length: 11 }, () => ({ itemName: 'xx' })) }, ['items']],
    ['a short name', { items: [{ itemName: 'fine' }, { itemName: ' x ' }] }, ['items.1.itemName']],
    ['a long name', { items: [{ itemName: 'x'.repeat(101) }] }, ['items.0.itemName']],
    ['a name of two lines', { items: [{ itemName: 'one\ntwo' }] }, ['items.0.itemName']],
    [
      'a long description',
      { items: [{ itemName: 'fine', itemDescription: 'x'.repeat(2049) }] },
      ['items.0.itemDescription'],
    ],
    ['a short location', { location: ' ab ' }, ['location']],
    ['a long location', { location: 'x'.repeat(101) }, ['location']],
    ['a hidden owner without a location or contact', { hideOwnerName: true }, ['hideOwnerName']],
    ['a hidden owner with an empty contact', { hideOwnerName: true, contactUsername: '' }, ['hideOwnerName']],
    ['an unknown contact', { contactUsername: 'unknown-user' }, ['contactUsername']],
    ['the hidden owner as contact', { hideOwnerName: true, contactUsername: 'James' }, ['contactUsername']],
    ['an unknown category', { category: 'Have' }, ['category']],
    ['no category', { category: undefined }, ['category']],
  ];
  for (const [name, fields, keys] of invalid) {
    test(`adds none of them with ${name}`, async () => {
      const before = await listNames(james, { mine: true });
      const response = await tryToAddItems(james, ['a good one', 'another'], fields);
      assert.deepEqual([response.status, Object.keys(response.fieldErrors ?? {})], [400, keys]);
      assert.deepEqual(await listNames(james, { mine: true }), before);
    });
  }

  test('is allowed for users who can create content', async () => {
    for (const level of ['unverified', 'quarantined'] as const)
      assert.equal((await tryToAddItems(await app.atLevel(level), ['a thing'])).status, 403);
    const muzzled = await app.newcomer('muzzled');
    const mine = await addItem(muzzled, 'from before');
    await moderator.send('POST', `/api/v3/mod/user/${muzzled.userID}/tempquarantine/1`);
    assert.equal((await tryToAddItems(muzzled, ['a thing'])).status, 403);
    assert.equal((await updateItem(muzzled, mine, {})).status, 403);
    assert.equal((await muzzled.call(quartermasterApi.delete, itemParams(mine))).status, 403);
    assert.equal(
      (await muzzled.call(quartermasterApi.report, { ...itemParams(mine), body: { message: '' } })).status,
      201,
    );
  });
});

describe('the list (libraries rules Q2, Q3 and Q5)', () => {
  test('has the last changed first, filtered by category, words and owner', async () => {
    await addItem(sam, 'red kite', { location: 'Pool deck' });
    await addItem(sam, 'blue kite', { category: 'need', itemDescription: 'for the pools' });
    const third = await addItem(heidi, 'kites, the big ones', { category: 'need', contactUsername: 'sam' });
    const all = ['kites, the big ones', 'blue kite', 'red kite'];
    assert.deepEqual((await listNames(james)).slice(0, 3), all);
    assert.deepEqual(await listNames(james, { search: 'kite' }), all);
    assert.deepEqual(await listNames(james, { search: 'the' }).then((names) => names.slice(0, 2)), all.slice(0, 2));
    assert.deepEqual(await listNames(james, { search: 'kite', category: 'NEED' }), all.slice(0, 2));
    assert.deepEqual(await listNames(james, { search: 'pool' }), all.slice(1));
    assert.deepEqual(await listNames(james, { search: 'sam' }), []);
    assert.deepEqual(await listNames(sam, { mine: true }), all.slice(1));
    assert.deepEqual(await listNames(sam, { mine: true, category: 'have' }), all.slice(2));
    assert.deepEqual(await listNames(sam, { mine: true, search: 'kites' }), all.slice(1));
    assert.deepEqual(await listNames(sam, { mine: false, search: 'kites' }), all);
    const { items, paginator } = await james.get(quartermasterApi.list, {
      query: { search: 'kites', start: 1, limit: 1 },
    });
    assert.deepEqual(
      [items.map(({ itemName }) => itemName), paginator],
      [all.slice(1, 2), { total: 3, start: 1, limit: 1 }],
    );
    app.clock.advance({ minutes: 1 });
    const [red] = (await sam.get(quartermasterApi.list, { query: { search: 'red' } })).items;
    assert.ok(red);
    const changed = (await updateItem(sam, red, { itemName: 'purple kite' })).body;
    assert.equal(changed.lastModificationTime, app.clock.now().toISOString());
    assert.deepEqual(await listNames(james, { search: 'kites' }), ['purple kite', 'kites, the big ones', 'blue kite']);
    await heidi.get(quartermasterApi.delete, itemParams(third));
    assert.deepEqual(await listNames(james, { search: 'kites' }), ['purple kite', 'blue kite']);
  });

  test('counts all items', async () => {
    const total = async (query = {}) => (await sam.get(quartermasterApi.list, { query })).paginator.total;
    const [all, mine, needed] = [await total(), await total({ mine: true }), await total({ category: 'need' })];
    await addItem(sam, 'one more');
    assert.deepEqual(
      [await total(), await total({ mine: true }), await total({ category: 'need' })],
      [all + 1, mine + 1, needed],
    );
    assert.equal(await total({ limit: 1 }), all + 1);
  });

  test('requires existing filter words', async () => {
    const queries: Record<string, string>[] = [{ category: 'lend' }, { category: '' }, { mine: 'maybe' }];
    for (const query of queries)
      assert.equal((await james.call(quartermasterApi.list, { query })).status, 400, JSON.stringify(query));
    assert.equal((await app.anonymous.call(quartermasterApi.list)).status, 401);
  });
});

describe('hidden content', () => {
  test('by a block or mute is excluded (libraries rules Q2 and Q6)', async () => {
    const [ann, bob] = [await app.newcomer('ann'), await app.newcomer('bob')];
    const item = await addItem(ann, 'hidden umbrella');
    const look = async (user: typeof ann) => ({
      listed: (await listNames(user, { search: 'umbrella' })).length,
      total: (await user.get(quartermasterApi.list, { query: { search: 'umbrella' } })).paginator.total,
      status: (await user.call(quartermasterApi.read, itemParams(item))).status,
    });
    const [seen, unseen] = [
      { listed: 1, total: 1, status: 200 },
      { listed: 0, total: 0, status: 404 },
    ];
    await bob.get(usersApi.mute, { params: { userID: ann.userID } });
    assert.deepEqual([await look(bob), await look(heidi)], [unseen, seen]);
    await bob.get(usersApi.unmute, { params: { userID: ann.userID } });
    assert.deepEqual(await look(bob), seen);
    await ann.get(usersApi.block, { params: { userID: bob.userID } });
    assert.deepEqual([await look(bob), await look(moderator), await look(ann)], [unseen, seen, seen]);
    for (const name of ['update', 'delete', 'report'] as const) {
      const body = { category: 'have', itemName: 'mine now', message: '' };
      assert.equal((await bob.call(quartermasterApi[name], { ...itemParams(item), body })).status, 404, name);
    }
  });

  test('includes names of owners who chose that, from everyone (libraries rule Q7)', async () => {
    const fields = { hideOwnerName: true, location: 'Cabin corridor' };
    const item = await addItem(james, 'secret gift', fields);
    assert.equal(item.owner?.username, 'james');
    for (const user of [heidi, moderator]) {
      const read = await user.get(quartermasterApi.read, itemParams(item));
      const [listed] = (await user.get(quartermasterApi.list, { query: { search: 'secret gift' } })).items;
      assert.deepEqual(read, listed);
      assert.equal('owner' in read, false);
    }
    assert.equal((await james.get(quartermasterApi.read, itemParams(item))).owner?.username, 'james');
    const changed = await updateItem(moderator, item, { ...fields, itemName: 'secret gift', contactUsername: 'heidi' });
    assert.equal(changed.body.owner?.username, 'james');
    const shown = await sam.get(quartermasterApi.read, itemParams(item));
    assert.deepEqual([shown.owner, shown.contactUser?.username], [undefined, 'heidi']);
  });

  test('includes a contact that a block hides from the viewer or the owner (libraries rules Q7 and Q11)', async () => {
    const [cleo, dan] = [await app.newcomer('cleo'), await app.newcomer('dan')];
    const item = await addItem(james, 'shared ladder', { contactUsername: 'cleo' });
    await cleo.get(usersApi.block, { params: { userID: dan.userID } });
    assert.equal((await dan.get(quartermasterApi.read, itemParams(item))).contactUser, undefined);
    assert.equal((await heidi.get(quartermasterApi.read, itemParams(item))).contactUser?.username, 'cleo');
    const response = await tryToAddItems(dan, ['a ladder'], { contactUsername: 'cleo' });
    assert.deepEqual([response.status, Object.keys(response.fieldErrors ?? {})], [400, ['contactUsername']]);
  });

  test('by mute words is removed from pages, except own items (libraries rule Q4)', async () => {
    const eve = await app.newcomer('eve');
    await eve.get(publicTextApi.addMuteWord, { params: { word: 'trumpet' } });
    await addItem(eve, 'my own trumpet');
    await addItem(sam, 'a horn', { itemDescription: 'or rather a Trumpet' });
    await addItem(sam, 'a fiddle', { location: 'Trumpet lounge' });
    await addItem(sam, 'trumpets');
    const found = await eve.get(quartermasterApi.list, { query: { search: 'trumpet' } });
    assert.deepEqual(
      found.items.map(({ itemName }) => itemName),
      ['my own trumpet'],
    );
    assert.equal(found.paginator.total, 4);
  });
});

describe('changing items (libraries rules Q12 to Q15)', () => {
  test('replaces all fields of an item', async () => {
    const item = await addItem(james, 'tent', { itemDescription: 'green', location: 'Deck 2', contactUsername: 'sam' });
    const { body, status } = await updateItem(james, item, { category: 'need', itemName: ' big tent ' });
    assert.equal(status, 200);
    const { category, itemName, itemDescription, location, contactUser, hideOwnerName } = body;
    assert.deepEqual(
      [category, itemName, itemDescription, location, contactUser, hideOwnerName],
      ['need', 'big tent', undefined, undefined, undefined, false],
    );
    const invalid = await updateItem(james, item, { itemName: 'x', location: 'ab', itemDescription: 'x'.repeat(2049) });
    assert.deepEqual(Object.keys(invalid.fieldErrors ?? {}).toSorted(), ['itemDescription', 'itemName', 'location']);
  });

  test('with the same values changes nothing', async () => {
    const item = await addItem(james, 'anchor');
    await addItem(james, 'buoy');
    app.clock.advance({ minutes: 1 });
    assert.deepEqual((await updateItem(james, item, { itemName: 'anchor ' })).body, item);
    assert.equal((await listNames(james, { mine: true }))[0], 'buoy');
  });

  test('is only for the owner and moderators', async () => {
    const item = await addItem(james, 'compass');
    const sibling = await createSubAccount(app, james, 'james-too');
    for (const user of [heidi, sibling]) {
      assert.equal((await updateItem(user, item, {})).status, 403);
      assert.equal((await user.call(quartermasterApi.delete, itemParams(item))).status, 403);
    }
    assert.equal((await updateItem(moderator, item, { itemName: 'sextant' })).status, 200);
    assert.equal((await james.call(quartermasterApi.delete, itemParams(item))).status, 204);
    for (const missing of [item, { itemID: unknownID }]) {
      assert.equal((await james.call(quartermasterApi.read, itemParams(missing))).status, 404);
      for (const name of ['update', 'delete', 'report'] as const) {
        const body = { category: 'have', itemName: 'again', message: '' };
        assert.equal((await james.call(quartermasterApi[name], { ...itemParams(missing), body })).status, 404, name);
      }
    }
  });
});

test('the board is for logged-in users, by token only (libraries rule Q1)', async () => {
  const item = await addItem(james, 'by token');
  for (const client of [app.anonymous, withBasic(app, 'james:password')]) {
    assert.equal((await client.call(quartermasterApi.list)).status, 401);
    assert.equal((await client.call(quartermasterApi.read, itemParams(item))).status, 401);
    assert.equal((await client.call(quartermasterApi.create, { body: {} })).status, 401);
  }
});

test('items cause no notifications, and aren’t counted in the summary (libraries rule Q22)', async () => {
  const socket = await openSocket(app.url, '/api/v3/notification/socket', heidi.token);
  const summary = async () => {
    const { serverTime: _, ...counters } = await heidi.get(notificationsApi.summary);
    return counters;
  };
  const before = await summary();
  const item = await addItem(james, 'for @heidi', { contactUsername: 'heidi', itemDescription: '@heidi #heidi' });
  await updateItem(james, item, { itemName: '@heidi again', contactUsername: 'heidi' });
  await socket.ping();
  assert.deepEqual(socket.frames, []);
  assert.deepEqual(await summary(), before);
  socket.close();
});

test('of fifty concurrent deletions of an item one succeeds; of fifty reports each family has one', async () => {
  const item = await addItem(moderator, 'wanted by all');
  const siblings = await Promise.all(['first', 'second'].map((name) => createSubAccount(app, heidi, `heidi-${name}`)));
  const users = [james, heidi, sam, ...siblings];
  const report = (user: typeof james) =>
    user.call(quartermasterApi.report, { ...itemParams(item), body: { message: 'x' } });
  const reports = await Promise.all(Array.from({ length: 50 }, (_, index) => report(users[index % 5] ?? james)));
  assert.equal(reports.filter(({ status }) => status === 201).length, 3);
  assert.equal(reports.filter(({ status }) => status === 409).length, 47);
  const names = Array.from({ length: 25 }, (_, index) => `changed ${index}`);
  const responses = await Promise.all(
    names.flatMap((itemName) => [
      updateItem(moderator, item, { itemName }),
      moderator.call(quartermasterApi.delete, itemParams(item)),
    ]),
  );
  const statuses = Map.groupBy(responses, ({ status }) => status);
  assert.equal(statuses.get(204)?.length, 1);
  assert.equal((statuses.get(200)?.length ?? 0) + (statuses.get(404)?.length ?? 0), 49);
  assert.deepEqual(await listNames(moderator, { search: 'changed' }), []);
});
