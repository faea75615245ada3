import * as v from 'valibot';
import type { ReportType, SentReason, StateWord } from '#area/moderated.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import type { ReportModerationData } from '#core/reports/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import { fezApi } from '#features/fez/api.ts';
import type { ModeratorConversationData } from '#features/fez/records.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { face, getShownName, personLink } from '../../frame/people.ts';
import { askOptional } from '../../frame/rejections.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { type Fields, page, type ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';
import { describeContentKind, type ModerationState, stateWords } from './content-words.ts';
import { groupReports, listWithOpenReports } from './group-reports.ts';
import { queueList } from './queue.ts';
import { reasonFields, reasonForm } from './reason.ts';

/** Content as it was written, with what moderators need to judge it. */
export interface Case {
  readonly type: ReportType;
  readonly author: UserHeader;
  /** When it was written, if that's known. */
  readonly writtenAt?: Date;
  readonly content: Html;
  /** The posts before and after it. */
  readonly before?: readonly NeighbouringPost[];
  readonly after?: readonly NeighbouringPost[];
  readonly state: ModerationState;
  readonly isDeleted: boolean;
  readonly edits: readonly Edit[];
  readonly reports: readonly ReportModerationData[];
  /** Links to where everyone sees it, and to related pages. */
  readonly ways: readonly { readonly path: string; readonly label: string }[];
}

/** A post before or after it. */
export interface NeighbouringPost {
  readonly author: UserHeader;
  readonly createdAt: Date;
  readonly content: Html;
}

/** A previous version. */
interface Edit {
  readonly author: UserHeader;
  readonly createdAt: Date;
  readonly before: Html;
}

interface CaseDeclaration<P extends Fields> {
  readonly path: string;
  readonly params: P;
  readonly asks: readonly Endpoint[];
  readonly mayAsk?: readonly Endpoint[];
  find(visit: Visit<ValuesOf<P>>): Promise<Case>;
  readonly state: {
    readonly asks: Endpoint;
    set(visit: Visit<ValuesOf<P>>, state: StateWord, body: SentReason): Promise<undefined>;
  };
  readonly removal: {
    readonly asks: Endpoint;
    readonly label?: string;
    run(visit: Visit<ValuesOf<P>>, body: SentReason): Promise<unknown>;
  };
}

/** One report; all open reports on the same content are taken and closed together. */
const reportQuery = { report: v.optional(uuid) };
const { handleReports, closeReports } = moderationApi;

/** The action of a moderator who takes the reports of a case. */
export const takeReportsAction = {
  asks: [handleReports],
  form: { value: uuid },
  async run({ ask }: Pick<Visit, 'ask'>, { value }: { value: string }) {
    await ask(handleReports, { params: { reportID: value } });
    return undefined;
  },
};

/** How many other cases are listed next to this one on wide screens. */
const maxListed = 12;

/** Creates the page on which moderators judge one kind of content. */
export function casePage<const P extends Fields>(declaration: CaseDeclaration<P>) {
  const { path, params, asks, mayAsk = [], find, state, removal } = declaration;
  type CaseVisit = Visit<ValuesOf<P>, unknown>;

  /** Takes the reports before acting, so that the log links the action to them. */
  const judge = async (visit: CaseVisit, report: string | undefined, act: () => Promise<unknown>) => {
    if (report !== undefined) await visit.ask(handleReports, { params: { reportID: report } });
    await act();
    if (report !== undefined) await visit.ask(closeReports, { params: { reportID: report } });
    return { to: report === undefined ? visit.address : '/desk/reports?done' };
  };
  const judging = [handleReports, closeReports];

  return page({
    path,
    place: 'more',
    params,
    asks,
    mayAsk: [...mayAsk, moderationApi.reports, fezApi.conversation],
    actions: {
      take: takeReportsAction,
      fine: {
        asks: [...judging, state.asks],
        form: { ...reportQuery, ...reasonForm },
        run: (visit, { report, ...body }) => judge(visit, report, () => state.set(visit, 'reviewed', body)),
      },
      hide: {
        asks: [...judging, state.asks],
        form: { ...reportQuery, ...reasonForm },
        run: (visit, { report, ...body }) => judge(visit, report, () => state.set(visit, 'quarantined', body)),
      },
      remove: {
        asks: [...judging, removal.asks],
        form: { ...reportQuery, ...reasonForm },
        run: (visit, { report, ...body }) => judge(visit, report, () => removal.run(visit, body)),
      },
      close: {
        asks: judging,
        form: reportQuery,
        run: (visit, { report }) => judge(visit, report, async () => {}),
      },
      state: {
        asks: [state.asks],
        form: { value: v.picklist(['normal', 'quarantined', 'reviewed', 'locked']), ...reasonForm },
        async run(visit, { value, ...body }) {
          await state.set(visit, value, body);
          return undefined;
        },
      },
    },
    async show(visit) {
      const shown = await find(visit);
      const open = await visit.ask(moderationApi.reports, { query: { open: true } });
      const waiting = listWithOpenReports(groupReports(open), visit.viewer?.userID);
      const title = describeContentKind(shown.type, getShownName(shown.author));
      const conversation = visit.isOpen(fezApi.conversation)
        ? await askOptional(visit, fezApi.conversation, { params: { userID: shown.author.userID } })
        : undefined;
      const openID = shown.reports[0]?.reportedID;
      const main = html`<main class="wide">
${backHead('Reports', '/desk/reports')}
<div class="desk">
${showCase(shown, title, visit, visit.isOpen(removal.asks) ? (removal.label ?? 'Delete') : undefined, conversation)}
${when(waiting.length, () => html`<aside aria-label="What waits">${queueList(waiting.slice(0, maxListed), visit, openID)}</aside>`)}
</div>
</main>`;
      return { title, main };
    },
  });
}

type AnyVisit = Pick<Visit, 'viewer' | 'clock'>;
type CaseVisit = AnyVisit &
  Pick<Visit, 'failure' | 'isOpen'> &
  VisitWith<'take' | 'fine' | 'hide' | 'remove' | 'close' | 'state'>;

function showCase(
  shown: Case,
  title: string,
  visit: CaseVisit,
  removal: string | undefined,
  conversation: ModeratorConversationData | undefined,
): Html {
  const { author, before = [], after = [], reports, ways } = shown;
  return html`<article class="case" aria-labelledby="case">
<h1 id="case">${title}</h1>
${handlerNotice(reports, visit)}
<section aria-label="What it says">${before.map((one) => showNeighbour(one, visit))}${showReportedContent(shown, visit)}${after.map((one) => showNeighbour(one, visit))}</section>
${when(reports.length, () => html`<section aria-labelledby="said"><h2 id="said">What was reported</h2><ul class="voices">${reports.map((report) => showReport(report, visit))}</ul></section>`)}
${history(shown, visit)}
<p class="ways"><a href="/desk/people/${author.userID}">Moderate ${getShownName(author)}</a>${ways.map(({ path, label }) => html` <a href="${path}">${label}</a>`)}</p>
${when(conversation, (said) => showConversation(said, getShownName(author), visit))}
${decisionForm(shown, visit)}
${decisionButtons(shown, removal, visit)}
</article>`;
}

/** The open reports. */
const listOpen = (reports: readonly ReportModerationData[]) => reports.filter(({ isClosed }) => !isClosed);

/** Shows who handles the reports, and offers to do so. */
export function handlerNotice(reports: readonly ReportModerationData[], visit: AnyVisit & VisitWith<'take'>): Html {
  const { viewer, clock } = visit;
  const open = listOpen(reports);
  const [first] = open;
  if (!first) return html`<p class="soft">${reports.length > 0 ? 'All reports are closed.' : 'No reports.'}</p>`;
  const free = open.find(({ handledBy }) => handledBy === undefined);
  const taken = open.find(({ handledBy }) => handledBy !== undefined);
  const isMine = taken?.handledBy?.userID === viewer?.userID;
  const said = taken?.handledBy
    ? html`${isMine ? 'You’ve been handling this' : html`${personLink(taken.handledBy)} has been handling this`} since ${clock.moment(taken.updateTime)}.`
    : html`No one is handling this yet.`;
  const offer = (label: string) =>
    html`<form method="post"><button type="submit" class="quiet" name="${visit.action('take')}" value="${first.id}">${label}</button></form>`;
  return html`<div class="top"><p class="soft">${said}</p>${free ? offer('Handle this') : isMine ? nothing : offer('Take over')}</div>`;
}

const showNeighbour = ({ author, createdAt, content }: NeighbouringPost, { clock }: AnyVisit): Html =>
  html`<div class="post"><header>${face(author, 's')}<h2>${personLink(author)}</h2>${clock.moment(createdAt)}</header><div class="prose">${content}</div></div>`;

function showReportedContent({ author, writtenAt, content, state, isDeleted }: Case, { clock }: AnyVisit): Html {
  const words = isDeleted ? 'Deleted' : stateWords[state];
  return html`<div class="post accused"><header>${face(author, 's')}<h2>${personLink(author)}</h2>${when(writtenAt, (at) => clock.moment(at))}</header>
<p class="state">${words}</p><div class="prose">${content}</div></div>`;
}

/** Shows who reported it, and why. */
export const showReport = (
  { author, authorHasNoCode, creationTime, submitterMessage, isClosed, handledBy }: ReportModerationData,
  { clock }: AnyVisit,
): Html =>
  html`<li><b>${personLink(author)}</b>${when(authorHasNoCode, () => html` <span class="state">no registration code</span>`)} <span class="soft">${clock.moment(creationTime)}${isClosed ? `, closed${handledBy ? ` by ${getShownName(handledBy)}` : ''}` : ''}</span><br>${submitterMessage === '' ? html`<span class="soft">No reason given</span>` : `“${submitterMessage}”`}</li>`;

function history({ edits }: Case, { clock }: AnyVisit): Html {
  return when(
    edits.length,
    (count) =>
      html`<details><summary>${icon('history')}Changed ${count === 1 ? 'once' : `${count} times`}</summary><ol class="voices">${edits.map(
        ({ author, createdAt, before }) =>
          html`<li><span class="soft">Until ${personLink(author)} changed it ${clock.moment(createdAt)}:</span>${before}</li>`,
      )}</ol></details>`,
  );
}

/** What the author and the moderators wrote to each other. */
const showConversation = (
  { fezID, posts }: ModeratorConversationData,
  author: string,
  { clock }: Pick<AnyVisit, 'clock'>,
): Html =>
  html`<section aria-labelledby="talk"><h2 id="talk">Messages with ${author}</h2><ol class="voices">${posts.map((post) => html`<li><b>${getShownName(post.author)}</b> <span class="soft">${clock.moment(post.timestamp)}</span><div class="prose">${prose(post.text)}</div></li>`)}</ol>
<p class="ways"><a href="/chats/${fezID}">Reply as the moderators</a></p></section>`;

const decisionFormID = 'decision';

/** What moderators tell the author, and further actions. The buttons of `verdict` belong to this form too. */
function decisionForm({ state, isDeleted, reports }: Case, visit: CaseVisit): Html {
  const [open] = listOpen(reports);
  if (isDeleted && !open) return nothing;
  const buttons = isDeleted
    ? []
    : [
        ...(state === 'normal' ? [] : [['normal', 'Set to normal'] as const]),
        ...(state === 'locked' ? [] : [['locked', 'Lock'] as const]),
      ];
  return html`<form method="post" id="${decisionFormID}">${keyField()}${when(open, ({ id }) => html`<input type="hidden" name="report" value="${id}">`)}
${isDeleted ? nothing : reasonFields(visit, 'hide')}
<p class="actions">${buttons.map(([word, label]) => html`<button type="submit" class="quiet" name="${visit.action('state')}" value="${word}">${label}</button>`)}
${when(open, () => html`<button type="submit" class="quiet" name="${visit.action('close')}">Close reports only</button>`)}</p></form>`;
}

/** The usual actions, in reach wherever the page is scrolled to. */
function decisionButtons({ state, isDeleted, reports }: Case, removal: string | undefined, visit: CaseVisit): Html {
  const [open] = listOpen(reports);
  if (isDeleted) return nothing;
  return html`<div class="verdict">
${when(open || state !== 'modReviewed', () => html`<button type="submit" class="quiet" form="${decisionFormID}" name="${visit.action('fine')}">Approve</button>`)}
<button type="submit" class="quiet" form="${decisionFormID}" name="${visit.action('hide')}">${state === 'quarantined' || state === 'autoQuarantined' ? 'Keep hidden' : 'Hide'}</button>
${when(removal, (label) => html`<button type="submit" class="quiet stop" form="${decisionFormID}" name="${visit.action('remove')}">${label}</button>`)}</div>`;
}
