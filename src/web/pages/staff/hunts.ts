import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { huntsApi } from '#features/hunts/api.ts';
import type { HuntData, HuntPuzzleData, HuntStatisticsData } from '#features/hunts/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField, createFields, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { getShownName } from '../../frame/people.ts';
import { pageBelow, savedNotice } from '../../frame/shell.ts';
import { call, page, type ValuesOf } from '../../page.ts';
import type { Visit, VisitWith } from '../../visit.ts';

const path = '/staff/hunts';

/** Each line is a wrong answer and the response to it, separated by a colon. */
function readHints(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

const writeHints = (hints: Readonly<Record<string, string>> = {}): string =>
  Object.entries(hints)
    .map(([answer, hint]) => `${answer}: ${hint}`)
    .join('\n');

const newHunt = declareForm(huntsApi.create.body.entries, {
  title: { label: 'Title of the hunt' },
  description: { label: 'Description', isMultiline: true },
});

const huntForm = declareForm(huntsApi.patch.body.entries, {
  title: { label: 'Title', isRequired: true },
  description: { label: 'Description', isMultiline: true, sendsBlank: true },
});

const { title: puzzleTitle, ...otherFields } = declareForm(huntsApi.addPuzzle.body.entries, {
  title: { label: 'Title' },
  body: { label: 'Text', isMultiline: true },
  answer: { label: 'Answer', kind: 'word', isRequired: true, hint: 'Spaces, case and accents are ignored.' },
  hints: {
    label: 'Hints',
    isMultiline: true,
    hint: 'One per line: a wrong answer, a colon and the hint.',
    read: readHints,
  },
  unlockTime: { label: 'Opens', hint: 'Ship time. Leave empty to open immediately.' },
});

/** The hunt's title is in the same form as that of its first puzzle. */
const puzzleForm = { puzzleTitle, ...otherFields };
const puzzleFieldNames = { puzzleTitle: 'title' };

const readPuzzle = ({ puzzleTitle: title, ...puzzle }: ValuesOf<typeof puzzleForm>) => ({ title, ...puzzle });

/** All hunts, and a form for a new one with its first puzzle. */
export const huntDesk = page({
  path,
  place: 'more',
  asks: [huntsApi.list, huntsApi.create],
  actions: {
    create: {
      asks: [huntsApi.create, huntsApi.list],
      form: { ...newHunt, ...puzzleForm },
      bodyFieldNames: { puzzleTitle: 'puzzles.0.title' },
      async run(visit, { title, description, ...puzzle }) {
        const before = new Set((await visit.ask(huntsApi.list)).hunts.map(({ huntID }) => huntID));
        await visit.ask(huntsApi.create, { body: { title, description, puzzles: [readPuzzle(puzzle)] } });
        const made = (await visit.ask(huntsApi.list)).hunts.find(({ huntID }) => !before.has(huntID));
        return { to: made ? `${path}/${made.huntID}?done` : path };
      },
    },
  },
  async show(visit) {
    const { hunts } = await visit.ask(huntsApi.list);
    const { inputs, trouble } = renderInputs(visit, 'create', newHunt);
    const content = html`${hunts.length > 0 ? html`<ul class="rows">${hunts.map(({ huntID, title, description }) => html`<li><div><h2><a href="${path}/${huntID}">${title}</a></h2><p class="line">${description}</p></div></li>`)}</ul>` : html`<p class="soft">No hunts yet.</p>`}
<details${visit.failure ? html` open` : ''}><summary>${icon('plus')}Create a hunt</summary>
<form method="post">${actionField(visit, 'create')}${keyField()}${trouble()}
${inputs()}<h2>First puzzle</h2>
${puzzleFields(visit, 'create')}<p class="actions"><button type="submit" class="button">Create hunt</button></p></form></details>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Hunts', content);
  },
});

function puzzleFields<Action extends string>(
  visit: Pick<Visit, 'failure' | 'clock'> & VisitWith<Action>,
  action: Action,
  { title, hints, ...puzzle }: Partial<HuntPuzzleData> = {},
): Html {
  return renderInputs(visit, action, puzzleForm).inputs({ ...puzzle, puzzleTitle: title, hints: writeHints(hints) });
}

type HuntVisit = Visit<{ readonly hunt: string }, unknown>;
const toHuntParams = ({ params }: HuntVisit) => ({ params: { huntID: params.hunt } });

/** A hunt with all its puzzles and their progress. */
export const huntAtDesk = page({
  path: `${path}/{hunt}`,
  place: 'more',
  params: { hunt: uuid },
  query: { done: queryBoolean },
  asks: [huntsApi.readAll, huntsApi.statistics],
  actions: {
    rename: call(
      huntsApi.patch,
      huntForm,
      (visit: HuntVisit, body) => ({ ...toHuntParams(visit), body }),
      ({ params }) => `${path}/${params.hunt}?done`,
    ),
    addPuzzle: {
      ...call(
        huntsApi.addPuzzle,
        puzzleForm,
        (visit: HuntVisit, typed) => ({ ...toHuntParams(visit), body: readPuzzle(typed) }),
        ({ params }) => `${path}/${params.hunt}?done`,
      ),
      bodyFieldNames: puzzleFieldNames,
    },
    remove: call(huntsApi.delete, { sure: v.literal('on', 'Tick the box to confirm.') }, toHuntParams, () => path),
  },
  async show(visit) {
    const hunt = await visit.ask(huntsApi.readAll, toHuntParams(visit));
    const statistics = await visit.ask(huntsApi.statistics, toHuntParams(visit));
    const { inputs, trouble } = renderInputs(visit, 'rename', huntForm);
    const content = html`${savedNotice(visit)}
<section aria-labelledby="puzzles"><h2 id="puzzles">Puzzles</h2><ol class="rows">${hunt.puzzles.map((puzzle) => showPuzzle(puzzle, statistics, visit))}</ol>${nextPuzzle(visit)}</section>
<section aria-labelledby="hunt"><h2 id="hunt">Hunt</h2><form method="post">${actionField(visit, 'rename')}${trouble()}
${inputs(hunt)}<p class="actions"><button type="submit" class="quiet">Save</button></p></form></section>
${removal(hunt, visit)}`;
    return pageBelow({ label: 'Hunts', path }, hunt.title, content);
  },
});

function nextPuzzle(visit: Visit<unknown, unknown, 'addPuzzle'>): Html {
  const { trouble } = createFields(visit, 'addPuzzle');
  return html`<details${visit.failure?.action === 'addPuzzle' ? html` open` : ''}><summary>${icon('plus')}Add a puzzle</summary>
<form method="post">${actionField(visit, 'addPuzzle')}${keyField()}${trouble()}
${puzzleFields(visit, 'addPuzzle')}<p class="actions"><button type="submit" class="button">Add puzzle</button></p></form></details>`;
}

function showPuzzle(
  { puzzleID, title, unlockTime }: HuntPuzzleData,
  { puzzles }: HuntStatisticsData,
  { clock }: HuntVisit,
): Html {
  const statistics = puzzles.find((one) => one.puzzleID === puzzleID);
  return html`<li class="tall"><div><h3><a href="${path}/puzzle/${puzzleID}">${title}</a></h3>
<p>${when(unlockTime && unlockTime > clock.now && unlockTime, (at) => html`Opens ${clock.moment(at)}. `)}${when(statistics, ({ solverCount, userCount, callInCount }) => html`${solverCount} of ${userCount} solved it, ${callInCount} answers.`)}
${when(statistics?.firstSolver, (user) => html` First: ${getShownName(user)}.`)}</p>
${when(
  statistics?.wrongAnswers.length,
  () =>
    html`<p class="line">Wrong: ${statistics?.wrongAnswers
      .slice(0, 5)
      .map(({ answer, userCount }) => `${answer} (${userCount})`)
      .join(', ')}</p>`,
)}</div></li>`;
}

/** All submitted answers would be deleted too, and there is no undo. */
function removal({ title }: HuntData, visit: Visit<unknown, unknown, 'remove'>): Html {
  const { check, trouble } = createFields(visit, 'remove');
  return html`<details><summary class="stop">Delete hunt</summary><form method="post">${trouble()}
${check({ name: 'sure', label: `Delete “${title}” and all its answers permanently` })}
<p class="actions"><button type="submit" class="quiet stop" name="${visit.action('remove')}">Delete</button></p></form></details>`;
}

type PuzzleVisit = Visit<{ readonly puzzle: string }, unknown>;

/** Edits a puzzle; submitted answers are judged again. */
export const puzzleAtDesk = page({
  path: `${path}/puzzle/{puzzle}`,
  place: 'more',
  params: { puzzle: uuid },
  query: { done: queryBoolean },
  asks: [huntsApi.list, huntsApi.readAll, huntsApi.patchPuzzle],
  actions: {
    save: {
      ...call(
        huntsApi.patchPuzzle,
        puzzleForm,
        (visit: PuzzleVisit, typed) => {
          const { unlockTime = null, ...puzzle } = readPuzzle(typed);
          return { params: { puzzleID: visit.params.puzzle }, body: { ...puzzle, unlockTime } };
        },
        ({ params }) => `${path}/puzzle/${params.puzzle}?done`,
      ),
      bodyFieldNames: puzzleFieldNames,
    },
  },
  async show(visit) {
    const { hunt, puzzle } = await findPuzzle(visit);
    const { trouble } = createFields(visit, 'save');
    const content = html`${savedNotice(visit, 'Saved. Answers have been rechecked.')}
<form method="post">${actionField(visit, 'save')}${trouble()}
${puzzleFields(visit, 'save', puzzle)}<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
    return pageBelow(
      { label: hunt?.title ?? 'Hunts', path: hunt ? `${path}/${hunt.huntID}` : path },
      puzzle?.title ?? 'Puzzle',
      content,
    );
  },
});

/** No call returns a closed puzzle except with its hunt; there are few hunts. */
async function findPuzzle(visit: PuzzleVisit): Promise<{ hunt?: HuntData; puzzle?: HuntPuzzleData }> {
  for (const { huntID } of (await visit.ask(huntsApi.list)).hunts) {
    const hunt = await visit.ask(huntsApi.readAll, { params: { huntID } });
    const puzzle = hunt.puzzles.find(({ puzzleID }) => puzzleID === visit.params.puzzle);
    if (puzzle) return { hunt, puzzle };
  }
  return {};
}
