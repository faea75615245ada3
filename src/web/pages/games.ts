import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { boardgamesApi } from '#features/boardgames/api.ts';
import type { BoardgameData } from '#features/boardgames/records.ts';
import { declareForm, renderInputs } from '../frame/body-form.ts';
import { actionField } from '../frame/forms.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { buildAddress, pager } from '../frame/pager.ts';
import { searchForm } from '../frame/search-form.ts';
import { backHead } from '../frame/shell.ts';
import { tabs } from '../frame/tabs.ts';
import { prose } from '../frame/text.ts';
import { call, page } from '../page.ts';
import type { Visit, VisitWith } from '../visit.ts';

const byID = { value: uuid };
type AnyVisit = Visit<unknown, unknown>;
const buttonToParams = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { boardgameID: value } });
const anchorOfButton = ({ address }: AnyVisit, { value }: { value: string }) => `${address}#g-${value}`;

const favoriteActions = {
  favorite: call(boardgamesApi.addFavorite, byID, buttonToParams, anchorOfButton),
  unfavorite: call(boardgamesApi.removeFavorite, byID, buttonToParams, anchorOfButton),
};

/** The games on board. */
export const games = page({
  path: '/games',
  place: 'more',
  query: { search: querySearch, favorite: queryBoolean, start: queryInteger },
  asks: [boardgamesApi.list],
  actions: favoriteActions,
  async show(visit) {
    const { search, favorite, start } = visit.query;
    const { gameArray, paginator } = await visit.ask(boardgamesApi.list, { query: { search, favorite, start } });
    const main = html`<main>
${backHead('More', '/more', html`<a class="quiet" href="/games/recommend">Find a game</a>`)}
<div class="col"><h1>Board games</h1>
${tabs('Which games', [
  { path: '/games', label: 'All', isCurrent: !favorite },
  ...(visit.viewer ? [{ path: '/games?favorite=true', label: 'Favorites', isCurrent: favorite === true }] : []),
])}
${searchForm({ path: '/games', label: 'Name', value: search, keep: { favorite: favorite ? 'true' : undefined } })}
${listGames(gameArray, visit)}
${pager(paginator, (at) => buildAddress('/games', { search, favorite, start: at }))}
</div>
</main>`;
    return { title: 'Board games', main };
  },
});

/** A game and its expansions. */
export const game = page({
  path: '/games/{game}',
  place: 'more',
  params: { game: uuid },
  asks: [boardgamesApi.expansions],
  actions: favoriteActions,
  async show(visit) {
    const { gameArray } = await visit.ask(boardgamesApi.expansions, { params: { boardgameID: visit.params.game } });
    const shown = gameArray.find(({ gameID }) => gameID === visit.params.game) ?? gameArray[0];
    const others = gameArray.filter((other) => other !== shown);
    const mayChoose = visit.viewer !== undefined && visit.isOpen(boardgamesApi.addFavorite);
    const main = html`<main>
${backHead('Board games', '/games')}
<div class="col lone"><h1>${shown?.gameName ?? 'Game'}</h1>
${when(
  shown,
  (
    one,
  ) => html`${factList(one)}${when(one.gameDescription, (text) => html`<div class="prose">${prose(text)}</div>`)}${when(one.notes, (text) => html`<p>${text}</p>`)}
${when(mayChoose, () => html`<div class="actions"><form method="post"><button type="submit" class="quiet" name="${visit.action(one.isFavorite ? 'unfavorite' : 'favorite')}" value="${one.gameID}" aria-pressed="${String(one.isFavorite)}">${icon('star')}Favorite</button></form>${findPlayers(one, visit)}</div>`)}`,
)}
${when(others.length, () => html`<h2>${shown?.isExpansion ? 'Base games and related expansions' : 'Expansions'}</h2>${listGames(others, visit)}`)}
</div>
</main>`;
    return { title: shown?.gameName ?? 'Game', main };
  },
});

const findPlayers = ({ gameName }: BoardgameData, visit: Pick<Visit, 'leadsTo'>): Html =>
  visit.leadsTo('/chats/new')
    ? html`<a class="quiet" href="${buildAddress('/chats/new', { kind: 'group', type: 'gaming', title: gameName.slice(0, 100) })}">${icon('users')}Find players</a>`
    : nothing;

/** Everything known about a game, one line each. */
function factList(game: BoardgameData): Html {
  const { suggestedPlayers, minAge, yearPublished, numCopies, donatedBy, complexity } = game;
  const known: readonly (readonly [name: string, value: string | undefined])[] = [
    [
      'Players',
      joinParts([formatRange(game.minPlayers, game.maxPlayers), suggestedPlayers && `best with ${suggestedPlayers}`]),
    ],
    [
      'Time',
      withUnit(formatRange(game.minPlayingTime, game.maxPlayingTime) || String(game.avgPlayingTime || ''), 'min'),
    ],
    ['Age', minAge ? `${minAge} and up` : undefined],
    ['Complexity', complexity ? `${complexity.toFixed(1)} of 5` : undefined],
    ['Rating', rating(game)],
    ['Kind', joinParts([...game.gameTypes, ...game.categories])],
    ['Mechanics', joinParts(game.mechanics)],
    ['Published', yearPublished],
    ['On board', numCopies === 1 ? '1 copy' : `${numCopies} copies`],
    ['Donated by', donatedBy],
  ];
  return html`<dl class="facts">${known.map(([name, value]) => when(value, (text) => html`<dt>${name}</dt><dd>${text}</dd>`))}</dl>`;
}

/** `2 to 4`, `2`, or nothing if neither limit is known. */
function formatRange(from: number | undefined, to: number | undefined): string {
  const ends = [...new Set([from, to])].filter((end) => end !== undefined && end > 0);
  return ends.join(' to ');
}

const joinParts = (parts: readonly (string | number | undefined)[]): string => parts.filter(Boolean).join(', ');

const withUnit = (value: string, unit: string): string => (value === '' ? '' : `${value} ${unit}`);

const rating = ({ avgRating, numRatings }: BoardgameData): string | undefined =>
  avgRating ? `${avgRating.toFixed(1)} of 10${numRatings ? `, by ${numRatings} people` : ''}` : undefined;

const recommendForm = declareForm(boardgamesApi.recommend.body.entries, {
  numPlayers: { label: 'Number of players' },
  timeToPlay: { label: 'Minutes available' },
  minAge: { label: 'Age of the youngest player', hint: '0 for any age' },
});

/** The filter by number of players, time and age. */
export const recommendGames = page({
  path: '/games/recommend',
  place: 'more',
  asks: [boardgamesApi.recommend],
  actions: {
    recommend: {
      asks: [boardgamesApi.recommend],
      form: recommendForm,
      async run(visit, wished) {
        const body = { ...wished, maxAge: 0, complexity: 0 };
        const { gameArray } = await visit.ask(boardgamesApi.recommend, { body, query: { limit: 20 } });
        const main = html`<main>
${backHead('Find a game', '/games/recommend')}
<div class="col"><h1>Try one of these</h1>${listGames(gameArray)}</div>
</main>`;
        return { view: { title: 'Games for you', main } };
      },
    },
  },
  async show(visit) {
    const { inputs, trouble } = renderInputs(visit, 'recommend', recommendForm);
    const main = html`<main>
${backHead('Board games', '/games')}
<div class="col lone"><h1>Find a game</h1>
<form method="post">${actionField(visit, 'recommend')}${trouble()}
${inputs({ numPlayers: 4, timeToPlay: 60, minAge: 0 })}<p class="actions"><button type="submit" class="button">Find games</button></p></form></div>
</main>`;
    return { title: 'Find a game', main };
  },
});

function describe({ minPlayers, maxPlayers, avgPlayingTime, minAge, numCopies }: BoardgameData): string {
  const players =
    minPlayers === undefined
      ? ''
      : `${minPlayers}${maxPlayers && maxPlayers > minPlayers ? ` to ${maxPlayers}` : ''} players`;
  const parts = [
    players,
    avgPlayingTime ? `${avgPlayingTime} min` : '',
    minAge ? `${minAge} and up` : '',
    numCopies > 1 ? `${numCopies} copies` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

type ListVisit = Pick<Visit, 'viewer' | 'isOpen'> & VisitWith<keyof typeof favoriteActions>;

/** Renders games, with stars if the viewer may choose favorites. */
function listGames(shown: readonly BoardgameData[], visit?: ListVisit): Html {
  if (shown.length === 0) return html`<p class="soft">No games found.</p>`;
  const chooser = visit?.viewer && visit.isOpen(boardgamesApi.addFavorite) ? visit : undefined;
  const lines = shown.map(
    (one) =>
      html`<li id="g-${one.gameID}"><div><h2><a href="/games/${one.gameID}">${one.gameName}</a></h2><p class="line">${describe(one)}</p></div>${when(chooser, (chooses) => favoriteStar(one, chooses))}</li>`,
  );
  return chooser
    ? html`<form method="post"><ul class="rows">${lines}</ul></form>`
    : html`<ul class="rows">${lines}</ul>`;
}

const favoriteStar = ({ gameID, gameName, isFavorite }: BoardgameData, visit: ListVisit): Html =>
  html`<button type="submit" class="icon mark" name="${visit.action(isFavorite ? 'unfavorite' : 'favorite')}" value="${gameID}" aria-pressed="${String(isFavorite)}" aria-label="Favorite: ${gameName}">${icon('star')}</button>`;
