import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { performersApi } from '#features/performers/api.ts';
import { eventLine } from '../../frame/events.ts';
import { createFields } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { portrait } from '../../frame/people.ts';
import { searchForm } from '../../frame/search-form.ts';
import { backHead } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The official performers of this sailing. */
export const performers = page({
  path: '/performers',
  place: 'more',
  query: { search: querySearch, passengers: queryBoolean, start: queryInteger },
  asks: [performersApi.officialPerformers, performersApi.shadowPerformers],
  async show(visit) {
    const { search, passengers, start } = visit.query;
    const asked = passengers ? performersApi.shadowPerformers : performersApi.officialPerformers;
    const list = await visit.ask(asked, { query: { search, start } });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col"><h1>Performers</h1>
${tabs('Which performers', [
  { path: '/performers', label: 'Official', isCurrent: !passengers },
  { path: '/performers?passengers=true', label: 'Passenger hosts', isCurrent: passengers === true },
])}
${when(passengers && visit.viewer && visit.leadsTo('/performers/own'), () => html`<p class="actions"><a class="quiet" href="/performers/own">Your performer profile</a></p>`)}
${searchForm({ path: '/performers', label: 'Name', value: search, keep: { passengers: passengers ? 'true' : undefined } })}
${list.performers.length > 0 ? html`<ul class="rows">${list.performers.map(({ id = '', name, photo }) => html`<li>${portrait({ id, name, picture: photo })}<div><h2><a href="/performers/${id}">${name}</a></h2></div></li>`)}</ul>` : html`<p class="soft">No performers found.</p>`}
${pager(list.paginator, (at) => buildAddress('/performers', { search, passengers, start: at }))}
</div>
</main>`;
    return { title: 'Performers', main };
  },
});

type PerformerVisit = Visit<{ readonly performer: string }, unknown, 'remove'>;

/** A performer and their events. */
export const performer = page({
  path: '/performers/{performer}',
  place: 'more',
  params: { performer: uuid },
  asks: [performersApi.performer],
  actions: {
    remove: call(
      performersApi.removePerformer,
      { sure: v.literal('on', 'Tick the box to confirm.') },
      ({ params }: PerformerVisit) => ({ params: { performer_id: params.performer } }),
      () => '/performers?passengers=true',
    ),
  },
  async show(visit) {
    const {
      header,
      photoDescription = '',
      bio,
      organization,
      events,
    } = await visit.ask(performersApi.performer, {
      params: { performer_id: visit.params.performer },
    });
    const main = html`<main>
${backHead('Performers', '/performers')}
<div class="col lone"><h1>${header.name}</h1>
${when(organization, (name) => html`<p class="soft">${name}</p>`)}
${when(header.photo, (name) => html`<p class="pic"><img src="/api/v3/image/thumb/${name}" alt="${photoDescription}" loading="lazy"></p>`)}
${when(bio, (text) => html`<div class="prose">${prose(text)}</div>`)}
${when(events.length, () => html`<h2>Events</h2><ul class="events">${events.map((event) => eventLine(event, visit.clock))}</ul>`)}
${when(!header.isOfficialPerformer && visit.isOpen(performersApi.removePerformer), () => removal(header.name, visit))}
</div>
</main>`;
    return { title: header.name, main };
  },
});

/** Moderators can remove profiles of passengers; official performers are managed at the staff desk. */
function removal(name: string, visit: PerformerVisit): Html {
  const { check, trouble } = createFields(visit, 'remove');
  return html`<details><summary class="stop">Delete profile as a moderator</summary><form method="post">${trouble()}
${check({ name: 'sure', label: `Delete the profile “${name}” and remove it from its events` })}
<p class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete</button></p></form></details>`;
}
