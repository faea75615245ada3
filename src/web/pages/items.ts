import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch, queryWord } from '#contract/query.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { QuartermasterData } from '#features/quartermaster/records.ts';
import { declareForm, renderInputs } from '../frame/body-form.ts';
import { actionField, keyField } from '../frame/forms.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { buildAddress, pager } from '../frame/pager.ts';
import { personLink } from '../frame/people.ts';
import { reportLink } from '../frame/report-link.ts';
import { searchForm } from '../frame/search-form.ts';
import { pageBelow } from '../frame/shell.ts';
import { tabs } from '../frame/tabs.ts';
import { prose } from '../frame/text.ts';
import { call, page } from '../page.ts';
import type { Visit } from '../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
type ListVisit = Visit<unknown, unknown, 'create' | 'remove'>;
const categories = ['have', 'need'] as const;

const itemForm = declareForm(quartermasterApi.update.body.entries, {
  category: { label: 'You', words: { have: 'have this', need: 'need this' } },
  itemName: { label: 'Item' },
  itemDescription: { label: 'Description', isMultiline: true },
  location: { label: 'Where' },
  contactUsername: { label: 'Contact', names: 'one', hint: 'Leave empty to be the contact yourself.' },
  hideOwnerName: { label: 'Hide my name' },
});

/** What passengers lend and what they need. */
export const items = page({
  path: '/items',
  place: 'more',
  query: { search: querySearch, mine: queryBoolean, category: queryWord(categories), start: queryInteger },
  asks: [quartermasterApi.list],
  mayAsk: [quartermasterApi.create],
  actions: {
    create: call(quartermasterApi.create, itemForm, (_visit: AnyVisit, { itemName, itemDescription, ...shared }) => ({
      body: { ...shared, items: [{ itemName, itemDescription }] },
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
${searchForm({ path: '/items', label: 'Search items', value: search, keep: { category } })}
${listItems(shown, visit)}
${pager(paginator, (at) => buildAddress('/items', { ...wanted, start: at }))}`;
    return pageBelow({ label: 'More', path: '/more' }, 'Item board', content);
  },
});

/** Edits the viewer's own item. */
export const editItem = page({
  path: '/items/{item}/edit',
  place: 'more',
  params: { item: uuid },
  asks: [quartermasterApi.read, quartermasterApi.update],
  actions: {
    save: call(
      quartermasterApi.update,
      itemForm,
      ({ params }: Visit<{ readonly item: string }, unknown>, body) => ({ params: { itemID: params.item }, body }),
      () => '/items?mine=true',
    ),
  },
  async show(visit) {
    const item = await visit.ask(quartermasterApi.read, { params: { itemID: visit.params.item } });
    const { inputs, trouble } = renderInputs(visit, 'save', itemForm);
    const shown = { ...item, contactUsername: item.contactUser?.username };
    const content = html`<form method="post">${actionField(visit, 'save')}${trouble()}${inputs(shown)}<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
    return pageBelow({ label: 'Item board', path: '/items?mine=true' }, 'Edit item', content);
  },
});

function listItems(shown: readonly QuartermasterData[], visit: ListVisit): Html {
  if (shown.length === 0) return html`<p class="soft">No items yet. Post something you have or need.</p>`;
  const hasOwn = shown.some((item) => isOwn(item, visit));
  const articles = shown.map((item) => showItem(item, visit));
  return hasOwn ? html`<form method="post">${articles}</form>` : html`${articles}`;
}

const isOwn = ({ owner }: QuartermasterData, { viewer }: AnyVisit): boolean =>
  viewer !== undefined && owner?.userID === viewer.userID;

function newItem(visit: ListVisit): Html {
  if (!visit.isOpen(quartermasterApi.create)) return nothing;
  const { inputs, trouble } = renderInputs(visit, 'create', itemForm);
  return html`<details${visit.failure ? html` open` : nothing}><summary>${icon('plus')}Post an item</summary>
<form method="post">${actionField(visit, 'create')}${keyField()}${trouble()}${inputs()}<p class="actions"><button type="submit" class="button">Post item</button></p></form></details>`;
}

function showItem(item: QuartermasterData, visit: ListVisit): Html {
  const { itemID, category, itemName, itemDescription, location, owner, contactUser, lastModificationTime } = item;
  const person = contactUser ?? owner;
  return html`<article class="post" id="i-${itemID}" aria-labelledby="n-${itemID}">
<header><h2 id="n-${itemID}">${category === 'have' ? 'Has' : 'Needs'}: ${itemName}</h2>${visit.clock.moment(lastModificationTime)}</header>
${when(itemDescription, (text) => html`<div class="prose">${prose(text)}</div>`)}
<div class="beneath"><p class="soft">${when(location, (place) => html`${place}. `)}${when(person, (user) => html`Contact ${personLink(user)}.`)}</p>${isOwn(item, visit) ? nothing : reportLink(visit, 'item', itemID)}</div>
${when(isOwn(item, visit), () => html`<p class="actions"><a class="quiet" href="/items/${itemID}/edit">${icon('pencil')}Change<span class="hide"> ${itemName}</span></a><button type="submit" class="quiet" name="${visit.action('remove')}" value="${itemID}">Delete<span class="hide"> ${itemName}</span></button></p>`)}
</article>`;
}
