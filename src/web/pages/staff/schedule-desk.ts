import { integerInPath } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import type { EventUpdateLogData } from '#features/schedule/records.ts';
import { checkboxValue } from '../../frame/form-values.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { base64File, readChosenText } from '../../frame/uploads.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { showChecks } from './schedule-checks.ts';
import { countDifferences, showDifference } from './schedule-difference.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/schedule';

/** Uploads a schedule file, and lists previous changes. */
export const scheduleDesk = page({
  path,
  place: 'more',
  query: { done: queryBoolean },
  asks: [deskApi.scheduleLog],
  actions: {
    upload: {
      asks: [deskApi.uploadSchedule],
      form: { file: base64File },
      async run(visit, { file }) {
        await visit.ask(deskApi.uploadSchedule, { body: { schedule: readChosenText(file) } });
        return { to: `${path}/upload` };
      },
    },
    reload: call(
      deskApi.reloadSchedule,
      {},
      () => ({}),
      () => `${path}?done`,
    ),
  },
  async show(visit) {
    const log = await visit.ask(deskApi.scheduleLog);
    const { field, trouble } = createFields(visit, 'upload');
    const content = html`${savedNotice(visit, 'Fetching the schedule. Changes will appear here in a moment.')}
<form method="post" enctype="multipart/form-data">${actionField(visit, 'upload')}${trouble()}
${field({ name: 'file', label: 'Calendar file', type: 'file', accept: '.ics,text/calendar', isRequired: true, hint: 'You’ll see a comparison before anything changes.' })}
<p class="actions"><button type="submit" class="button">${icon('upload')}Compare</button><a class="quiet" href="${path}/upload">Last upload</a></p></form>
<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action('reload')}">Fetch schedule now</button>${when(visit.leadsTo(`${path}/seats`), () => html`<a class="quiet" href="${path}/seats">Seats</a>`)}</form>
<h2>Changes</h2>
${log.length > 0 ? html`<ol class="rows">${log.map((entry) => showEntry(entry, visit))}</ol>` : html`<p class="soft">No changes yet.</p>`}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Schedule desk', content);
  },
});

function showEntry(
  { entryID, automaticUpdate, changeCount, timestamp, error }: EventUpdateLogData,
  { clock }: AnyVisit,
): Html {
  const by = automaticUpdate ? 'automatic' : 'manual';
  return html`<li><div><h3><a href="${path}/log/${entryID}">${changeCount === 1 ? '1 event' : `${changeCount} events`}</a></h3><p class="line">${error === undefined ? `Entry ${entryID}, ${by}` : html`<b class="stop">${error}</b>`}</p></div><p class="end">${clock.moment(timestamp)}</p></li>`;
}

/** Shows how the uploaded file differs from the schedule, and the form to apply it. */
export const scheduleUpload = page({
  path: `${path}/upload`,
  place: 'more',
  asks: [deskApi.compareSchedule],
  mayAsk: [deskApi.scheduleChecks],
  actions: {
    apply: {
      asks: [deskApi.applySchedule, deskApi.scheduleLog],
      form: { processDeletes: checkboxValue, forumPosts: checkboxValue },
      async run(visit, query) {
        await visit.ask(deskApi.applySchedule, { query });
        const [entry] = await visit.ask(deskApi.scheduleLog);
        return { to: entry ? `${path}/log/${entry.entryID}?done` : path };
      },
    },
  },
  async show(visit) {
    const difference = await visit.ask(deskApi.compareSchedule, { query: { kind: 'events' } });
    if (!('deletedEvents' in difference)) throw new Error('events were compared, and not performers');
    const checks = await visit.askIfAllowed(deskApi.scheduleChecks);
    const found = when(checks, (all) => showChecks(all, visit));
    const count = countDifferences(difference);
    const content =
      count === 0
        ? html`<p>The file matches the schedule.</p>${found}`
        : html`${applyForm(difference.deletedEvents.length, visit)}${found}${showDifference(difference, visit)}`;
    return pageBelow({ label: 'Schedule desk', path }, 'Schedule changes', content);
  },
});

function applyForm(deleted: number, visit: Visit<unknown, unknown, 'apply'>): Html {
  const { check, trouble } = createFields(visit, 'apply');
  return html`<form method="post">${actionField(visit, 'apply')}${keyField()}${trouble()}
${deleted > 0 ? check({ name: 'processDeletes', label: `Delete ${deleted === 1 ? '1 event' : `${deleted} events`} missing from the file` }) : nothing}
${check({ name: 'forumPosts', label: 'Post changes in each event’s forum thread' })}
<p class="actions"><button type="submit" class="button">Apply changes</button></p>
<p class="hint">You can undo this later.</p></form>`;
}

type EntryVisit = Visit<{ readonly entry: number }, unknown>;

/** A change of the schedule, which can be undone. */
export const scheduleChange = page({
  path: `${path}/log/{entry}`,
  place: 'more',
  params: { entry: integerInPath },
  query: { done: queryBoolean },
  asks: [deskApi.scheduleLogEntry, deskApi.scheduleLog],
  mayAsk: [deskApi.undoScheduleChange],
  actions: {
    undo: {
      asks: [deskApi.undoScheduleChange, deskApi.scheduleLog],
      form: {},
      async run(visit) {
        await visit.ask(deskApi.undoScheduleChange, toEntryParams(visit));
        const [entry] = await visit.ask(deskApi.scheduleLog);
        return { to: entry ? `${path}/log/${entry.entryID}?done` : path };
      },
    },
  },
  async show(visit) {
    const difference = await visit.ask(deskApi.scheduleLogEntry, toEntryParams(visit));
    const entry = (await visit.ask(deskApi.scheduleLog)).find(({ entryID }) => entryID === visit.params.entry);
    const content = html`${savedNotice(visit, 'Schedule updated. These are the changes.')}
${when(entry, ({ timestamp, automaticUpdate }) => html`<p class="soft">${visit.clock.moment(timestamp)}, ${automaticUpdate ? 'automatic' : 'manual'}</p>`)}
${when(entry?.error, (error) => html`<p class="say stop">${icon('circle-alert')}<span>${error}</span></p>`)}
${when(entry?.changeCount, () => html`<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action('undo')}">${icon('undo-2')}Undo changes</button></form><p class="hint">Undoing is a change too, and can itself be undone.</p>`)}
${countDifferences(difference) > 0 ? showDifference(difference, visit) : html`<p class="soft">No events changed, or the details have been deleted.</p>`}`;
    return pageBelow({ label: 'Schedule desk', path }, `Change ${visit.params.entry}`, content);
  },
});

const toEntryParams = ({ params }: EntryVisit) => ({ params: { schedule_log_id: params.entry } });
