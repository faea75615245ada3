import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { fezApi } from '#features/fez/api.ts';
import { chatLine } from '../../frame/chats.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { addressWith, pager } from '../../frame/pager.ts';
import { placeHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';

const tools = html`<a class="icon" href="/chats/new">${icon('plus')}<span class="hide">New chat</span></a>`;
const perPage = 30;

/** The viewer's chats and appointments, the latest first. */
export const chats = page({
  path: '/chats',
  place: 'chats',
  query: { start: queryInteger, onlynew: queryBoolean, search: querySearch },
  asks: [fezApi.joined],
  async show(visit) {
    const { start = 0, onlynew, search } = visit.query;
    const { fezzes, paginator } = await visit.ask(fezApi.joined, { query: { start, limit: perPage, onlynew, search } });
    const main = html`<main data-live>
${placeHead('Chats', visit, { tools })}
<div class="col">
${tabs(onlynew ? 'new' : 'all')}
<form class="note" role="search" action="/chats"><label for="search">Search your chats</label><input id="search" name="search" type="search" maxlength="300"${when(search, (words) => html` value="${words}"`)}><p class="actions"><button type="submit" class="quiet">Search</button></p></form>
<h2 class="hide">Yours</h2>
${fezzes.length > 0 ? html`<ul class="rows">${fezzes.map((chat) => chatLine(chat, visit))}</ul>` : empty(onlynew || search !== undefined)}
${pager(paginator, (at) => addressWith('/chats', { onlynew, search, start: at }))}
</div>
</main>`;
    return { title: 'Chats', main };
  },
});

/** Groups that look for members. */
export const groups = page({
  path: '/groups',
  place: 'chats',
  query: { start: queryInteger },
  asks: [fezApi.open],
  async show(visit) {
    const { fezzes, paginator } = await visit.ask(fezApi.open, {
      query: { start: visit.query.start ?? 0, limit: perPage },
    });
    const main = html`<main>
${placeHead('Groups', visit, { tools })}
<div class="col">
${tabs('groups')}
<h2 class="hide">Looking for people</h2>
${fezzes.length > 0 ? html`<ul class="rows">${fezzes.map((chat) => chatLine(chat, visit))}</ul>` : html`<p class="soft">No group looks for people at the moment. <a href="/chats/new">Start one</a>.</p>`}
${pager(paginator, (at) => `/groups?start=${at}`)}
</div>
</main>`;
    return { title: 'Groups', main };
  },
});

function tabs(current: 'all' | 'new' | 'groups'): Html {
  const link = (name: typeof current, path: string, label: string): Html =>
    html`<a href="${path}"${name === current ? html` aria-current="true"` : nothing}>${label}</a>`;
  return html`<nav class="tabs" aria-label="Which chats">${link('all', '/chats', 'Yours')}${link('new', '/chats?onlynew=true', 'Unread')}${link('groups', '/groups', 'Looking for people')}</nav>`;
}

const empty = (isFiltered: boolean | undefined): Html =>
  isFiltered
    ? html`<p class="soft">Nothing here.</p>`
    : html`<p class="soft">You are in no chat yet. <a href="/chats/new">Write to somebody</a>, or <a href="/groups">join a group</a>.</p>`;
