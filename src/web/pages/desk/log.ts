import { queryInteger } from '#contract/query.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import type { ModeratorActionLogData } from '#staff/moderation/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { pager } from '../../frame/pager.ts';
import { getShownName } from '../../frame/people.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { actionWords, describeContentKind, getCaseAddress } from './content-words.ts';
import { reasonWords } from './reason.ts';

const perPage = 40;

/** The moderators' actions, newest first. */
export const actionLog = page({
  path: '/desk/log',
  place: 'more',
  query: { start: queryInteger },
  asks: [moderationApi.actionLog],
  async show(visit) {
    const { actions, paginator } = await visit.ask(moderationApi.actionLog, {
      query: { start: visit.query.start, limit: perPage },
    });
    const content = html`${actions.length > 0 ? html`<ol class="rows">${actions.map((action) => showAction(action, visit))}</ol>` : html`<p class="soft">No actions yet.</p>`}
${pager(paginator, (start) => `/desk/log?start=${start}`)}`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Moderation log', content);
  },
});

function showAction(action: ModeratorActionLogData, { clock }: Pick<Visit, 'clock'>): Html {
  const { actionType, contentType, contentID, moderator, targetUser, timestamp, reason, message } = action;
  const told = [reason && reasonWords[reason], message && `“${message}”`].filter(Boolean).join(': ');
  // Changes of a level and pauses concern a person.
  const isAboutPerson = /^(accessLevel|tempQuarantine)/.test(actionType);
  const what = isAboutPerson
    ? html`<a href="/desk/people/${targetUser.userID}">${getShownName(targetUser)}</a>`
    : html`<a href="${getCaseAddress(contentType, contentID)}">${describeContentKind(contentType, getShownName(targetUser))}</a>`;
  return html`<li class="tall"><div><p>${getShownName(moderator)} ${actionWords[actionType]}</p><h2>${what}</h2>${when(told, (said) => html`<p class="line">${said}</p>`)}</div><p class="end">${clock.moment(timestamp)}</p></li>`;
}
