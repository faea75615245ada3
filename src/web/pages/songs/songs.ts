import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import type { KaraokeQueueData } from '#features/karaoke/queue/records.ts';
import type { KaraokeSongData } from '#features/karaoke/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { searchForm } from '../../frame/search-form.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { call, page } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

const byID = { value: uuid };
type AnyVisit = Visit<unknown, unknown>;
const buttonToParams = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { songID: value } });
const anchorOfButton = ({ address }: AnyVisit, { value }: { value: string }) => `${address}#s-${value}`;
const backLink = { label: 'More', path: '/more' };

const favoriteActions = {
  favorite: call(karaokeApi.addFavorite, byID, buttonToParams, anchorOfButton),
  unfavorite: call(karaokeApi.removeFavorite, byID, buttonToParams, anchorOfButton),
};

/** Links to the pages about singing. */
export const songTabs = (current: string, visit: Pick<Visit, 'leadsTo' | 'viewer'>): Html =>
  tabs(
    'Singing',
    [
      { page: '/songs', path: '/songs', label: 'Songs' },
      ...(visit.viewer ? [{ page: '/songs', path: '/songs?favorite=true', label: 'Favorites' }] : []),
      { page: '/songs/queue', path: '/songs/queue', label: 'Tonight' },
      { page: '/songs/sung', path: '/songs/sung', label: 'Sung' },
      { page: '/clips', path: '/clips', label: 'Clip karaoke' },
    ]
      .filter(({ page: declared }) => visit.leadsTo(declared))
      .map(({ path, label }) => ({ path, label, isCurrent: path === current })),
  );

/** The songs that can be sung. */
export const songs = page({
  path: '/songs',
  place: 'more',
  query: { search: querySearch, favorite: queryBoolean, start: queryInteger },
  asks: [karaokeApi.list],
  actions: favoriteActions,
  async show(visit) {
    const { search, favorite, start } = visit.query;
    const found =
      search || favorite ? await visit.ask(karaokeApi.list, { query: { search, favorite, start } }) : undefined;
    const linkTo = (from: number) => buildAddress('/songs', { search, favorite, start: from });
    const content = html`${songTabs(favorite ? '/songs?favorite=true' : '/songs', visit)}
${favorite ? nothing : searchForm({ path: '/songs', label: 'Artist or title', value: search })}
${when(found, ({ songs: list, totalSongs, start: at, limit }) => html`${listSongs(list, visit, favorite ? 'No favorites yet. Tap the star next to a song to add it.' : 'No songs found.')}${pager({ total: totalSongs, start: at, limit }, linkTo)}`)}`;
    return pageBelow(backLink, 'Karaoke', content);
  },
});

/** What was sung on this sailing, newest first. */
export const sungSongs = page({
  path: '/songs/sung',
  place: 'more',
  query: { search: querySearch, start: queryInteger },
  asks: [karaokeApi.performances],
  async show(visit) {
    const { search, start } = visit.query;
    const { songs: list, paginator } = await visit.ask(karaokeApi.performances, { query: { search, start } });
    const content = html`${songTabs('/songs/sung', visit)}
${searchForm({ path: '/songs/sung', label: 'Artist, title or singer', value: search })}
${list.length > 0 ? html`<ul class="rows">${list.map(({ songID, songName, artist, performers, time }) => html`<li><div><h2><a href="/songs/${songID}">${songName}</a></h2><p class="line">${artist}, sung by ${performers}</p></div><p class="end">${visit.clock.moment(time)}</p></li>`)}</ul>` : html`<p class="soft">No performances yet.</p>`}
${pager(paginator, (at) => buildAddress('/songs/sung', { search, start: at }))}`;
    return pageBelow(backLink, 'Sung', content);
  },
});

const logForm = declareForm(karaokeApi.logPerformance.body.entries, {
  note: { label: 'Performed by', kind: 'otherName' },
});

/** A song: who has sung it, and for those who keep the log, a form for the current singer. */
export const song = page({
  path: '/songs/{karaokeSong}',
  place: 'more',
  params: { karaokeSong: uuid },
  query: { done: queryBoolean },
  asks: [karaokeApi.read],
  mayAsk: [karaokeApi.queue],
  actions: {
    sing: call(
      karaokeApi.joinQueue,
      {},
      ({ params }: Visit<{ readonly karaokeSong: string }, unknown>) => ({ body: { songID: params.karaokeSong } }),
      () => '/songs/queue',
    ),
    log: call(
      karaokeApi.logPerformance,
      logForm,
      ({ params }: Visit<{ readonly karaokeSong: string }, unknown>, body) => ({
        params: { songID: params.karaokeSong },
        body,
      }),
      ({ params }) => `/songs/${params.karaokeSong}?done`,
    ),
  },
  async show(visit) {
    const shown = await visit.ask(karaokeApi.read, { params: { songID: visit.params.karaokeSong } });
    const { songName, artist, performances } = shown;
    const { clock } = visit;
    const content = html`${savedNotice(visit, 'Performance logged.')}
<p class="soft">${artist}</p>
${when(visit.isOpen(karaokeApi.joinQueue) && (await visit.askIfAllowed(karaokeApi.queue)), (queue) => showSingButton(queue, visit))}
${when(visit.isOpen(karaokeApi.logPerformance), () => showLogForm(visit))}
<h2>Performances</h2>
${performances.length > 0 ? html`<ul class="rows">${performances.toReversed().map(({ performers, time }) => html`<li><div><h3>${performers}</h3></div><p class="end">${clock.moment(time)}</p></li>`)}</ul>` : html`<p class="soft">No performances yet.</p>`}`;
    return pageBelow({ label: 'Karaoke', path: '/songs' }, songName, content);
  },
});

/** Puts the viewer on tonight's queue with one tap, or changes their song. */
function showSingButton({ isOpen, ownEntry }: KaraokeQueueData, visit: Visit<unknown, unknown, 'sing'>): Html {
  if (!isOpen && !ownEntry) return nothing;
  return html`<form method="post" class="actions">${actionField(visit, 'sing')}<button type="submit" class="button">${ownEntry ? 'Sing this instead' : 'Sing this tonight'}</button></form>`;
}

function showLogForm(visit: Visit<unknown, unknown, 'log'>): Html {
  const { input, trouble } = renderInputs(visit, 'log', logForm);
  return html`<form method="post">${actionField(visit, 'log')}${keyField()}${trouble()}
${input('note')}
<p class="actions"><button type="submit" class="button">Log performance</button></p></form>`;
}

function listSongs(
  list: readonly KaraokeSongData[],
  visit: Visit<unknown, unknown, keyof typeof favoriteActions>,
  empty: string,
): Html {
  if (list.length === 0) return html`<p class="soft">${empty}</p>`;
  const mayChoose = visit.viewer !== undefined && visit.isOpen(karaokeApi.addFavorite);
  const lines = list.map(
    (song) =>
      html`<li id="s-${song.songID}"><div><h2><a href="/songs/${song.songID}">${song.songName}</a></h2><p class="line">${song.artist}</p></div>${when(mayChoose, () => favoriteStar(song, visit))}</li>`,
  );
  return mayChoose
    ? html`<form method="post"><ul class="rows">${lines}</ul></form>`
    : html`<ul class="rows">${lines}</ul>`;
}

const favoriteStar = (
  { songID, songName, isFavorite }: KaraokeSongData,
  visit: VisitWith<keyof typeof favoriteActions>,
): Html =>
  html`<button type="submit" class="icon mark" name="${visit.action(isFavorite ? 'unfavorite' : 'favorite')}" value="${songID}" aria-pressed="${String(isFavorite)}" aria-label="Favorite: ${songName}">${icon('star')}</button>`;
