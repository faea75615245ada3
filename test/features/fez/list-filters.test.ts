import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../../support/app.ts';
import {
  block,
  createFez,
  eventFields,
  type Fez,
  fezParams,
  groupFields,
  leave,
  listFezTitles,
  openFez,
  writePost,
} from './support.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });

type Query = Record<string, string | number | boolean>;

const applySettings = (settings: Partial<ServerSettings>) =>
  transact(app.context, (context) => changeSettings(context, settings));

/** Creates two users with empty lists. */
async function createPair(name: string) {
  return { owner: await app.newcomer(`${name}-owner`), other: await app.newcomer(`${name}-other`) };
}

/** Returns how many read statements the database runs during `work`. */
async function listStatements(work: () => Promise<void>): Promise<number> {
  const statements = Object.getPrototypeOf(app.context.db.sqlite.prepare('SELECT 1'));
  const { all, get } = statements;
  let times = 0;
  const counting = (read: (...parameters: unknown[]) => unknown) =>
    function counted(this: unknown, ...parameters: unknown[]) {
      times += 1;
      return read.apply(this, parameters);
    };
  Object.assign(statements, { all: counting(all), get: counting(get) });
  await work().finally(() => Object.assign(statements, { all, get }));
  return times;
}

const listNames = ['open', 'joined', 'owner', 'former'] as const;
const memberLists = ['joined', 'owned'] as const;

describe('every list', () => {
  test('has 50 entries by default, and up to the server’s limit on request', async () => {
    const { other } = await createPair('paging');
    const pageOf = async (list: string, query: string) => {
      const { status, body } = await other.send('GET', `/api/v3/fez/${list}?${query}`);
      assert.equal(status, 200);
      return (body as { paginator: unknown }).paginator;
    };
    for (const list of listNames) {
      const query = 'search=nothingatall&';
      assert.deepEqual(await pageOf(list, query), { total: 0, start: 0, limit: 50 });
      assert.deepEqual(await pageOf(list, `${query}start=-5&limit=-1`), { total: 0, start: 0, limit: 0 });
      assert.deepEqual(await pageOf(list, `${query}start=7&limit=201`), { total: 0, start: 7, limit: 200 });
    }
    applySettings({ maximumMicroblogPosts: 60 });
    assert.deepEqual(await pageOf('joined', 'limit=100'), { total: 0, start: 0, limit: 60 });
    applySettings({ maximumMicroblogPosts: 200 });
  });

  test('has the total on every page, even an empty one', async () => {
    const { owner, other } = await createPair('totals');
    for (const title of ['One', 'Two', 'Three'])
      await createFez(owner, { ...groupFields, title: `Totals ${title}` }, [other]);
    for (const list of ['joined', 'owned'] as const) {
      const queries: Query[] = [{}, { limit: 0 }, { limit: 1 }, { start: 2, limit: 1 }, { start: 9 }];
      for (const query of queries) {
        assert.equal((await owner.get(fezApi[list], { query })).paginator.total, 3, JSON.stringify(query));
      }
    }
    assert.equal((await owner.get(fezApi.open, { query: { search: 'totals' } })).paginator.total, 3);
    assert.deepEqual(await listFezTitles(owner, 'open', { search: 'totals' }), []);
  });

  test('rejects unreadable values and words, and ignores unknown parameters', async () => {
    const { other } = await createPair('reading');
    const statusOf = async (query: string) => (await other.send('GET', `/api/v3/fez/${query}`)).status;
    for (const query of ['start=x', 'limit=', 'members=maybe']) {
      for (const list of listNames) assert.equal(await statusOf(`${list}?${query}`), 400, `${list} ${query}`);
    }
    const choices = ['type=gaming,nothing', 'excludetype=nothing', 'lfgtypes=2', 'cruiseday=two', 'onlynew=maybe'];
    for (const query of [...choices, 'hidePast=2', 'favorite=x', 'matchID=x']) {
      for (const list of ['joined', 'owner']) assert.equal(await statusOf(`${list}?${query}`), 400, `${list} ${query}`);
    }
    for (const query of ['foruser=', 'HIDEPAST=x', 'unknown=x']) {
      for (const list of listNames) assert.equal(await statusOf(`${list}?${query}`), 200, `${list} ${query}`);
    }
    assert.equal(await statusOf('open?excludetype=nothing&lfgtypes=2&foruser=moderator'), 200);
  });

  test('accepts types repeated, in brackets or separated by commas; an empty list means all', async () => {
    const { owner, other } = await createPair('variant');
    await createFez(owner, { ...groupFields, title: 'Spelling G' }, [other]);
    await createFez(owner, { ...groupFields, fezType: 'music', title: 'Spelling M' }, [other]);
    await createFez(owner, { fezType: 'closed', title: 'Spelling C' }, [other]);
    const listTitles = async (list: string, query: string) => {
      const { body } = await owner.send('GET', `/api/v3/fez/${list}?search=spelling&${query}`);
      return (body as { fezzes: Fez[] }).fezzes.map(({ title }) => title.at(-1)).sort();
    };
    for (const query of ['type=gaming&type=MUSIC', 'type[]=gaming&type[]=music', 'type=gaming,Music']) {
      for (const list of ['joined', 'owner']) assert.deepEqual(await listTitles(list, query), ['G', 'M'], query);
    }
    assert.deepEqual(await listTitles('joined', 'type=private'), ['C']);
    assert.deepEqual(await listTitles('joined', 'excludetype=PRIVATE&excludetype=music'), ['G']);
    assert.deepEqual(await listTitles('owner', 'excludetype=closed&lfgtypes=false'), []);
    assert.deepEqual(await listTitles('owner', 'excludetype=gaming&lfgtypes=true'), ['G', 'M']);
    const stranger = await app.newcomer('variant-stranger');
    assert.deepEqual(await listFezTitles(stranger, 'open', { search: 'spelling', type: '' }), [
      'Spelling G',
      'Spelling M',
    ]);
    assert.deepEqual(await listTitles('joined', 'type='), ['C', 'G', 'M']);
  });
});

test('a search returns at most 1,000 matches', async () => {
  const { owner, other } = await createPair('plenty');
  await createFez(owner, { ...groupFields, title: 'Plenty' });
  const { db, caches } = app.context;
  db.sqlite
    .prepare(
      `WITH RECURSIVE series (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM series WHERE number < 1010)
       INSERT INTO fezzes (id, type, owner_id, title, info, start_time, end_time, min_capacity, max_capacity, visibility,
         created_at, last_modified_at)
       SELECT printf('00000000-0000-4000-8000-%012d', number), type, owner_id, title, info, start_time, end_time,
         min_capacity, max_capacity, visibility, created_at, last_modified_at
       FROM series, fezzes WHERE title = 'Plenty'`,
    )
    .run();
  caches.invalidateAll();
  const list = async (query: Query) => {
    const { paginator, fezzes } = await other.get(fezApi.open, { query });
    return { ...paginator, found: fezzes.length };
  };
  const search = 'plenty';
  assert.deepEqual(await list({ search, start: 0, limit: 50 }), { total: 1000, start: 0, limit: 50, found: 50 });
  assert.deepEqual(await list({ search, start: 980, limit: 50 }), { total: 1000, start: 980, limit: 50, found: 20 });
  assert.deepEqual(await list({ search, start: 1000, limit: 50 }), { total: 1000, start: 1000, limit: 50, found: 0 });
  assert.ok((await list({ start: 1000, limit: 50 })).found > 0, 'a list without a search goes on');
  db.sqlite.prepare("DELETE FROM fezzes WHERE title = 'Plenty' AND id LIKE '00000000-0000-4000-8000-%'").run();
  caches.invalidateAll();
});

describe('a day of the sailing', () => {
  test('runs from 3 to 3: open groups are on the day they start, joined ones on each they overlap', async () => {
    const { owner, other } = await createPair('days');
    const spans = {
      before: ['2025-03-04T06:00:00.000Z', '2025-03-04T08:00:00.000Z'],
      across: ['2025-03-04T07:59:59.999Z', '2025-03-04T08:00:00.001Z'],
      first: ['2025-03-04T08:00:00.000Z', '2025-03-04T09:00:00.000Z'],
      last: ['2025-03-05T07:59:59.999Z', '2025-03-05T08:30:00.000Z'],
      next: ['2025-03-05T08:00:00.000Z', '2025-03-05T09:00:00.000Z'],
    };
    for (const [name, [startTime, endTime]] of Object.entries(spans)) {
      await createFez(owner, { ...groupFields, title: `Days ${name}`, startTime, endTime });
    }
    await createFez(owner, { ...groupFields, title: 'Days never', startTime: undefined, endTime: undefined });
    const onDay = async (user: typeof owner, list: 'open' | 'joined' | 'owned', cruiseday: number) =>
      (await listFezTitles(user, list, { search: 'days', cruiseday }))
        .map((title) => title.slice('Days '.length))
        .sort();
    for (const [user, list] of [
      [other, 'open'],
      [owner, 'owned'],
    ] as const) {
      assert.deepEqual(await onDay(user, list, 1), ['across', 'before'], list);
      assert.deepEqual(await onDay(user, list, 2), ['first', 'last'], list);
      assert.deepEqual(await onDay(user, list, 3), ['next'], list);
    }
    assert.deepEqual(await onDay(owner, 'joined', 1), ['across', 'before']);
    assert.deepEqual(await onDay(owner, 'joined', 2), ['across', 'first', 'last']);
    assert.deepEqual(await onDay(owner, 'joined', 3), ['last', 'next']);
  });

  test('can be any number', async () => {
    const { owner } = await createPair('far');
    await createFez(owner, { ...groupFields, title: 'Far' });
    for (const cruiseday of [-1, 8, -2_147_483_649, 2_147_483_648]) {
      for (const list of ['open', ...memberLists] as const) {
        assert.deepEqual(await listFezTitles(owner, list, { cruiseday }), [], `${list} ${cruiseday}`);
      }
    }
  });
});

describe('past groups', () => {
  test('began at least an hour ago; lists of joined groups omit them on request only', async () => {
    const { owner, other } = await createPair('hour');
    const now = app.clock.now().getTime();
    const beginning = (title: string, milliseconds: number) =>
      createFez(owner, {
        ...groupFields,
        title: `Hour ${title}`,
        startTime: new Date(now - milliseconds).toISOString(),
        endTime: new Date(now + 3_600_000).toISOString(),
      });
    await beginning('past', 3_600_000);
    await beginning('present', 3_599_999);
    await createFez(owner, { ...groupFields, title: 'Hour never', startTime: undefined, endTime: undefined });
    await createFez(owner, { fezType: 'open', title: 'Hour chat' });
    const search = 'hour';
    const all = ['Hour chat', 'Hour never', 'Hour past', 'Hour present'];
    for (const list of memberLists) {
      assert.deepEqual((await listFezTitles(owner, list, { search })).sort(), all);
      assert.deepEqual((await listFezTitles(owner, list, { search, hidePast: false })).sort(), all);
      assert.deepEqual(await listFezTitles(owner, list, { search, hidePast: true }), ['Hour present']);
    }
    assert.deepEqual(await listFezTitles(other, 'open', { search }), ['Hour present']);
    assert.deepEqual(await listFezTitles(other, 'open', { search, hidePast: true }), ['Hour present']);
    assert.equal((await listFezTitles(other, 'open', { search, hidePast: false })).length, 3);
  });
});

describe('a group with limited capacity', () => {
  test('stays open until it has 1.5 times its capacity of members, rounded down', async () => {
    const { owner, other } = await createPair('places');
    const users = [await app.newcomer('place-one'), await app.newcomer('place-two'), await app.newcomer('place-three')];
    const group = (title: string, maxCapacity: number, others: number) =>
      createFez(owner, { ...groupFields, title: `Places ${title}`, maxCapacity }, users.slice(0, others));
    await group('3 of 3', 3, 2);
    await group('4 of 3', 3, 3);
    await group('1 of 1', 1, 0);
    await group('4 of any', 0, 3);
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'places' }), ['Places 3 of 3', 'Places 4 of any']);
  });
});

describe('filters', () => {
  test('are combined with AND', async () => {
    const { owner, other } = await createPair('together');
    const chosen = await createFez(owner, { ...groupFields, title: 'Chosen' }, [other]);
    const opened = await createFez(owner, { ...groupFields, title: 'Opened' }, [other]);
    const plain = await createFez(owner, { ...eventFields, title: 'Plain' }, [other]);
    for (const fez of [chosen, opened]) await other.get(fezApi.addFavorite, fezParams(fez));
    await openFez(other, opened);
    const sorted = async (query: Record<string, string | boolean>) =>
      (await listFezTitles(other, 'joined', query)).sort();
    assert.deepEqual(await sorted({ favorite: true }), ['Chosen', 'Opened']);
    assert.deepEqual(await sorted({ favorite: false }), ['Chosen', 'Opened', 'Plain']);
    assert.deepEqual(await sorted({ onlynew: true }), ['Chosen', 'Plain']);
    assert.deepEqual(await sorted({ onlynew: false }), ['Opened']);
    assert.deepEqual(await sorted({ onlynew: true, favorite: true }), ['Chosen']);
    assert.deepEqual(await sorted({ onlynew: true, favorite: true, lfgtypes: false }), []);
    assert.deepEqual(await sorted({ matchID: chosen.fezID.toUpperCase(), favorite: true }), ['Chosen']);
    assert.deepEqual(await sorted({ matchID: plain.fezID, favorite: true }), []);
    assert.deepEqual(await listFezTitles(owner, 'owned', { matchID: plain.fezID, type: 'privateEvent' }), ['Plain']);
    assert.deepEqual(await listFezTitles(other, 'owned', { matchID: plain.fezID }), []);
  });

  test('for blocks affect both entries and totals', async () => {
    const { owner, other } = await createPair('counted');
    const fields = [{ title: 'Counted' }, { ...groupFields, title: 'Counted' }, { ...eventFields, title: 'Counted' }];
    const fezzes = await Promise.all(fields.map((fezFields) => createFez(owner, fezFields, [other])));
    await other.get(fezApi.addFavorite, fezParams(fezzes[0] as Fez));
    await block(owner, other);
    const queries: Query[] = [{}, { limit: 0 }, { onlynew: true }, { favorite: true }, { search: 'counted' }];
    for (const query of queries) {
      assert.equal((await other.get(fezApi.joined, { query })).paginator.total, 0, JSON.stringify(query));
    }
    assert.equal((await owner.get(fezApi.joined)).paginator.total, 3);
  });
});

test('a list runs the same number of queries for few and for many entries', async () => {
  const { owner, other } = await createPair('cost');
  const make = async () => {
    const group = await createFez(owner, { ...groupFields, title: 'Cost' });
    await writePost(owner, group, 'hello');
    const left = await createFez(owner, { ...eventFields, title: 'Cost' }, [other]);
    await leave(other, left);
  };
  const list = async () => {
    const query = { members: true, search: 'cost' };
    await owner.get(fezApi.joined, { query });
    await owner.get(fezApi.owned, { query });
    await other.get(fezApi.open, { query });
    await other.get(fezApi.former, { query: { members: true } });
  };
  await make();
  const listAfresh = () => {
    app.context.caches.invalidateAll();
    return listStatements(list);
  };
  const few = await listAfresh();
  for (let count = 0; count < 10; count += 1) await make();
  assert.equal(await listAfresh(), few);
  assert.ok(few > 8);
  assert.ok((await listStatements(list)) < few, 'what is cached is not asked for again');
});
