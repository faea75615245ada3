import { malformed } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { performersApi } from '#features/performers/api.ts';
import type { PerformerUpdateDifferenceData } from '#features/performers/records.ts';
import { checkboxValue } from '../../frame/form-values.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { searchForm } from '../../frame/search-form.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { base64File, getChosenFile, readChosenText } from '../../frame/uploads.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { performerForm, profileForm, readPerformerForm } from '../performers/profile-form.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/performers';
const perPage = 40;

/** All official performers, and ways to import more. */
export const performerDesk = page({
  path,
  place: 'more',
  query: { search: querySearch, start: queryInteger, done: queryBoolean },
  asks: [performersApi.officialPerformers, performersApi.savePerformer],
  actions: {
    create: call(
      performersApi.savePerformer,
      performerForm,
      (_visit: AnyVisit, typed) => ({ body: readPerformerForm(typed, { isOfficialPerformer: true }) }),
      () => `${path}?done`,
    ),
    list: {
      asks: [performersApi.uploadPerformers],
      form: { file: base64File },
      async run(visit, { file }) {
        await visit.ask(performersApi.uploadPerformers, { body: readJson(readChosenText(file)) });
        return { to: `${path}/list` };
      },
    },
    links: {
      asks: [performersApi.uploadLinks],
      form: { file: base64File },
      async run(visit, { file }) {
        await visit.ask(performersApi.uploadLinks, { body: getChosenFile(file) });
        return { to: `${path}/links` };
      },
    },
  },
  async show(visit) {
    const { search, start } = visit.query;
    const { performers, paginator } = await visit.ask(performersApi.officialPerformers, {
      query: { search, start, limit: perPage },
    });
    const content = html`${savedNotice(visit)}${searchForm({ path, label: 'Search profiles', value: search })}
${performers.length > 0 ? html`<ul class="rows">${performers.map(({ id, name }) => html`<li><div><h2><a href="${path}/${id}">${name}</a></h2></div></li>`)}</ul>` : html`<p class="soft">No official performers found.</p>`}
${pager(paginator, (at) => buildAddress(path, { search, start: at }))}
<details${visit.failure?.action === 'create' ? html` open` : ''}><summary>${icon('plus')}Add a performer</summary>${profileForm(visit, 'create')}</details>
${upload(visit, { action: 'list', title: 'Import performers', label: 'Performer file', hint: 'JSON, as exported from the website. Nothing changes yet.', accept: '.json,application/json', page: `${path}/list` })}
${upload(visit, { action: 'links', title: 'Link performers to events', label: 'Workbook', hint: 'An .xlsx file with the sheet “Full Schedule”. Nothing changes yet.', accept: '.xlsx', page: `${path}/links` })}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Performers', content);
  },
});

/** Parses the file. The call reports errors in its content. */
function readJson(text: string) {
  try {
    // The call that receives it validates it.
    return JSON.parse(text) as [];
  } catch {
    throw malformed("This file isn't JSON.");
  }
}

interface Upload {
  readonly action: 'list' | 'links';
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly page: string;
}

function upload(
  visit: Visit<unknown, unknown, 'list' | 'links'>,
  { action, title, label, hint, accept, page: comparison }: Upload,
): Html {
  const { field, trouble } = createFields(visit, action);
  return html`<section aria-labelledby="${action}"><h2 id="${action}">${title}</h2>
<form method="post" enctype="multipart/form-data">${actionField(visit, action)}${trouble()}
${field({ name: 'file', label, type: 'file', accept, isRequired: true, hint })}
<p class="actions"><button type="submit" class="quiet">${icon('upload')}Compare</button><a class="quiet" href="${comparison}">Last upload</a></p></form></section>`;
}

type OneVisit = Visit<{ readonly performer: string }, unknown>;

/** Edits or deletes an official performer. */
export const performerAtDesk = page({
  path: `${path}/{performer}`,
  place: 'more',
  params: { performer: uuid },
  query: { done: queryBoolean },
  asks: [performersApi.performer, performersApi.savePerformer],
  actions: {
    save: call(
      performersApi.savePerformer,
      performerForm,
      (visit: OneVisit, typed) => ({
        body: readPerformerForm(typed, { isOfficialPerformer: true, performerID: visit.params.performer }),
      }),
      ({ params }) => `${path}/${params.performer}?done`,
    ),
    remove: call(
      performersApi.deletePerformer,
      {},
      ({ params }: OneVisit) => ({ params: { performer_id: params.performer } }),
      () => path,
    ),
  },
  async show(visit) {
    const performer = await visit.ask(performersApi.performer, { params: { performer_id: visit.params.performer } });
    const content = html`${savedNotice(visit)}${profileForm(visit, 'save', performer)}
<form method="post" class="actions"><a class="quiet" href="/performers/${visit.params.performer}">View profile</a><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete performer</button></form>`;
    return pageBelow({ label: 'Performers', path }, performer.header.name, content);
  },
});

/** Shows how the uploaded list differs, and the form to apply it. */
export const performerList = page({
  path: `${path}/list`,
  place: 'more',
  asks: [performersApi.comparePerformers],
  actions: {
    apply: call(
      performersApi.applyPerformers,
      { processUpdates: checkboxValue, processDeletes: checkboxValue, linkEvents: checkboxValue },
      (_visit: AnyVisit, query) => ({ query }),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const difference = await visit.ask(performersApi.comparePerformers);
    const { check, trouble } = createFields(visit, 'apply');
    const { newPerformers, updatedPerformers, notInSourcePerformers, eventLinksToAdd } = difference;
    const content = html`<form method="post">${actionField(visit, 'apply')}${keyField()}${trouble()}
<p>${newPerformers.length} new performers will be added.</p>
${check({ name: 'processUpdates', label: `Update ${updatedPerformers.length} existing performers`, isChecked: true })}
${check({ name: 'linkEvents', label: `Link ${eventLinksToAdd.length} events to their performers`, isChecked: true })}
${check({ name: 'processDeletes', label: `Delete ${notInSourcePerformers.length} performers not in the list` })}
<p class="actions"><button type="submit" class="button">Apply changes</button></p></form>
${showListDifference(difference)}`;
    return pageBelow({ label: 'Performers', path }, 'Performer changes', content);
  },
});

const maxShown = 40;

function showListDifference(difference: PerformerUpdateDifferenceData): Html {
  const { newPerformers, updatedPerformers, notInSourcePerformers, unmatchedScrapedEvents } = difference;
  const section = (id: string, title: string, lines: readonly Html[]): Html =>
    when(
      lines.length,
      (count) =>
        html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <small>${count}</small></h2><ul class="rows">${lines.slice(0, maxShown)}</ul>${when(count > maxShown, () => html`<p class="soft">and ${count - maxShown} more</p>`)}</section>`,
    );
  const line = (name: string, below: Html | string = ''): Html =>
    html`<li class="tall"><div><h3>${name}</h3>${when(below, (text) => html`<p>${text}</p>`)}</div></li>`;
  return html`${section(
    'new',
    'New',
    newPerformers.map(({ header }) => line(header.name)),
  )}
${section(
  'changed',
  'Changed',
  updatedPerformers.map(({ header, changedFields }) =>
    line(header.name, changedFields.map(({ fieldName }) => fieldName).join(', ')),
  ),
)}
${section(
  'gone',
  'Not in the list',
  notInSourcePerformers.map(({ name }) => line(name)),
)}
${section(
  'unknown',
  'Unknown events',
  unmatchedScrapedEvents.map(({ performerName, eventTitle, eventStartTime }) =>
    line(eventTitle, `${performerName}, ${eventStartTime}`),
  ),
)}`;
}

/** The performers and events that the workbook links. */
export const performerLinks = page({
  path: `${path}/links`,
  place: 'more',
  asks: [performersApi.checkLinks],
  actions: {
    apply: call(
      performersApi.applyLinks,
      {},
      () => ({}),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const found = await visit.ask(performersApi.checkLinks);
    const { trouble } = createFields(visit, 'apply');
    const content = html`<dl class="facts">
<dt>Performers in the workbook</dt><dd>${found.newPerformerCount}, ${found.missingPerformerCount} unknown</dd>
<dt>Performers without events</dt><dd>${found.noEventsPerformerCount} of ${found.oldPerformerCount}</dd>
<dt>Event rows</dt><dd>${found.eventsWithPerformerCount} matched, ${found.unmatchedEventCount} not matched</dd></dl>
${when(found.errors.length, () => html`<h2>Problems</h2><ul class="voices">${found.errors.slice(0, maxShown).map((text) => html`<li>${text}</li>`)}</ul>`)}
<form method="post">${trouble()}<p class="actions"><button type="submit" class="button" name="${visit.action('apply')}">Apply changes</button></p></form>`;
    return pageBelow({ label: 'Performers', path }, 'Performer links', content);
  },
});
