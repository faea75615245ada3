import * as v from 'valibot';
import { publicTextApi } from '#core/public-text/api.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const wording = { label: 'Word', kind: 'word' } as const;
const alertForm = declareForm(publicTextApi.addAlertWord.params, { word: wording });
const muteForm = declareForm(publicTextApi.addMuteWord.params, { word: wording });
type WordsVisit = Visit<unknown, unknown, 'alert' | 'alertNoMore' | 'mute' | 'muteNoMore'>;
const buttonFields = { value: v.string() };

/** Words that alert the viewer, and words that hide content. */
export const words = page({
  path: '/settings/words',
  place: 'more',
  asks: [publicTextApi.alertWords, publicTextApi.muteWords],
  actions: {
    alert: call(publicTextApi.addAlertWord, alertForm, (_visit: AnyVisit, { word }) => ({ params: { word } })),
    alertNoMore: call(publicTextApi.removeAlertWord, buttonFields, (_visit: AnyVisit, { value }) => ({
      params: { word: value },
    })),
    mute: call(publicTextApi.addMuteWord, muteForm, (_visit: AnyVisit, { word }) => ({ params: { word } })),
    muteNoMore: call(publicTextApi.removeMuteWord, buttonFields, (_visit: AnyVisit, { value }) => ({
      params: { word: value },
    })),
  },
  async show(visit) {
    const { keywords: alerts } = await visit.ask(publicTextApi.alertWords);
    const { keywords: mutes } = await visit.ask(publicTextApi.muteWords);
    const content = html`<section aria-labelledby="alerts"><h2 id="alerts">Alert words</h2>
<p class="soft">You’re notified when someone posts one of these words publicly.</p>
${wordList(alerts, visit.action('alertNoMore'))}${wordForm(visit, 'alert', 'New alert word')}</section>
<section aria-labelledby="mutes"><h2 id="mutes">Mute words</h2>
<p class="soft">Posts with one of these words are hidden from you.</p>
${wordList(mutes, visit.action('muteNoMore'))}${wordForm(visit, 'mute', 'New mute word')}</section>`;
    return pageBelow({ label: 'Your account', path: '/settings' }, 'Filtered words', content);
  },
});

const wordList = (list: readonly string[], action: string): Html =>
  when(
    list.length,
    () =>
      html`<form method="post"><ul class="rows">${list.map((word) => html`<li><div><h3>${word}</h3></div><button type="submit" class="quiet" name="${action}" value="${word}">Remove<span class="hide"> ${word}</span></button></li>`)}</ul></form>`,
  );

function wordForm(visit: WordsVisit, action: 'alert' | 'mute', label: string): Html {
  const { input, trouble } = renderInputs(visit, action, action === 'alert' ? alertForm : muteForm);
  return html`<form method="post">${actionField(visit, action)}${trouble()}
${input('word', undefined, { label })}
<p class="actions"><button type="submit" class="quiet">Add</button></p></form>`;
}
