import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { writeCatalogue } from '../features/boardgames/support.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';

const app = await startTestApp();
const ada = await app.newcomer('ada');
const adaBrowser = browse(app, ada);

/** Returns the text of a page, without its markup and navigation. */
async function readPage(path: string): Promise<string> {
  const { body } = await adaBrowser.open(path);
  return (/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '')
    .replace(/<[^>]*>|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

describe('an error page says once what happened', () => {
  const anonymous = '/people/00000000-0000-4000-8000-000000000000';
  for (const [path, words] of [
    ['/nowhere', 'Address not found It may have been deleted or hidden, or the address is mistyped. Go to Today'],
    [anonymous, 'User not found It may have been deleted or hidden, or the address is mistyped. Go to Today'],
    ['/staff/roles', 'Not allowed Your account can&#39;t do this. Go to Today'],
  ] as const)
    test(path, async () => assert.equal(await readPage(path), words));
});

describe('the page of a game', () => {
  test('shows everything known about it, and links to possible actions', async () => {
    writeCatalogue(app, [
      {
        gameName: 'Knots and Crosses',
        numCopies: 2,
        gameDescription: 'Tie them.',
        donatedBy: 'Ann',
        notes: 'One rope is missing.',
        yearPublished: '1998',
        gameTypes: ['family'],
        categories: ['sea'],
        mechanisms: ['knots'],
        minPlayers: 2,
        maxPlayers: 4,
        suggestedPlayers: 3,
        minPlayingTime: 20,
        maxPlayingTime: 40,
        minAge: 8,
        avgRating: 7.25,
        numRatings: 12,
        complexity: 1.5,
      },
      { gameName: 'More Knots', expands: 'Knots and Crosses' },
    ]);
    await (await app.logIn('admin')).get(boardgamesApi.reload);
    const { gameArray } = await ada.get(boardgamesApi.list, { query: { search: 'knots and' } });
    const path = `/games/${gameArray[0]?.gameID}`;
    const text = await readPage(path);
    for (const fact of [
      'Players 2 to 4, best with 3',
      'Time 20 to 40 min',
      'Age 8 and up',
      'Complexity 1.5 of 5',
      'Rating 7.3 of 10, by 12 people',
      'Kind family, sea',
      'Mechanics knots',
      'Published 1998',
      'On board 2 copies',
      'Donated by Ann',
      'Tie them.',
      'One rope is missing.',
      'Expansions More Knots',
    ])
      assert.ok(text.includes(fact), `${fact}: ${text}`);
    assert.equal((await adaBrowser.send(path, { favorite: gameArray[0]?.gameID ?? '' })).status, 303);
    assert.match((await adaBrowser.open(path)).body, /name="unfavorite"[^>]*aria-pressed="true"/);
    const { body } = await adaBrowser.open(path);
    const find = /href="(\/chats\/new[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = (await adaBrowser.open(find)).body;
    assert.match(form, /<option value="gaming" selected>/);
    assert.match(form, /name="title"[^>]*value="Knots and Crosses"/);
  });
});

describe('a page offers', () => {
  test('a new thread if the user can start one', async () => {
    const categories = await ada.get(forumsApi.categories);
    const restricted = categories.find(({ isRestricted }) => isRestricted)?.categoryID ?? '';
    const open =
      categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory)?.categoryID ?? '';
    const moderators = browse(app, await app.atLevel('moderator'));
    const isOffered = async (who: typeof adaBrowser, id: string) =>
      (await who.open(`/forums/${id}`)).body.includes(`href="/forums/${id}/new"`);
    assert.equal(await isOffered(adaBrowser, open), true);
    assert.equal(await isOffered(adaBrowser, restricted), false);
    assert.equal(await isOffered(moderators, restricted), true);
  });

  test('kinds of chats, with the chosen one marked', async () => {
    for (const kind of ['chat', 'group']) {
      const { body } = await adaBrowser.open(`/chats/new?kind=${kind}`);
      const marked = [...body.matchAll(/href="\/chats\/new\?kind=(\w+)" aria-current="true"/g)];
      assert.deepEqual(
        marked.map(([, name]) => name),
        [kind],
      );
    }
  });
});
