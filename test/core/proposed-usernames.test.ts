import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const propose = async (name: string) =>
  (await app.anonymous.get(accountsApi.proposeUsername, { query: { name } })).username;
const create = (username: string) =>
  app.anonymous.call(accountsApi.create, { body: { username, password: 'password' } });

test('proposes a username that can be registered, for a name in any script (core rule 57a)', async () => {
  for (const [name, username] of [
    ['Maria López', 'maria-lopez'],
    ['  Zoë  ', 'zoe'],
    ['Jörg Weiß', 'jorg-weiss'],
    ['Søren Ærø', 'soren-aero'],
    ["Sinéad O'Connor", 'sinead-oconnor'],
    ['Łukasz', 'lukasz'],
    ['Nguyễn Thị Minh', 'nguyen-thi-minh'],
    ['tom.the.talkative', 'tom.the.talkative'],
    ['-_Ann_-', 'ann'],
    ['李明', 'passenger-2'],
    ['Мария', 'passenger-2'],
    ['🦜', 'passenger-2'],
    ['', 'passenger-2'],
    ['x', 'passenger-2'],
    ['x'.repeat(200), 'x'.repeat(44)],
  ] as const) {
    assert.equal(await propose(name), username, name);
  }
  for (const username of ['maria-lopez', 'passenger-2', 'x'.repeat(44)])
    assert.equal((await create(username)).status, 201);
});

test('adds a number if the name is taken, in any letter case, however many users have it', async () => {
  assert.equal(await propose('James'), 'james-2');
  await create('JAMES-2');
  assert.equal(await propose('james'), 'james-3');
  for (let number = 3; number <= 100; number += 1) await create(`james-${number}`);
  const far = await propose('James');
  assert.match(far, /^james-\d{3,5}$/);
  assert.equal((await create(far)).status, 201);
});

test('a name that’s too long is 400', async () => {
  const { status } = await app.anonymous.call(accountsApi.proposeUsername, { query: { name: 'x'.repeat(201) } });
  assert.equal(status, 400);
});
