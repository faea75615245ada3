import { queryBoolean, queryInteger } from '#contract/query.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { html } from '../../frame/html.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { savedNotice, sectionHeader } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { page } from '../../page.ts';
import { groupReports, listWithOpenReports } from './group-reports.ts';
import { queueList } from './queue.ts';

const perPage = 25;

/** Reported content: open cases and closed ones. */
export const reports = page({
  path: '/desk/reports',
  place: 'more',
  query: { closed: queryBoolean, start: queryInteger, done: queryBoolean },
  asks: [moderationApi.reports],
  async show(visit) {
    const { closed = false, start = 0 } = visit.query;
    // The list of closed cases grows during the sailing, so it's only loaded on request.
    const things = groupReports(await visit.ask(moderationApi.reports, { query: closed ? {} : { open: true } }));
    const waiting = listWithOpenReports(things, visit.viewer?.userID);
    const listed = closed ? things.filter(({ open }) => open.length === 0) : waiting;
    const from = Math.max(0, start);
    const shown = listed.slice(from, from + perPage);
    const main = html`<main>
${sectionHeader('Reports', visit)}
<div class="col">
${tabs('Which reports', [
  { path: '/desk/reports', label: `${waiting.length} waiting`, isCurrent: !closed },
  { path: '/desk/reports?closed=true', label: closed ? `${listed.length} closed` : 'Closed', isCurrent: closed },
])}
${savedNotice(visit, 'Done. The reports are closed.')}
${shown.length > 0 ? queueList(shown, visit) : html`<p class="soft">${closed ? 'No closed reports.' : 'No open reports.'}</p>`}
${pager({ total: listed.length, start: from, limit: perPage }, (at) => buildAddress('/desk/reports', { closed: closed || undefined, start: at }))}
</div>
</main>`;
    return { title: 'Reports', main };
  },
});
