import { queryBoolean } from '#contract/query.ts';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import { html, when } from '../../frame/html.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';

/** The lists that the crew loads from files: games and songs. */
export const catalogues = page({
  path: '/staff/catalogues',
  place: 'more',
  query: { done: queryBoolean },
  asks: [boardgamesApi.reload, karaokeApi.reload],
  mayAsk: [boardgamesApi.list, karaokeApi.list],
  actions: {
    games: call(
      boardgamesApi.reload,
      {},
      () => ({}),
      () => '/staff/catalogues?done',
    ),
    songs: call(
      karaokeApi.reload,
      {},
      () => ({}),
      () => '/staff/catalogues?done',
    ),
  },
  async show(visit) {
    const games = await visit.askIfAllowed(boardgamesApi.list, { query: { limit: 1 } });
    const songs = await visit.askIfAllowed(karaokeApi.list, { query: { limit: 1, search: 'a' } });
    const content = html`${savedNotice(visit, 'File imported. People’s favorites are unchanged.')}
<p>The files are in the server’s <code>seeds</code> folder. Replace a file there, then reload it here.</p>
<form method="post"><ul class="rows">
<li><div><h2><a href="/games">Board games</a></h2><p class="line">${when(games, ({ paginator }) => html`${paginator.total} on board`)}</p></div><button type="submit" class="quiet" name="${visit.action('games')}">Reload games</button></li>
<li><div><h2><a href="/songs">Karaoke songs</a></h2><p class="line">${songs ? 'by artist and title' : 'switched off'}</p></div><button type="submit" class="quiet" name="${visit.action('songs')}">Reload songs</button></li>
</ul></form>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Games and songs', content);
  },
});
