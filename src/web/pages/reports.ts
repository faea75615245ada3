import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { queryText } from '#contract/query.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { ReportData } from '#core/users/records.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { declareForm, renderInputs } from '../frame/body-form.ts';
import { disclosedPost } from '../frame/disclosed-post.ts';
import { actionField, keyField } from '../frame/forms.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { getReportParameter, nameReportable, type Reportable, reportables } from '../frame/report-link.ts';
import { pageBelow } from '../frame/shell.ts';
import { type Page, page } from '../page.ts';
import { toLocalPath } from '../respond.ts';
import type { Visit } from '../visit.ts';

/** How each kind is reported: the call, whose only parameter is the id, and how that's parsed. */
const calls: Readonly<Record<Reportable, { readonly report: Endpoint; readonly id: v.GenericSchema }>> = {
  person: { report: profilesApi.reportUser, id: uuid },
  thread: { report: forumsApi.report, id: uuid },
  post: { report: forumsApi.reportPost, id: integerInPath },
  'feed-post': { report: microblogApi.report, id: integerInPath },
  chat: { report: fezApi.report, id: uuid },
  message: { report: fezApi.reportPost, id: integerInPath },
  photo: { report: photostreamApi.report, id: integerInPath },
  item: { report: quartermasterApi.report, id: uuid },
};

const messageForm = declareForm(ReportData.entries, {
  message: { label: "What's wrong?", isMultiline: true, hint: 'Optional' },
});

/** The form to report anything to the moderators. */
export const reportPages: readonly Page[] = reportables.map((what) => {
  const { report, id } = calls[what];
  const parameter = getReportParameter(what);
  const [ofCall = ''] = Object.keys(report.params ?? {});
  return page({
    path: `/report/${what}/{${parameter}}`,
    place: 'more',
    params: { [parameter]: id },
    query: { back: queryText(500) },
    asks: [report],
    mayAsk: what === 'message' ? [fezApi.reportDisclosure] : [],
    actions: {
      send: {
        asks: [report],
        form: { ...messageForm, 'disclosed[]': v.optional(v.array(v.string()), []) },
        async run(visit, { 'disclosed[]': disclosed, ...content }) {
          const value = (visit.params as Readonly<Record<string, string | number>>)[parameter];
          const body = what === 'message' ? { ...content, disclosedPostIDs: disclosed.map(Number) } : content;
          await visit.ask(report, { params: { [ofCall]: value }, body: body as never });
          return { to: `/reported?back=${encodeURIComponent(toLocalPath(visit.query.back))}` };
        },
      },
    },
    async show(visit) {
      const { inputs, trouble } = renderInputs(visit, 'send', messageForm);
      const content = html`<p>Moderators read every report. Only they can see that you sent it.</p>
<form method="post">${actionField(visit, 'send')}${keyField()}${trouble()}
${what === 'message' ? await showDisclosure(visit) : nothing}
${inputs()}<p class="actions"><button type="submit" class="button">Send report</button></p></form>`;
      return pageBelow(
        { label: 'Back', path: toLocalPath(visit.query.back) },
        `Report this ${nameReportable(what)}`,
        content,
      );
    },
  });
});

/** Shows exactly what a report from a closed chat discloses; the form names these messages and no others. */
async function showDisclosure(visit: Pick<Visit, 'params' | 'askIfAllowed' | 'clock'>): Promise<Html> {
  const { message } = visit.params as { readonly message: number };
  const disclosure = await visit.askIfAllowed(fezApi.reportDisclosure, { params: { postID: message } });
  return when(
    disclosure?.posts.length && disclosure.posts,
    (
      posts,
    ) => html`<p>Moderators can’t read this chat. With your report, they see ${posts.length === 1 ? 'this message' : `these ${posts.length} messages`} and nothing else of it:</p>
<div class="disclosed">${posts.map((post) => html`${disclosedPost(post, post.postID === message, visit)}<input type="hidden" name="disclosed[]" value="${post.postID}">`)}</div>`,
  );
}

/** Confirms that a report was sent. */
export const reportSent = page({
  path: '/reported',
  place: 'more',
  query: { back: queryText(500) },
  asks: [],
  async show({ query }) {
    const path = toLocalPath(query.back);
    const content = html`<p>Thank you. The moderators will look at it.</p>
<p>Until then, you can mute or block the person on their profile.</p>
<p class="actions"><a class="button" href="${path}">Continue</a></p>`;
    return pageBelow({ label: 'Back', path }, 'Reported', content);
  },
});
