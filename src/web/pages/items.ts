import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch, queryWord } from '#contract/query.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { QuartermasterData } from '#features/quartermaster/records.ts';
import { actionField, fieldsOf, keyField } from '../frame/forms.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { addressWith, pager } from '../frame/pager.ts';
import { personLink } from '../frame/people.ts';
import { reportLink } from '../frame/report-link.ts';
import { searchForm } from '../frame/search-form.ts';
import { pageBelow } from '../frame/shell.ts';
import { tabs } from '../frame/tabs.ts';
import { prose } from '../frame/text.ts';
import { call, page } from '../page.ts';
import type { Visit } from '../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const categories = ['have', 'need'] as const;
/** What an entry of a form says; undefined when it was left empty. */
const filled = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

const itemFields = {
  category: v.picklist(categories),
  itemName: v.string(),
  itemDescription: v.string(),
  location: v.string(),
  contactUsername: v.optional(v.string(), ''),
  hideOwnerName: v.optional(v.string()),
};

interface ItemForm {
  readonly category: (typeof categories)[number];
  readonly itemName: string;
  readonly itemDescription: string;
  readonly location: string;
  readonly contactUsername: string;
  readonly hideOwnerName?: string | undefined;
}

const readItem = ({ itemName, itemDescription }: ItemForm) => ({ itemName, itemDescription: filled(itemDescription) });
const readShared = ({ category, location, contactUsername, hideOwnerName }: ItemForm) => ({
  category,
  location: filled(location),
  contactUsername: filled(contactUsername),
  hideOwnerName: hideOwnerName !== undefined,
});

/** What passengers have to lend and what they need. */
export const items = page({
  path: '/items',
  place: 'more',
  query: { search: querySearch, mine: queryBoolean, category: queryWord(categories), start: queryInteger },
  asks: [quartermasterApi.list],
  mayAsk: [quartermasterApi.create],
  actions: {
    create: call(quartermasterApi.create, itemFields, (_visit: AnyVisit, form) => ({
      body: { ...readShared(form), items: [readItem(form)] },
    })),
    remove: call(quartermasterApi.delete, { value: uuid }, (_visit: AnyVisit, { value }) => ({
      params: { itemID: value },
    })),
  },
  async show(visit) {
    const { start, ...wanted } = visit.query;
    const { search, mine, category } = wanted;
    const { items: shown, paginator } = await visit.ask(quartermasterApi.list, { query: { ...wanted, start } });
    const content = html`${tabs('Which items', [
      { path: '/items', label: 'All', isCurrent: !mine && !category },
      { path: '/items?category=have', label: 'Offered', isCurrent: category === 'have' },
      { path: '/items?category=need', label: 'Needed', isCurrent: category === 'need' },
      { path: '/items?mine=true', label: 'Yours', isCurrent: mine === true },
    ])}
${newItem(visit)}
${searchForm({ path: '/items', label: 'What you look for', value: search, keep: { category } })}
${listItems(shown, visit)}
${pager(paginator, (at) => addressWith('/items', { ...wanted, start: at }))}`;
    return pageBelow({ label: 'More', path: '/more' }, 'Item board', content);
  },
});

/** One's own item, to be changed. */
export const editItem = page({
  path: '/items/{item}/edit',
  place: 'more',
  params: { item: uuid },
  asks: [quartermasterApi.read, quartermasterApi.update],
  actions: {
    save: call(
      quartermasterApi.update,
      itemFields,
      ({ params }: Visit<{ readonly item: string }, unknown>, form) => ({
        params: { itemID: params.item },
        body: { ...readShared(form), ...readItem(form) },
      }),
      () => '/items?mine=true',
    ),
  },
  async show(visit) {
    const item = await visit.ask(quartermasterApi.read, { params: { itemID: visit.params.item } });
    const { trouble } = fieldsOf(visit, 'save');
    const content = html`<form method="post">${actionField('save')}${trouble()}${showFields(visit, 'save', item)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
    return pageBelow({ label: 'Item board', path: '/items?mine=true' }, 'Change it', content);
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
  const { trouble } = fieldsOf(visit, 'create');
  return html`<details${visit.failure ? html` open` : nothing}><summary>${icon('plus')}Put something up</summary>
<form method="post">${actionField('create')}${keyField()}${trouble()}${showFields(visit, 'create')}
<p class="actions"><button type="submit" class="button">Put it up</button></p></form></details>`;
}

function showFields(visit: AnyVisit, action: string, item?: QuartermasterData): Html {
  const { field, choice, check } = fieldsOf(visit, action);
  return html`${choice({
    name: 'category',
    label: 'You',
    value: item?.category,
    options: [
      ['have', 'have it'],
      ['need', 'need it'],
    ],
  })}
${field({ name: 'itemName', label: 'What', value: item?.itemName, isRequired: true, minLength: 2, maxLength: 100 })}
${field({ name: 'itemDescription', label: 'More about it', value: item?.itemDescription, isMultiline: true, maxLength: 2048 })}
${field({ name: 'location', label: 'Where', value: item?.location, maxLength: 100 })}
${field({ name: 'contactUsername', label: 'Contact', names: 'one', value: item?.contactUser?.username, maxLength: 51, hint: 'Leave empty to be the contact yourself' })}
${check({ name: 'hideOwnerName', label: 'Do not show that it is yours', isChecked: item?.hideOwnerName ?? false })}`;
}

function showItem(item: QuartermasterData, visit: AnyVisit): Html {
  const { itemID, category, itemName, itemDescription, location, owner, contactUser, lastModificationTime } = item;
  const person = contactUser ?? owner;
  return html`<article class="post" id="i-${itemID}" aria-labelledby="n-${itemID}">
<header><h2 id="n-${itemID}">${category === 'have' ? 'Has' : 'Needs'}: ${itemName}</h2>${visit.clock.moment(lastModificationTime)}</header>
${when(itemDescription, (text) => html`<div class="prose">${prose(text)}</div>`)}
<div class="beneath"><p class="soft">${when(location, (place) => html`${place}. `)}${when(person, (user) => html`Ask ${personLink(user)}.`)}</p>${isOwn(item, visit) ? nothing : reportLink(visit, 'item', itemID)}</div>
${when(isOwn(item, visit), () => html`<p class="actions"><a class="quiet" href="/items/${itemID}/edit">${icon('pencil')}Change<span class="hide"> ${itemName}</span></a><button type="submit" class="quiet" name="remove" value="${itemID}">Take it down<span class="hide">: ${itemName}</span></button></p>`)}
</article>`;
}
