import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { QuartermasterData } from '#features/quartermaster/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { addressWith, pager } from '../../frame/pager.ts';
import { personLink } from '../../frame/people.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
/** What an entry of a form says; undefined when it was left empty. */
const filled = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** What passengers have to lend and what they need. */
export const items = page({
  path: '/items',
  place: 'more',
  query: { search: querySearch, mine: queryBoolean, start: queryInteger },
  asks: [quartermasterApi.list],
  mayAsk: [quartermasterApi.create],
  actions: {
    create: call(
      quartermasterApi.create,
      {
        category: v.picklist(['have', 'need']),
        itemName: v.string(),
        itemDescription: v.string(),
        location: v.string(),
      },
      (_visit: AnyVisit, { category, itemName, itemDescription, location }) => ({
        body: {
          category,
          location: filled(location),
          items: [{ itemName, itemDescription: filled(itemDescription) }],
        },
      }),
    ),
    remove: call(quartermasterApi.delete, { value: uuid }, (_visit: AnyVisit, { value }) => ({
      params: { itemID: value },
    })),
  },
  async show(visit) {
    const { search, mine, start } = visit.query;
    const { items: shown, paginator } = await visit.ask(quartermasterApi.list, { query: { search, mine, start } });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col lone"><h1>Item board</h1>
<nav class="tabs" aria-label="Which items"><a href="/items"${mine ? nothing : html` aria-current="true"`}>All</a><a href="/items?mine=true"${mine ? html` aria-current="true"` : nothing}>Yours</a></nav>
${newItem(visit)}
${listItems(shown, visit)}
${pager(paginator, (at) => addressWith('/items', { search, mine, start: at }))}
</div>
</main>`;
    return { title: 'Item board', main };
  },
});

function listItems(shown: readonly QuartermasterData[], visit: AnyVisit): Html {
  if (shown.length === 0) return html`<p class="soft">Nothing here. Say what you have or need.</p>`;
  const hasOwn = shown.some((item) => isOwn(item, visit));
  const articles = shown.map((item) => showItem(item, visit));
  return hasOwn ? html`<form method="post">${articles}</form>` : html`${articles}`;
}

const isOwn = ({ owner }: QuartermasterData, { viewer }: AnyVisit): boolean =>
  viewer !== undefined && owner?.userID === viewer.userID;

function newItem(visit: AnyVisit): Html {
  if (!visit.isOpen(quartermasterApi.create)) return nothing;
  const { field, trouble } = fieldsOf(visit, 'create');
  return html`<details${visit.failure ? html` open` : nothing}><summary>${icon('plus')}Put something up</summary>
<form method="post">${actionField('create')}${keyField()}${trouble()}
<p class="field"><label for="category">You</label><select id="category" name="category"><option value="have">have it</option><option value="need">need it</option></select></p>
${field({ name: 'itemName', label: 'What', isRequired: true, minLength: 2, maxLength: 100 })}
${field({ name: 'itemDescription', label: 'More about it', isMultiline: true, maxLength: 2048 })}
${field({ name: 'location', label: 'Where', maxLength: 100 })}
<p class="actions"><button type="submit" class="button">Put it up</button></p></form></details>`;
}

function showItem(item: QuartermasterData, visit: AnyVisit): Html {
  const { itemID, category, itemName, itemDescription, location, owner, contactUser, lastModificationTime } = item;
  const person = contactUser ?? owner;
  return html`<article class="post" id="i-${itemID}" aria-labelledby="n-${itemID}">
<header><h2 id="n-${itemID}">${category === 'have' ? 'Has' : 'Needs'}: ${itemName}</h2>${visit.clock.moment(lastModificationTime)}</header>
${when(itemDescription, (text) => html`<div class="prose">${prose(text)}</div>`)}
<p class="soft">${when(location, (place) => html`${place} `)}${when(person, (user) => html`Ask ${personLink(user)}`)}</p>
${when(isOwn(item, visit), () => html`<p class="actions"><button type="submit" class="quiet" name="remove" value="${itemID}">Take it down</button></p>`)}
</article>`;
}
