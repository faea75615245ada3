import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { getAlerts, getMentions } from '../../core/public-text/support.ts';
import {
  block,
  deletePost,
  listTexts,
  mute,
  type Query,
  readFeed,
  setState,
  startAppWithUsers,
  updatePost,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('a search for words (forums rule B59)', async () => {
  const written = [
    'Dancing in the café',
    'The lanterns are lit',
    'paper lanterns and dances',
    'say "paper lanterns" twice',
  ];
  for (const text of written) await write(james, text);

  const cases: [string, number[]][] = [
    ['danci', [0]],
    ['dance', [2, 0]],
    ['cafe', [0]],
    ['the lanterns', [3, 2, 1]],
    ['"paper lanterns"', [3, 2]],
    ['lanterns -paper', [1]],
    ['lit or café', [1, 0]],
    ['the', []],
    ['nothing of this', []],
    [`"'*) OR NEAR( -`, []],
  ];
  for (const [search, numbers] of cases) {
    const expected = numbers.map((number) => written[number]);
    test(search, async () => {
      assert.deepEqual(await listTexts(heidi, { search }), expected);
      const byPath = await heidi.get(microblogApi.search, { params: { text: search } });
      assert.deepEqual(
        byPath.map(({ text }) => text),
        expected,
      );
    });
  }

  test('works from an anchor, and with other filters', async () => {
    assert.deepEqual(await listTexts(heidi, { search: 'lanterns', start: 1, limit: 1 }), [written[2]]);
    assert.deepEqual(await listTexts(heidi, { search: 'lanterns', from: 'first', limit: 1 }), [written[1]]);
    assert.deepEqual(await listTexts(heidi, { search: 'lanterns', byUser: sam.userID }), []);
    assert.deepEqual(await listTexts(heidi, { search: 'lanterns', byUser: james.userID, limit: 1 }), [written[3]]);
    assert.deepEqual(await listTexts(heidi, { search: 'lanterns', hashtag: 'none' }), []);
  });

  test('that is blank is ignored in the query, and 400 in the path (forums rule B61)', async () => {
    assert.ok((await listTexts(heidi, { search: ' ' })).length >= written.length);
    assert.equal((await heidi.call(microblogApi.search, { params: { text: ' ' } })).status, 400);
  });

  test('follows edits and deletions, and ignores what is under review', async () => {
    const post = await write(james, 'about zeppelins');
    await updatePost(james, post, 'about airships');
    assert.deepEqual(await listTexts(heidi, { search: 'zeppelins' }), []);
    assert.deepEqual(await listTexts(heidi, { search: 'airship' }), ['about airships']);
    await setState(moderator, post, 'quarantined');
    assert.deepEqual(await listTexts(moderator, { search: 'airships' }), []);
    await setState(moderator, post, 'normal');
    await deletePost(james, post);
    assert.deepEqual(await listTexts(heidi, { search: 'airships' }), []);
  });

  test('finds nothing of hidden people', async () => {
    const [reader, muted, blocked] = [
      await app.newcomer('seeker'),
      await app.newcomer('muted-one'),
      await app.newcomer('blocked-one'),
    ];
    for (const user of [muted, blocked]) await write(user, 'secret gondola @seeker #gondola');
    await mute(reader, muted);
    await block(reader, blocked);
    for (const query of [{ search: 'gondola' }, { hashtag: 'gondola' }, { mentions: 'seeker' }] as Query[]) {
      assert.deepEqual(await listTexts(reader, query), []);
      assert.equal((await listTexts(heidi, query)).length, 2);
    }
    assert.equal((await listTexts(reader, { search: 'gondola', byUser: muted.userID })).length, 1);
  });
});

describe('a search for a hashtag (forums rules B59 and B61)', async () => {
  const written = ['one #Quay', 'two #quayside.', 'three quay without', 'four x#quay', 'five #ÄRGER #a_b'];
  for (const text of written) await write(sam, text);
  const listed = (numbers: number[]) => numbers.map((number) => written[number]);
  const exactly = async (tag: string) => {
    const posts = await heidi.get(microblogApi.withHashtag, { params: { tag } });
    return posts.map(({ text }) => text);
  };

  test('matches part of the text in the query', async () => {
    for (const query of [
      { hashtag: 'quay' },
      { hashtag: '#QUAY' },
      { search: '#quay' },
      { search: '#none', hashtag: 'quay' },
    ] as Query[]) {
      const expected = query.search === '#none' ? [] : listed([3, 1, 0]);
      assert.deepEqual(await listTexts(heidi, query), expected, JSON.stringify(query));
    }
    assert.deepEqual(await listTexts(heidi, { hashtag: 'ärg' }), listed([4]));
    assert.deepEqual(await listTexts(heidi, { hashtag: 'a_' }), listed([4]));
    assert.deepEqual(await listTexts(heidi, { hashtag: '#' }), []);
  });

  test('matches exactly this tag in the path', async () => {
    assert.deepEqual(await exactly('quay'), listed([0]));
    assert.deepEqual(await exactly('#Quayside'), listed([1]));
    assert.deepEqual(await exactly('qua'), []);
    assert.equal((await heidi.call(microblogApi.withHashtag, { params: { tag: '#' } })).status, 400);
  });
});

describe('a search for mentions (forums rules B55, B57 and B66)', async () => {
  const [john, johnny] = [await app.newcomer('john'), await app.newcomer('john.doe')];
  const written = ['for @john.', 'for @John.Doe', 'for @johnny', 'a@john too', 'john without'];
  for (const text of written) await write(james, text);

  test('finds exactly this name, in any letter case', async () => {
    for (const query of [{ mentions: 'JOHN' }, { mentions: '@john' }, { search: '@john' }] as Record<
      string,
      string
    >[]) {
      assert.deepEqual(await listTexts(heidi, query), [written[3], written[0]], JSON.stringify(query));
    }
    assert.deepEqual(await listTexts(heidi, { mentions: 'john.doe' }), [written[1]]);
    assert.deepEqual(await listTexts(heidi, { mentions: 'jo' }), []);
  });

  test('of oneself works by either spelling or path; with another name both must match', async () => {
    for (const query of [{ mentionSelf: true }, { mentionself: true }] as Query[]) {
      assert.deepEqual(await listTexts(johnny, query), [written[1]]);
    }
    const own = await john.get(microblogApi.mentions);
    assert.deepEqual(
      own.map(({ text }) => text),
      [written[3], written[0]],
    );
    assert.deepEqual(await listTexts(john, { mentionSelf: true, mentions: 'heidi' }), []);
  });

  test('of oneself marks mentions as read; of others it doesn’t (forums rule B57)', async () => {
    const see: Record<string, (user: typeof john) => Promise<unknown>> = {
      mentionSelf: (user) => readFeed(user, { mentionSelf: true }),
      'the own name': (user) => readFeed(user, { mentions: user.username.toUpperCase(), start: 5 }),
      'the path': (user) => user.get(microblogApi.mentions),
    };
    for (const [what, view] of Object.entries(see)) {
      await write(james, 'again for @john');
      await readFeed(john, { mentions: 'heidi' });
      await readFeed(heidi, { mentions: 'john' });
      assert.match(await getMentions(john), / [1-9]\d*\/\d+$/, what);
      await view(john);
      assert.match(await getMentions(john), / 0\/[1-9]\d*$/, what);
    }
  });
});

test('a search for an alert word shows its new hits, from the first page on (forums rule B58)', async () => {
  const watcher = await app.newcomer('watcher');
  await watcher.send('POST', '/api/v3/user/alertwords/add/whales');
  await write(james, 'Whales!');
  for (const query of [{ search: 'whales', start: 1 }, { search: 'whales here' }] as Query[])
    await readFeed(watcher, query);
  assert.deepEqual(await getAlerts(watcher), { whales: '0/0 1/1' });
  await readFeed(watcher, { search: 'whales' });
  assert.deepEqual(await getAlerts(watcher), { whales: '0/0 0/1' });
});
