import type { ReportModerationData } from '#core/reports/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { getShownName } from '../../frame/people.ts';
import { oneLine } from '../../frame/text.ts';
import type { Visit } from '../../visit.ts';
import { describeContentKind, getReportAddress } from './content-words.ts';
import type { ReportedContent } from './group-reports.ts';

type QueueVisit = Pick<Visit, 'viewer' | 'clock'>;

/** Renders reported content as a list; the open case is marked. */
export const queueList = (things: readonly ReportedContent[], visit: QueueVisit, openID?: string): Html =>
  html`<ol class="queue">${things.map((thing) => showReportedContent(thing, visit, thing.id === openID))}</ol>`;

function showReportedContent(thing: ReportedContent, visit: QueueVisit, isOpen: boolean): Html {
  const { type, reports, open, handledBy } = thing;
  const [newest] = open.length > 0 ? open : reports;
  if (!newest) return html``;
  const shown = open.length > 0 ? open : reports;
  const message = shown.find(({ submitterMessage }) => submitterMessage !== '')?.submitterMessage;
  return html`<li class="item"${when(isOpen, () => html` aria-current="true"`)}><h2><a href="${getReportAddress(thing)}">${describeContentKind(type, getShownName(newest.reportedUser))}</a></h2>
<p class="line">${message ? `“${oneLine(message)}”` : 'No reason given'}</p>
<p class="fate"><span>${countReports(shown)}, ${visit.clock.moment(newest.creationTime)}</span>${when(handledBy, (user) => html` <b>${user.userID === visit.viewer?.userID ? 'yours' : `${getShownName(user)} is handling this`}</b>`)}</p></li>`;
}

/** Shows how many reports come from accounts without a registration code, which anyone can create in any number. */
function countReports(reports: readonly ReportModerationData[]): string {
  const withoutCode = reports.filter(({ authorHasNoCode }) => authorHasNoCode).length;
  const all = `${reports.length} ${reports.length === 1 ? 'report' : 'reports'}`;
  return withoutCode > 0 ? `${all} (${withoutCode} without a registration code)` : all;
}
