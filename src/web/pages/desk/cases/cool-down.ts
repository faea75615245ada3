import { instantInput, uuid } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { ForumCooldownData } from '#features/forums/records.ts';
import { declareForm, renderInputs } from '../../../frame/body-form.ts';
import { actionField } from '../../../frame/forms.ts';
import { type Html, html } from '../../../frame/html.ts';
import { pageBelow } from '../../../frame/shell.ts';
import { call, page } from '../../../page.ts';
import type { Visit } from '../../../visit.ts';

type CoolDownVisit = Visit<
  { readonly thread: string },
  unknown,
  'slowMode' | 'readOnly' | 'readWrite' | 'closeAt' | 'keepOpen'
>;

const slowModes: readonly (readonly [seconds: string, text: string])[] = [
  ['0', 'Off'],
  ['60', 'One post a minute'],
  ['300', 'One post in 5 minutes'],
  ['900', 'One post in 15 minutes'],
  ['3600', 'One post an hour'],
];

const slowModeForm = declareForm(forumsApi.slowMode.params, { seconds: { label: 'Slow mode' } });
const closingForm = declareForm({ date: instantInput }, { date: { label: 'Close at', hint: 'Ship time' } });

const toThread = ({ params }: CoolDownVisit) => ({ forumID: params.thread });
const backLink = ({ params }: CoolDownVisit) => `/forums/thread/${params.thread}`;

/** Slows a thread down, closes it to new accounts, or sets when it closes. */
export const coolDown = page({
  path: '/desk/threads/{thread}/cooldown',
  place: 'more',
  params: { thread: uuid },
  asks: [forumsApi.read, forumsApi.slowMode],
  actions: {
    slowMode: call(
      forumsApi.slowMode,
      slowModeForm,
      (visit: CoolDownVisit, { seconds }) => ({ params: { ...toThread(visit), seconds } }),
      backLink,
    ),
    readOnly: call(
      forumsApi.newAccounts,
      {},
      (visit: CoolDownVisit) => ({ params: { ...toThread(visit), mode: 'readonly' } }),
      backLink,
    ),
    readWrite: call(
      forumsApi.newAccounts,
      {},
      (visit: CoolDownVisit) => ({ params: { ...toThread(visit), mode: 'open' } }),
      backLink,
    ),
    closeAt: call(
      forumsApi.closeAt,
      closingForm,
      (visit: CoolDownVisit, { date }) => ({ params: { ...toThread(visit), date } }),
      backLink,
    ),
    keepOpen: call(forumsApi.keepOpen, {}, (visit: CoolDownVisit) => ({ params: toThread(visit) }), backLink),
  },
  async show(visit) {
    const {
      forumID,
      title,
      cooldown = {},
    } = await visit.ask(forumsApi.read, {
      params: toThread(visit),
      query: { limit: 1 },
    });
    const content = html`<p>Everyone sees what you set here. Moderators can always post.</p>
${slowModePart(cooldown, visit)}
${newAccountsPart(cooldown, visit)}
${closingPart(cooldown, visit)}`;
    return pageBelow({ label: 'Thread', path: `/forums/thread/${forumID}` }, `Cool down: ${title}`, content);
  },
});

function slowModePart({ slowModeSeconds = 0 }: ForumCooldownData, visit: CoolDownVisit): Html {
  const { input, trouble } = renderInputs(visit, 'slowMode', slowModeForm);
  const isOffered = slowModes.some(([seconds]) => seconds === String(slowModeSeconds));
  const options = isOffered
    ? slowModes
    : [...slowModes, [String(slowModeSeconds), `One post in ${slowModeSeconds} seconds`] as const];
  return html`<form method="post">${actionField(visit, 'slowMode')}${trouble()}${input('seconds', slowModeSeconds, { options })}
<p class="actions"><button type="submit" class="quiet">Save slow mode</button></p></form>`;
}

const newAccountsPart = ({ newAccountsReadOnly }: ForumCooldownData, visit: CoolDownVisit): Html =>
  html`<h2>New accounts</h2><p>${newAccountsReadOnly ? 'People can’t post here in their first 24 hours.' : 'New accounts can post here like others.'}</p>
<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action(newAccountsReadOnly ? 'readWrite' : 'readOnly')}">${newAccountsReadOnly ? 'Let new accounts post' : 'Make read-only for new accounts'}</button></form>`;

function closingPart({ closesAt }: ForumCooldownData, visit: CoolDownVisit): Html {
  const { input, trouble } = renderInputs(visit, 'closeAt', closingForm);
  return html`<h2>Closing time</h2><form method="post">${actionField(visit, 'closeAt')}${trouble()}${input('date', closesAt)}
<p class="actions"><button type="submit" class="quiet">Set closing time</button></p></form>
${closesAt ? html`<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action('keepOpen')}">Remove closing time</button></form>` : ''}`;
}
