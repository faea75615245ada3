import { notFound } from '#contract/errors.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import type { ReportModerationData } from '#core/reports/records.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { disclosedPost } from '../../../frame/disclosed-post.ts';
import { type Html, html, when } from '../../../frame/html.ts';
import { getShownName } from '../../../frame/people.ts';
import { backHead } from '../../../frame/shell.ts';
import { page } from '../../../page.ts';
import type { Visit } from '../../../visit.ts';
import { handlerNotice, showReport, takeReportsAction } from '../case-page.ts';
import { describeContentKind } from '../content-words.ts';

const { reports, closeReports } = moderationApi;

/**
 * A message that members of a closed chat reported, as they disclosed it. Moderators can't read the chat, so they act on
 * its author, not on the message (moderation rule R15).
 */
export const disclosedCase = page({
  path: '/desk/disclosed/{disclosedPost}',
  place: 'more',
  params: { disclosedPost: integerInPath },
  asks: [reports],
  actions: {
    take: takeReportsAction,
    close: {
      asks: [closeReports],
      form: { value: uuid },
      async run(visit, { value }) {
        await visit.ask(closeReports, { params: { reportID: value } });
        return { to: '/desk/reports?done' };
      },
    },
  },
  async show(visit) {
    const { disclosedPost: postID } = visit.params;
    const all = await visit.ask(reports);
    const own = all.filter(({ disclosedPosts, reportedID }) => disclosedPosts && reportedID === String(postID));
    const [newest] = own;
    if (!newest) throw notFound('report');
    const title = describeContentKind('fezPost', getShownName(newest.reportedUser));
    const open = own.find(({ isClosed }) => !isClosed);
    const main = html`<main class="wide">
${backHead('Reports', '/desk/reports')}
<article class="case" aria-labelledby="case">
<h1 id="case">${title}</h1>
${handlerNotice(own, visit)}
<p>From a closed chat, which moderators can’t read. Each report shows what its sender disclosed.</p>
${own.map((report) => showDisclosed(report, postID, visit))}
<p class="ways"><a href="/desk/people/${newest.reportedUser.userID}">Moderate ${getShownName(newest.reportedUser)}</a></p>
${when(open, ({ id }) => html`<form method="post" class="verdict"><button type="submit" class="quiet" name="${visit.action('close')}" value="${id}">Close reports</button></form>`)}
</article>
</main>`;
    return { title, main };
  },
});

const showDisclosed = (report: ReportModerationData, postID: number, visit: Pick<Visit, 'viewer' | 'clock'>): Html =>
  html`<section aria-label="Report by ${getShownName(report.author)}"><ul class="voices">${showReport(report, visit)}</ul>
<div class="disclosed">${report.disclosedPosts?.map((post) => disclosedPost(post, post.postID === postID, visit))}</div></section>`;
