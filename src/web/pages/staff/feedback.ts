import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import type { EventFeedbackReport } from '#features/feedback/records.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { personLink } from '../../frame/people.ts';
import { qrCode } from '../../frame/qr-code.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { prose } from '../../frame/text.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/feedback';

/** The hosts' feedback about their events. */
export const feedbackDesk = page({
  path,
  place: 'more',
  query: { marked: queryBoolean },
  asks: [feedbackApi.reports, feedbackApi.stats],
  async show(visit) {
    const { marked = false } = visit.query;
    const all = await visit.ask(feedbackApi.reports);
    const { completedShadowEvents, totalShadowEvents, uniqueEventsWithFeedback } = await visit.ask(feedbackApi.stats);
    const toDo = all.filter(({ adminFields }) => adminFields?.actionable);
    const shown = marked ? toDo : all;
    const content = html`<p class="soft">${uniqueEventsWithFeedback} of ${completedShadowEvents} finished events have feedback; ${totalShadowEvents} are planned.</p>
${tabs('Which feedback', [
  { path, label: `All ${all.length}`, isCurrent: !marked },
  { path: `${path}?marked=true`, label: `${toDo.length} to do`, isCurrent: marked },
])}
${shown.length > 0 ? html`<ul class="rows">${shown.slice(0, maxShown).map((report) => showLine(report, visit))}</ul>` : html`<p class="soft">${marked ? 'Nothing to do.' : 'No feedback yet.'}</p>`}
${when(shown.length > maxShown, () => html`<p class="soft">and ${shown.length - maxShown} older</p>`)}
<p class="actions"><a class="quiet" href="${path}/posters">${icon('printer')}Posters for the rooms</a></p>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Feedback', content);
  },
});

const maxShown = 100;

const showLine = (
  { id, eventTitle, hostName, attendance, reportModDate, adminFields }: EventFeedbackReport,
  { clock }: AnyVisit,
): Html =>
  html`<li><div><h2><a href="${path}/${id}">${eventTitle}</a></h2><p class="line">${hostName}${when(attendance, (count) => html`, ${count} attended`)}${when(adminFields?.actionable, () => html`, <b>to do</b>`)}</p></div><p class="end">${when(reportModDate, (at) => clock.moment(at))}</p></li>`;

type ReportVisit = Visit<{ readonly feedback: string }, unknown>;
const toReportParams = ({ params }: ReportVisit) => ({ params: { report_id: params.feedback } });

/** A host's feedback, which can be marked as to do. */
export const feedbackAtDesk = page({
  path: `${path}/{feedback}`,
  place: 'more',
  params: { feedback: uuid },
  asks: [feedbackApi.report],
  actions: {
    mark: call(feedbackApi.mark, {}, toReportParams),
    unmark: call(feedbackApi.unmark, {}, toReportParams),
  },
  async show(visit) {
    const report = await visit.ask(feedbackApi.report, toReportParams(visit));
    const {
      eventTitle,
      eventLocation,
      eventTime,
      hostName,
      attendance,
      recapString,
      issuesString,
      event,
      adminFields,
      reportingUser,
    } = report;
    const { clock } = visit;
    const isMarked = adminFields?.actionable ?? false;
    const content = html`<dl class="facts">
<dt>Event</dt><dd>${event ? html`<a href="/event/${event.eventID}">${event.title}</a>` : html`${eventTitle}, since deleted`}</dd>
<dt>When</dt><dd>${clock.day(eventTime)}, ${clock.time(eventTime)}, ${eventLocation}</dd>
<dt>Host</dt><dd>${hostName}</dd>
<dt>Attendance</dt><dd>${attendance}</dd>
<dt>By</dt><dd>${personLink(reportingUser)}${when(adminFields && adminFields.primaryAccount.userID !== reportingUser.userID && adminFields.primaryAccount, (user) => html`, account of ${personLink(user)}`)}</dd>
${when(adminFields, ({ followCount, forumPostCount }) => html`<dt>Followed</dt><dd>by ${followCount}, ${forumPostCount} posts in the forum</dd>`)}
</dl>
<h2>How it went</h2><div class="prose">${recapString === '' ? html`<p class="soft">No comment.</p>` : prose(recapString)}</div>
<h2>Problems</h2><div class="prose">${issuesString === '' ? html`<p class="soft">No comment.</p>` : prose(issuesString)}</div>
<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action(isMarked ? 'unmark' : 'mark')}" aria-pressed="${String(isMarked)}">${icon('bookmark')}${isMarked ? 'To do' : 'Mark as to do'}</button></form>`;
    return pageBelow({ label: 'Feedback', path }, eventTitle, content);
  },
});

/** Leaflets to print: one for each room, with a QR code that links to the events there. */
export const feedbackPosters = page({
  path: `${path}/posters`,
  place: 'more',
  asks: [feedbackApi.rooms],
  async show(visit) {
    const rooms = await visit.ask(feedbackApi.rooms);
    const posters: Html[] = [];
    // A QR code takes a millisecond.
    await forEachYielding(rooms, (room) => {
      const address = `${visit.findShipAddress()}/feedback?room=${encodeURIComponent(room)}`;
      posters.push(
        html`<section class="poster"><h2>${room}</h2><p>Did you host an event here? Tell us how it went.</p>${qrCode(address, `QR code for the events in ${room}`)}<p class="address">${visit.findShipAddress().replace(/^https?:\/\//, '')}</p></section>`,
      );
    });
    const content = html`<p class="soft">One page per room. Choose Print in your browser.</p>${posters.length > 0 ? html`<div class="posters">${posters}</div>` : html`<p>No rooms have events that need feedback.</p>`}`;
    return pageBelow({ label: 'Feedback', path }, 'Posters', content);
  },
});
