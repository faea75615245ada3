import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { huntsApi } from '#features/hunts/api.ts';
import type { HuntData, HuntPuzzleData, HuntStatisticsData } from '#features/hunts/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { nameOf } from '../../frame/people.ts';
import { doneNote, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;
const path = '/staff/hunts';

const puzzleForm = {
  puzzleTitle: v.string(),
  body: v.string(),
  answer: v.string(),
  hints: v.string(),
  unlockTime: v.string(),
};

/** A hunt has a title too, in the same form as that of its first puzzle. */
const ofPuzzle = { puzzleTitle: 'title' };

interface PuzzleForm {
  readonly puzzleTitle: string;
  readonly body: string;
  readonly answer: string;
  readonly hints: string;
  readonly unlockTime: string;
}

/** Each line is a wrong answer and what is said to it, with a colon between them. */
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

const readPuzzle = ({ clock }: AnyVisit, { puzzleTitle, body, answer, hints, unlockTime }: PuzzleForm) => ({
  title: puzzleTitle,
  body,
  answer,
  hints: readHints(hints),
  unlockTime: clock.readAhead(unlockTime)?.toISOString(),
});

/** All hunts, and a form for the first puzzle of a new one. */
export const huntDesk = page({
  path,
  place: 'more',
  asks: [huntsApi.list, huntsApi.create],
  actions: {
    create: {
      asks: [huntsApi.create, huntsApi.list],
      form: { title: v.string(), description: v.string(), ...puzzleForm },
      becomes: { puzzleTitle: 'puzzles.0.title' },
      async run(visit, { title, description, ...puzzle }) {
        const before = new Set((await visit.ask(huntsApi.list)).hunts.map(({ huntID }) => huntID));
        await visit.ask(huntsApi.create, { body: { title, description, puzzles: [readPuzzle(visit, puzzle)] } });
        const made = (await visit.ask(huntsApi.list)).hunts.find(({ huntID }) => !before.has(huntID));
        return { to: made ? `${path}/${made.huntID}?done` : path };
      },
    },
  },
  async show(visit) {
    const { hunts } = await visit.ask(huntsApi.list);
    const { field, trouble } = fieldsOf(visit, 'create');
    const content = html`${hunts.length > 0 ? html`<ul class="rows">${hunts.map(({ huntID, title, description }) => html`<li><div><h2><a href="${path}/${huntID}">${title}</a></h2><p class="line">${description}</p></div></li>`)}</ul>` : html`<p class="soft">No hunt yet.</p>`}
<details${visit.failure ? html` open` : ''}><summary>${icon('plus')}Make a hunt</summary>
<form method="post">${actionField('create')}${keyField()}${trouble()}
${field({ name: 'title', label: 'Title of the hunt', isRequired: true, maxLength: 200 })}
${field({ name: 'description', label: 'What it is about', isMultiline: true, maxLength: 2048 })}
<h2>Its first puzzle</h2>
${puzzleFields(visit, 'create')}
<p class="actions"><button type="submit" class="button">Make it</button></p></form></details>`;
    return pageBelow({ label: 'Staff', path: '/staff' }, 'Hunts', content);
  },
});

function puzzleFields(visit: AnyVisit, action: string, puzzle?: HuntPuzzleData): Html {
  const { field } = fieldsOf(visit, action);
  return html`${field({ name: 'puzzleTitle', label: 'Title', value: puzzle?.title, isRequired: true, maxLength: 200 })}
${field({ name: 'body', label: 'Text', value: puzzle?.body, isMultiline: true })}
${field({ name: 'answer', label: 'Answer', value: puzzle?.answer, isRequired: true, maxLength: 1000, kind: 'word', hint: 'Blanks, case and accents do not count.' })}
${field({ name: 'hints', label: 'Hints', value: writeHints(puzzle?.hints), isMultiline: true, hint: 'One a line: a wrong answer, a colon, and what is said to it' })}
${field({ name: 'unlockTime', label: 'Opens', type: 'datetime-local', value: puzzle?.unlockTime && visit.clock.write(puzzle.unlockTime), hint: 'Ship time; at once when it is left empty' })}`;
}

type HuntVisit = Visit<{ readonly hunt: string }, unknown>;
const ofHunt = ({ params }: HuntVisit) => ({ params: { huntID: params.hunt } });

/** One hunt with all its puzzles, and how they fare. */
export const huntAtDesk = page({
  path: `${path}/{hunt}`,
  place: 'more',
  params: { hunt: uuid },
  query: { done: queryBoolean },
  asks: [huntsApi.readAll, huntsApi.statistics],
  actions: {
    rename: call(
      huntsApi.patch,
      { title: v.string(), description: v.string() },
      (visit: HuntVisit, body) => ({ ...ofHunt(visit), body }),
      ({ params }) => `${path}/${params.hunt}?done`,
    ),
    addPuzzle: {
      ...call(
        huntsApi.addPuzzle,
        puzzleForm,
        (visit: HuntVisit, typed) => ({ ...ofHunt(visit), body: readPuzzle(visit, typed) }),
        ({ params }) => `${path}/${params.hunt}?done`,
      ),
      becomes: ofPuzzle,
    },
    remove: call(huntsApi.delete, { sure: v.literal('on', 'Tick the box first.') }, ofHunt, () => path),
  },
  async show(visit) {
    const hunt = await visit.ask(huntsApi.readAll, ofHunt(visit));
    const statistics = await visit.ask(huntsApi.statistics, ofHunt(visit));
    const { field, trouble } = fieldsOf(visit, 'rename');
    const content = html`${doneNote(visit)}
<section aria-labelledby="puzzles"><h2 id="puzzles">Puzzles</h2><ol class="rows">${hunt.puzzles.map((puzzle) => showPuzzle(puzzle, statistics, visit))}</ol>${nextPuzzle(visit)}</section>
<section aria-labelledby="hunt"><h2 id="hunt">The hunt</h2><form method="post">${actionField('rename')}${trouble()}
${field({ name: 'title', label: 'Title', value: hunt.title, isRequired: true, maxLength: 200 })}
${field({ name: 'description', label: 'What it is about', value: hunt.description, isMultiline: true, maxLength: 2048 })}
<p class="actions"><button type="submit" class="quiet">Save</button></p></form></section>
${removal(hunt, visit)}`;
    return pageBelow({ label: 'Hunts', path }, hunt.title, content);
  },
});

function nextPuzzle(visit: AnyVisit): Html {
  const { trouble } = fieldsOf(visit, 'addPuzzle');
  return html`<details${visit.failure?.action === 'addPuzzle' ? html` open` : ''}><summary>${icon('plus')}Add a puzzle</summary>
<form method="post">${actionField('addPuzzle')}${keyField()}${trouble()}
${puzzleFields(visit, 'addPuzzle')}
<p class="actions"><button type="submit" class="button">Add it</button></p></form></details>`;
}

function showPuzzle(
  { puzzleID, title, unlockTime }: HuntPuzzleData,
  { puzzles }: HuntStatisticsData,
  { clock }: HuntVisit,
): Html {
  const fares = puzzles.find((one) => one.puzzleID === puzzleID);
  return html`<li class="tall"><div><h3><a href="${path}/puzzle/${puzzleID}">${title}</a></h3>
<p>${when(unlockTime && unlockTime > clock.now && unlockTime, (at) => html`Opens ${clock.moment(at)}. `)}${when(fares, ({ solverCount, userCount, callInCount }) => html`${solverCount} of ${userCount} solved it, ${callInCount} answers.`)}
${when(fares?.firstSolver, (user) => html` First: ${nameOf(user)}.`)}</p>
${when(
  fares?.wrongAnswers.length,
  () =>
    html`<p class="line">Wrong: ${fares?.wrongAnswers
      .slice(0, 5)
      .map(({ answer, userCount }) => `${answer} (${userCount})`)
      .join(', ')}</p>`,
)}</div></li>`;
}

/** What people called in would be gone too, and there is no way back. */
function removal({ title }: HuntData, visit: AnyVisit): Html {
  const { check, trouble } = fieldsOf(visit, 'remove');
  return html`<details><summary class="stop">Delete the hunt</summary><form method="post">${trouble()}
${check({ name: 'sure', label: `Delete “${title}” for good, with all that was called in` })}
<p class="actions"><button type="submit" class="quiet stop" name="remove">Delete</button></p></form></details>`;
}

type PuzzleVisit = Visit<{ readonly puzzle: string }, unknown>;

/** One puzzle, to be changed: what was called in is judged anew. */
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
          const { unlockTime = null, ...puzzle } = readPuzzle(visit, typed);
          return { params: { puzzleID: visit.params.puzzle }, body: { ...puzzle, unlockTime } };
        },
        ({ params }) => `${path}/puzzle/${params.puzzle}?done`,
      ),
      becomes: ofPuzzle,
    },
  },
  async show(visit) {
    const { hunt, puzzle } = await findPuzzle(visit);
    const { trouble } = fieldsOf(visit, 'save');
    const content = html`${doneNote(visit, 'Saved. What was called in is judged anew.')}
<form method="post">${actionField('save')}${trouble()}
${puzzleFields(visit, 'save', puzzle)}
<p class="actions"><button type="submit" class="button">Save</button></p></form>`;
    return pageBelow(
      { label: hunt?.title ?? 'Hunts', path: hunt ? `${path}/${hunt.huntID}` : path },
      puzzle?.title ?? 'Puzzle',
      content,
    );
  },
});

/** No call reads a puzzle that is still closed but with its hunt; there are few hunts. */
async function findPuzzle(visit: PuzzleVisit): Promise<{ hunt?: HuntData; puzzle?: HuntPuzzleData }> {
  for (const { huntID } of (await visit.ask(huntsApi.list)).hunts) {
    const hunt = await visit.ask(huntsApi.readAll, { params: { huntID } });
    const puzzle = hunt.puzzles.find(({ puzzleID }) => puzzleID === visit.params.puzzle);
    if (puzzle) return { hunt, puzzle };
  }
  return {};
}
