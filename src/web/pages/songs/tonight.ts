import { integerInPath } from '#contract/fields.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import type { KaraokeQueueData, KaraokeQueueEntryData } from '#features/karaoke/queue/records.ts';
import { KaraokeQueueJoinData } from '#features/karaoke/queue/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { getShownName } from '../../frame/people.ts';
import { qrCode } from '../../frame/qr-code.ts';
import { backHead } from '../../frame/shell.ts';
import { call, page, type View } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { songTabs } from './songs.ts';

/** Where singers see the queue. */
export const queuePath = '/songs/queue';
const stagePath = '/songs/stage';

type AnyVisit = Visit<unknown, unknown>;
const entryForm = { value: integerInPath };
const buttonToParams = (_visit: AnyVisit, { value }: { readonly value: number }) => ({ params: { entryID: value } });
const titleForm = declareForm(KaraokeQueueJoinData.entries, {
  title: { label: 'Title and artist', isRequired: true, kind: 'otherName' },
});

/** A page that follows the queue live. */
const livePage = (title: string, content: Html): View => ({
  title,
  main: html`<main data-live>
${backHead('Karaoke', '/songs')}
<div class="col lone">
<h1>${title}</h1>
${content}
</div>
</main>`,
});

/** Tonight's queue: the viewer's position in it, and who sings before and after. */
export const tonight = page({
  path: queuePath,
  place: 'more',
  asks: [karaokeApi.queue],
  mayAsk: [karaokeApi.callNextSinger],
  actions: {
    join: call(karaokeApi.joinQueue, titleForm, (_visit: AnyVisit, body) => ({ body })),
    leave: call(karaokeApi.leaveQueue, {}, () => ({})),
    remove: call(karaokeApi.skipSinger, entryForm, buttonToParams),
  },
  async show(visit) {
    const queue = await visit.ask(karaokeApi.queue);
    const { isOpen, called, waiting, ownEntry } = queue;
    const mayRemove = visit.isOpen(karaokeApi.skipSinger);
    const remove = ({ id }: KaraokeQueueEntryData) =>
      mayRemove
        ? html`<button type="submit" class="quiet stop" name="${visit.action('remove')}" value="${id}">Remove</button>`
        : nothing;
    const list = html`${when(called, (entry) => html`<h2 class="live">On stage</h2><ul class="rows">${showEntry(entry, remove(entry))}</ul>`)}
<h2>Waiting</h2>
${waiting.length > 0 ? html`<ol class="rows">${waiting.map((entry) => showEntry(entry, html`${remove(entry)}<p class="end">${entry.position}</p>`))}</ol>` : html`<p class="soft">No one is waiting.</p>`}`;
    const content = html`${songTabs(queuePath, visit)}
${ownEntry ? showOwnEntry(ownEntry, visit) : showJoinForm(isOpen, visit)}
${when(visit.isOpen(karaokeApi.callNextSinger), () => html`<p class="actions"><a class="button" href="${stagePath}">Run the queue</a></p>`)}
${mayRemove && (called || waiting.length > 0) ? html`<form method="post">${list}</form>` : list}`;
    return livePage('Tonight’s queue', content);
  },
});

/** Who sings what; nothing about people hidden by a block. */
const describeEntry = ({ singer, title, artist }: KaraokeQueueEntryData) => ({
  name: singer ? getShownName(singer) : 'Someone',
  song: [title, artist].filter(Boolean).join(', '),
});

function showEntry(entry: KaraokeQueueEntryData, aside: Html): Html {
  const { name, song } = describeEntry(entry);
  return html`<li><div><h3>${name}</h3><p class="line">${song}</p></div>${aside}</li>`;
}

/** Says when the singer's turn is. */
export const describePosition = (position: number): string =>
  position === 0
    ? 'It’s your turn! Come to the stage.'
    : position === 1
      ? 'You’re next.'
      : position === 2
        ? 'One person sings before you.'
        : `${position - 1} people sing before you.`;

const showOwnEntry = (entry: KaraokeQueueEntryData, visit: Visit<unknown, unknown, 'leave'>): Html =>
  html`<section class="onstage" aria-labelledby="own"><h2 id="own">Your song: ${describeEntry(entry).song}</h2>
<p role="status"><b>${describePosition(entry.position)}</b></p>
<form method="post">${actionField(visit, 'leave')}<p class="actions"><button type="submit" class="quiet">Leave the queue</button></p></form></section>`;

function showJoinForm(isOpen: boolean, visit: Visit<unknown, unknown, 'join'>): Html {
  if (!isOpen) return html`<p class="soft">The queue is closed. It opens when the karaoke evening begins.</p>`;
  if (!visit.viewer) return html`<p class="actions"><a class="button" href="/sign-in">Sign in to sing</a></p>`;
  const { input, trouble } = renderInputs(visit, 'join', titleForm);
  return html`<p><a class="button" href="/songs">Choose a song</a></p>
<details><summary>Sing something that isn’t in the list</summary>
<form method="post">${actionField(visit, 'join')}${trouble()}
${input('title')}
<p class="actions"><button type="submit" class="button">Join the queue</button></p></form></details>`;
}

/** Where "later" moves a singer. */
const positionsLater = 3;

/** For the managers of karaoke: one button calls the next singer. */
export const karaokeStagePage = page({
  path: stagePath,
  place: 'more',
  asks: [karaokeApi.callNextSinger, karaokeApi.queue],
  actions: {
    next: call(karaokeApi.callNextSinger, entryForm, (_visit: AnyVisit, { value }) => ({ body: { calledID: value } })),
    notHere: call(karaokeApi.skipSinger, entryForm, buttonToParams),
    later: call(karaokeApi.moveSinger, entryForm, (_visit: AnyVisit, { value }) => ({
      params: { entryID: value, position: positionsLater },
    })),
    first: call(karaokeApi.moveSinger, entryForm, (_visit: AnyVisit, { value }) => ({
      params: { entryID: value, position: 1 },
    })),
    open: call(karaokeApi.openQueue, {}, () => ({})),
    close: call(karaokeApi.closeQueue, {}, () => ({})),
  },
  async show(visit) {
    const queue = await visit.ask(karaokeApi.queue);
    const { isOpen, waiting } = queue;
    const content = html`${showStage(queue, visit)}
<h2>Waiting</h2>
${
  waiting.length > 0
    ? html`<form method="post"><ol class="rows">${waiting.map((entry) =>
        showEntry(
          entry,
          html`<span class="actions">${entry.position > 1 ? html`<button type="submit" class="quiet" name="${visit.action('first')}" value="${entry.id}">First<span class="hide">: ${describeEntry(entry).name}</span></button>` : nothing}<button type="submit" class="quiet stop" name="${visit.action('notHere')}" value="${entry.id}">Remove<span class="hide">: ${describeEntry(entry).name}</span></button></span>`,
        ),
      )}</ol></form>`
    : html`<p class="soft">No one is waiting.</p>`
}
<form method="post" class="actions">${
      isOpen
        ? html`<button type="submit" class="quiet" name="${visit.action('close')}">Close the queue</button>`
        : html`<button type="submit" class="button" name="${visit.action('open')}">Open the queue</button>`
    }</form>
<p class="soft">${isOpen ? 'People can put themselves on the queue.' : 'No one else can join. Those who wait stay.'} <a href="/wall/karaoke">Screen for the wall</a></p>`;
    return livePage('Run the queue', content);
  },
});

function showStage(
  { called, waiting }: KaraokeQueueData,
  visit: Visit<unknown, unknown, 'next' | 'notHere' | 'later'>,
): Html {
  const next = html`<button type="submit" class="button" name="${visit.action('next')}" value="${called?.id ?? 0}">${called ? 'Next' : 'Call the first'}</button>`;
  if (!called)
    return waiting.length > 0
      ? html`<section class="onstage" aria-labelledby="called"><h2 id="called">No one is on stage</h2><form method="post" class="actions">${next}</form></section>`
      : nothing;
  const { name, song } = describeEntry(called);
  return html`<section class="onstage" aria-labelledby="called"><p class="live">On stage</p>
<h2 id="called">${name}</h2>
<p>${song}</p>
<form method="post" class="actions">${next}<button type="submit" class="quiet" name="${visit.action('notHere')}" value="${called.id}">Not here</button>${
    waiting.length > 0
      ? html`<button type="submit" class="quiet" name="${visit.action('later')}" value="${called.id}">Later</button>`
      : nothing
  }</form></section>`;
}

/** As many as are legible from the other end of a bar. */
const maxShown = 6;

/** For a screen next to the stage: who sings, and who comes next. Typed titles appear when the manager calls them. */
export const karaokeWall = page({
  path: '/wall/karaoke',
  ignoresSession: true,
  asks: [karaokeApi.queue],
  async show(visit) {
    const { clock } = visit;
    const { called, waiting, isOpen } = await visit.ask(karaokeApi.queue);
    const address = `${visit.findShipAddress()}${queuePath}`;
    const main = html`<main>
<header>
<h1>Karaoke</h1>
<p class="clock">${clock.time(clock.now)} <span>ship time</span></p>
</header>
${
  called || waiting.length > 0
    ? html`<table class="rooms">
<thead><tr><th scope="col">Singer</th><th scope="col">Song</th></tr></thead>
<tbody>${when(called, showCalled)}${waiting.slice(0, maxShown).map((entry) => showWaiting(entry))}</tbody>
</table>`
    : html`<p class="quiet-day">${isOpen ? 'The stage is yours: put yourself on the queue.' : 'See you at the next karaoke evening.'}</p>`
}
<footer>
<div>${waiting.length > maxShown ? html`<p class="say">${icon('mic-vocal')}<b>${waiting.length - maxShown} more waiting</b></p>` : nothing}</div>
<p class="join"><span>Sing tonight<br><b>${address.replace(/^https?:\/\//, '')}</b></span>${qrCode(address, `QR code for ${address}`)}</p>
</footer>
</main>`;
    return { title: 'Karaoke', main, isScreen: true };
  },
});

function showCalled(entry: KaraokeQueueEntryData): Html {
  const { name, song } = describeEntry(entry);
  return html`<tr><th scope="row">${name}</th><td><b>${song}</b><span class="now">On stage</span></td></tr>`;
}

function showWaiting(entry: KaraokeQueueEntryData): Html {
  const { name, song } = describeEntry(entry);
  return html`<tr><th scope="row">${name}</th><td>${entry.songID === undefined ? nothing : html`<b>${song}</b>`}</td></tr>`;
}
