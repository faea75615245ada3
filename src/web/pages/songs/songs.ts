import { uuid } from '#contract/fields.ts';
import { queryInteger, querySearch } from '#contract/query.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import type { KaraokeSongData } from '#features/karaoke/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { addressWith, pager } from '../../frame/pager.ts';
import { backHead } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const byID = { value: uuid };
type AnyVisit = Visit<unknown, unknown>;
const ofButton = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { songID: value } });
const backToLine = ({ address }: AnyVisit, { value }: { value: string }) => `${address}#s-${value}`;

/** The songs that can be sung. */
export const songs = page({
  path: '/songs',
  place: 'more',
  query: { search: querySearch, start: queryInteger },
  asks: [karaokeApi.list],
  actions: {
    favorite: call(karaokeApi.addFavorite, byID, ofButton, backToLine),
    unfavorite: call(karaokeApi.removeFavorite, byID, ofButton, backToLine),
  },
  async show(visit) {
    const { search, start } = visit.query;
    const found = search ? await visit.ask(karaokeApi.list, { query: { search, start } }) : undefined;
    const main = html`<main>
${backHead('More', '/more')}
<div class="col"><h1>Karaoke</h1>
<form action="/songs" role="search"><p class="field"><label for="words">Artist or title</label><input id="words" name="search" type="search" maxlength="300" value="${search ?? ''}"></p><p class="actions"><button type="submit" class="quiet">${icon('search')}Search</button></p></form>
${when(found, ({ songs: list, totalSongs, start: at, limit }) => html`${listSongs(list, visit)}${pager({ total: totalSongs, start: at, limit }, (from) => addressWith('/songs', { search, start: from }))}`)}
</div>
</main>`;
    return { title: 'Karaoke', main };
  },
});

function listSongs(list: readonly KaraokeSongData[], visit: AnyVisit): Html {
  if (list.length === 0) return html`<p class="soft">No song has these words.</p>`;
  const mayChoose = visit.viewer !== undefined && visit.isOpen(karaokeApi.addFavorite);
  const lines = list.map(
    (song) =>
      html`<li id="s-${song.songID}"><div><h2>${song.songName}</h2><p class="line">${song.artist}</p></div>${when(mayChoose, () => star(song))}</li>`,
  );
  return mayChoose
    ? html`<form method="post"><ul class="rows">${lines}</ul></form>`
    : html`<ul class="rows">${lines}</ul>`;
}

const star = ({ songID, songName, isFavorite }: KaraokeSongData): Html =>
  html`<button type="submit" class="icon mark" name="${isFavorite ? 'unfavorite' : 'favorite'}" value="${songID}" aria-pressed="${String(isFavorite)}" aria-label="Favourite: ${songName}">${icon('star')}</button>`;
