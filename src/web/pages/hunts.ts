import { uuid } from '#contract/fields.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { declareForm, renderInputs } from '../frame/body-form.ts';
import { actionField, keyField } from '../frame/forms.ts';
import { type Html, html, when } from '../frame/html.ts';
import { backHead } from '../frame/shell.ts';
import { prose } from '../frame/text.ts';
import { call, page } from '../page.ts';
import type { Visit } from '../visit.ts';

/** The hunts of this sailing. */
export const hunts = page({
  path: '/hunts',
  place: 'more',
  asks: [huntsApi.list],
  async show(visit) {
    const { hunts: list } = await visit.ask(huntsApi.list);
    const main = html`<main>
${backHead('More', '/more')}
<div class="col"><h1>Hunts</h1>
${list.length > 0 ? html`<ul class="rows">${list.map(({ huntID, title, description }) => html`<li class="tall"><div><h2><a href="/hunts/${huntID}">${title}</a></h2><p>${description}</p></div></li>`)}</ul>` : html`<p class="soft">No hunts yet.</p>`}
</div>
</main>`;
    return { title: 'Hunts', main };
  },
});

/** A hunt with its open puzzles. */
export const hunt = page({
  path: '/hunts/{hunt}',
  place: 'more',
  params: { hunt: uuid },
  asks: [huntsApi.read],
  async show(visit) {
    const { title, description, puzzles, nextUnlockTime } = await visit.ask(huntsApi.read, {
      params: { huntID: visit.params.hunt },
    });
    const main = html`<main>
${backHead('Hunts', '/hunts')}
<div class="col lone"><h1>${title}</h1>
<div class="prose">${prose(description)}</div>
<h2>Puzzles</h2>
<ul class="rows">${puzzles.map((puzzle) => html`<li><div><h3><a href="/hunts/puzzle/${puzzle.puzzleID}">${puzzle.title}</a></h3>${when(puzzle.answer, (answer) => html`<p class="line">Solved: ${answer}</p>`)}</div></li>`)}</ul>
${when(nextUnlockTime, (at) => html`<p class="soft">The next puzzle opens ${visit.clock.moment(at)}.</p>`)}
</div>
</main>`;
    return { title, main };
  },
});

type PuzzleVisit = Visit<{ readonly puzzle: string }, unknown, 'callIn'>;
const answerForm = declareForm({ answer: huntsApi.callIn.body }, { answer: { label: 'Your answer', kind: 'word' } });

/** A puzzle and a field for an answer. */
export const puzzle = page({
  path: '/hunts/puzzle/{puzzle}',
  place: 'more',
  params: { puzzle: uuid },
  asks: [huntsApi.readPuzzle],
  mayAsk: [huntsApi.callIn],
  actions: {
    callIn: call(huntsApi.callIn, answerForm, ({ params }: PuzzleVisit, { answer }) => ({
      params: { puzzleID: params.puzzle },
      body: answer,
    })),
  },
  async show(visit) {
    const { huntID, huntTitle, title, body, callIns } = await visit.ask(huntsApi.readPuzzle, {
      params: { puzzleID: visit.params.puzzle },
    });
    const main = html`<main>
${backHead(huntTitle, `/hunts/${huntID}`)}
<div class="col lone"><h1>${title}</h1>
<div class="prose">${prose(body)}</div>
${when(callIns.length, () => html`<h2>Your answers</h2><ul class="rows">${callIns.map(({ rawSubmission, correct, hint }) => html`<li><div><h3>${rawSubmission}</h3><p>${correct === undefined ? (hint ?? 'Not correct.') : 'Correct!'}</p></div></li>`)}</ul>`)}
${answerFormPart(
  visit,
  callIns.some(({ correct }) => correct !== undefined),
)}
</div>
</main>`;
    return { title, main };
  },
});

function answerFormPart(visit: PuzzleVisit, isSolved: boolean): Html {
  if (isSolved || !visit.isOpen(huntsApi.callIn)) return html`<p class="soft">${isSolved ? 'Solved.' : ''}</p>`;
  const { input, trouble } = renderInputs(visit, 'callIn', answerForm);
  return html`<form method="post" class="note">${actionField(visit, 'callIn')}${keyField()}${trouble()}
${input('answer')}
<p class="actions"><button type="submit" class="button">Call it in</button></p></form>`;
}
