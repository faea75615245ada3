import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { fixtureApi, fixtureArea, fixtureSearches } from '../support/fixture-area.ts';

/** Any search of the fixture exhausts the budget; the test's clock doesn't advance, so nothing is refilled. */
const perFamily = { max: 30, seconds: 1 };
const app = await startTestApp({
  areas: [...areas, fixtureArea],
  limits: {
    readBudget: {
      ...{ perFamily, perAddress: perFamily, whileAllAreOver: { max: 1, seconds: 1 } },
      all: { max: 1000, seconds: 1 },
    },
  },
});
const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];

const search = (user: Pick<User, 'call'>, milliseconds = 5) =>
  user.call(fixtureApi.search, { query: { milliseconds } });
const searchRepeatedly = (user: Pick<User, 'call'>, times: number) =>
  Promise.all(Array.from({ length: times }, () => search(user)));

/** Uses up the budget of a family, and no more. */
async function useUp(user: Pick<User, 'call'>): Promise<void> {
  app.clock.advance({ minutes: 1 });
  await search(user, perFamily.max + 1);
  fixtureSearches.length = 0;
}

test('a family over budget has up to 16 waiting reads, then 429; others are served (core rule 129)', async () => {
  await useUp(james);
  const ended: string[] = [];
  const many = searchRepeatedly(james, 100).then((replies) => {
    ended.push('james');
    return replies;
  });
  assert.equal((await search(heidi)).status, 200);
  assert.equal((await heidi.call(accountsApi.whoami)).status, 200);
  ended.push('heidi');
  const replies = await many;
  assert.deepEqual(ended, ['heidi', 'james']);
  const rejected = replies.filter(({ status }) => status === 429);
  assert.equal(replies.filter(({ status }) => status === 200).length, 100 - rejected.length);
  // While they arrive, some of the waiting ones get their turn.
  assert.ok(rejected.length > 50 && rejected.length <= 100 - 16, `${rejected.length} were rejected`);
  for (const { headers, reason } of rejected) {
    assert.match(String(headers.get('retry-after')), /^\d+$/);
    assert.equal(reason, 'Too many of your reads are in progress. Please try again.');
  }
});

test('families over their budgets take turns (core rule 129)', async () => {
  await useUp(james);
  await useUp(sam);
  await search(james, perFamily.max + 1);
  fixtureSearches.length = 0;
  await Promise.all([searchRepeatedly(james, 10), searchRepeatedly(sam, 3)]);
  const lastOfSam = fixtureSearches.lastIndexOf('sam');
  assert.ok(lastOfSam < 9, fixtureSearches.join(' '));
});

test('the budget recovers over time', async () => {
  await useUp(james);
  app.clock.advance({ minutes: 1 });
  const replies = await searchRepeatedly(james, 5);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
});

test('without a login, an address has a budget per path; families behind it have their own', async () => {
  await useUp(app.anonymous);
  const ended: string[] = [];
  const many = searchRepeatedly(app.anonymous, 30).finally(() => ended.push('searches'));
  assert.equal((await search(heidi)).status, 200);
  assert.equal((await app.anonymous.call(clientServicesApi.health)).status, 200);
  assert.deepEqual(ended, []);
  const statuses = (await many).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200]), 'a whole ship may share an address');
});

test('the caller is checked again after the wait', async () => {
  const user = await app.logIn('heidi');
  await useUp(user);
  const many = searchRepeatedly(user, 12);
  assert.equal((await user.call(accountsApi.logout)).status, 204);
  const statuses = (await many).map(({ status }) => status);
  assert.equal(statuses.at(-1), 401, statuses.join(' '));
});

test('pages share the read budget', async () => {
  await useUp(james);
  const [mine, others] = [browse(app, james), browse(app, heidi)];
  const many = Promise.all(Array.from({ length: 60 }, () => mine.open('/forums')));
  assert.equal((await others.open('/forums')).status, 200);
  const statuses = (await many).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
});
