import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger } from '#contract/query.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import type { IncidentData, IncidentHeaderData, OwnIncidentData } from '#features/incidents/records.ts';
import { declareForm, renderInputs } from '../frame/body-form.ts';
import { actionField, keyField } from '../frame/forms.ts';
import { type Html, html, when } from '../frame/html.ts';
import { buildAddress, pager } from '../frame/pager.ts';
import { getShownName, personLink } from '../frame/people.ts';
import { pageBelow, savedNotice } from '../frame/shell.ts';
import { tabs } from '../frame/tabs.ts';
import { prose } from '../frame/text.ts';
import { call, page } from '../page.ts';
import type { Visit } from '../visit.ts';

type AnyVisit = Visit<unknown, unknown>;

const reportForm = declareForm(incidentsApi.file.body.entries, {
  what: { label: 'What happened?', isMultiline: true },
  who: { label: 'Who was involved, or saw it?', isMultiline: true },
  where: { label: 'Where?' },
  when: { label: 'When?' },
  wish: { label: 'What would you like to happen?', isMultiline: true },
  mayContact: { label: 'You may contact me about this' },
});

/** The form for a confidential report, and the viewer's own reports. */
export const incidents = page({
  path: '/incidents',
  place: 'more',
  query: { done: queryBoolean, start: queryInteger },
  asks: [incidentsApi.own, incidentsApi.file],
  actions: {
    file: call(
      incidentsApi.file,
      reportForm,
      (_visit: AnyVisit, body) => ({ body }),
      () => '/incidents?done',
    ),
  },
  async show(visit) {
    const {
      incidents: own,
      paginator,
      hasReaders,
    } = await visit.ask(incidentsApi.own, {
      query: { start: visit.query.start, limit: perPage },
    });
    const { inputs, trouble } = renderInputs(visit, 'file', reportForm);
    const content = html`${savedNotice(visit, 'Sent. You can read your report below.')}
<p>For harassment, threats, or anything that made you feel unsafe. ${hasReaders ? 'Only safety officers can read your report here, and they see who sent it. Moderators and administrators can’t.' : html`<b>No one on this ship reads these reports at the moment.</b> If you need help, talk to a member of the crew.`}</p>
<p>In an emergency, call the ship’s emergency number.</p>
<form method="post" data-confidential>${actionField(visit, 'file')}${keyField()}${trouble()}
${inputs()}<p class="actions"><button type="submit" class="button">Send report</button></p></form>
${when(
  own.length,
  () => html`<section aria-labelledby="own"><h2 id="own">Your reports</h2>${own.map((one) => showOwnReport(one, visit))}
${pager(paginator, (start) => buildAddress('/incidents', { start }))}</section>`,
)}`;
    return pageBelow({ label: 'More', path: '/more' }, 'Report an incident', content);
  },
});

const perPage = 20;

const showOwnReport = (incident: OwnIncidentData, { clock }: Pick<Visit, 'clock'>): Html =>
  html`<article><h3>Sent ${clock.moment(incident.createdAt)}</h3><p class="state">${incident.isClosed ? 'Closed' : 'With the safety officers'}</p>${showReport(incident)}</article>`;

type Report = Pick<OwnIncidentData, 'what' | 'who' | 'where' | 'when' | 'wish' | 'mayContact'>;

function showReport({ what, who, where, when: time, wish, mayContact }: Report): Html {
  const answers = [
    ['What happened', what],
    ['Who was involved, or saw it', who],
    ['Where', where],
    ['When', time],
    ['What should happen', wish],
    ['May be contacted', mayContact ? 'Yes' : 'No'],
  ] as const;
  return html`<dl class="facts">${answers.map(([label, text]) => when(text, (said) => html`<dt>${label}</dt><dd>${prose(said)}</dd>`))}</dl>`;
}

/** The safety officers' shared inbox. */
export const safetyInbox = page({
  path: '/safety',
  place: 'more',
  query: { closed: queryBoolean, start: queryInteger },
  asks: [incidentsApi.list],
  async show(visit) {
    const { closed = false, start } = visit.query;
    const { incidents: cases, paginator } = await visit.ask(incidentsApi.list, {
      query: { open: !closed, start, limit: perPage },
    });
    const content = html`<p class="soft">All safety officers share these reports. Opening one is logged in it.</p>
${tabs('Which reports', [
  { path: '/safety', label: 'Open', isCurrent: !closed },
  { path: '/safety?closed=true', label: 'Closed', isCurrent: closed },
])}
${cases.length > 0 ? html`<ul class="rows">${cases.map((one) => showLine(one, visit))}</ul>` : html`<p class="soft">${closed ? 'No closed reports.' : 'No open reports.'}</p>`}
${pager(paginator, (at) => buildAddress('/safety', { closed: closed || undefined, start: at }))}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Incident reports', content);
  },
});

function showLine({ id, createdAt, isNew, noteCount, openedBy }: IncidentHeaderData, { clock }: AnyVisit): Html {
  const opened = openedBy.length > 0 ? `Opened by ${openedBy.map(getShownName).join(', ')}` : 'Not opened yet';
  const notes = noteCount === 0 ? '' : noteCount === 1 ? ', 1 note' : `, ${noteCount} notes`;
  return html`<li><div><h2><a href="/safety/${id}">Report of ${clock.moment(createdAt)}</a></h2><p class="line">${opened}${notes}</p></div>${when(isNew, () => html`<p class="end"><b class="now">new</b></p>`)}</li>`;
}

type CaseVisit = Visit<{ readonly incident: string }, unknown>;
const toCase = ({ params }: CaseVisit) => ({ params: { incidentID: params.incident } });

const noteForm = declareForm(incidentsApi.note.body.entries, {
  text: { label: 'Note for safety officers', isMultiline: true },
});

/** One case, made to be printed too. */
export const safetyCase = page({
  path: '/safety/{incident}',
  place: 'more',
  params: { incident: uuid },
  asks: [incidentsApi.read],
  actions: {
    note: call(incidentsApi.note, noteForm, (visit: CaseVisit, body) => ({ ...toCase(visit), body })),
    close: call(incidentsApi.close, {}, toCase, () => '/safety'),
  },
  async show(visit) {
    const found = await visit.ask(incidentsApi.read, toCase(visit));
    const { clock } = visit;
    const { inputs, trouble } = renderInputs(visit, 'note', noteForm);
    const content = html`<p class="state">${found.isClosed ? html`Closed${when(found.closedBy, (user) => html` by ${personLink(user)}`)}${when(found.closedAt, (at) => html` ${formatDayAndTime(at, clock)}`)}` : 'Open'}</p>
<p class="soft unprinted">To print this report, choose Print in your browser.</p>
<p>Sent by ${personLink(found.reporter)} (@${found.reporter.username}) ${formatDayAndTime(found.createdAt, clock)}.</p>
${showReport(found)}
${when(found.mayContact, () => html`<p class="actions unprinted"><a class="quiet" href="${buildAddress('/chats/new', { kind: 'chat', to: found.reporter.username })}">Message ${getShownName(found.reporter)}</a></p>`)}
<section aria-labelledby="notes"><h2 id="notes">Notes</h2>
${found.notes.length > 0 ? html`<ol class="voices">${found.notes.map(({ author, text, createdAt }) => html`<li><b>${personLink(author)}</b> <span class="soft">${formatDayAndTime(createdAt, clock)}</span><div class="prose">${prose(text)}</div></li>`)}</ol>` : html`<p class="soft">No notes yet.</p>`}
<form method="post" class="unprinted" data-confidential>${actionField(visit, 'note')}${keyField()}${trouble()}
${inputs()}<p class="actions"><button type="submit" class="quiet">Add note</button></p></form></section>
${showOpenings(found, visit)}
${when(!found.isClosed, () => html`<form method="post" class="actions unprinted"><button type="submit" class="quiet" name="${visit.action('close')}">Close report</button></form>`)}`;
    return pageBelow({ label: 'Incident reports', path: '/safety' }, 'Incident report', content);
  },
});

/** Complete on paper too, where `19:40` alone says nothing. */
const formatDayAndTime = (moment: Date, clock: Visit['clock']): Html =>
  html`${clock.day(moment)}, ${clock.time(moment)}`;

const showOpenings = ({ openings }: IncidentData, { clock }: Pick<Visit, 'clock'>): Html =>
  html`<section aria-labelledby="opened"><h2 id="opened">Opened by</h2><ol class="voices">${openings.map(({ user, openedAt }) => html`<li>${personLink(user)} <span class="soft">${formatDayAndTime(openedAt, clock)}</span></li>`)}</ol></section>`;
