import { type Html, html, when } from '../frame/html.ts';
import type { View } from '../page.ts';

/** What went wrong, for whom the page could not be shown. */
export interface Trouble {
  readonly status: number;
  readonly reason: string;
  /** Names the request in the log; for what was our fault. */
  readonly requestID: string;
}

/** A page that says what went wrong and where to go on. */
export function showTrouble({ status, reason, requestID }: Trouble): View {
  const { title, advice } = adviceFor(status);
  const main = html`<main>
<header class="head"><h1>${title}</h1></header>
<div class="col">
<p>${advice}</p>
<p class="soft">${reason}</p>
${when(status >= 500, () => html`<p class="soft">Whoever looks after the box finds this under <code>${requestID}</code>.</p>`)}
<p class="actions">${goOn()}</p>
</div>
</main>`;
  return { title, main };
}

const goOn = (): Html => html`<a class="quiet" href="/">Go to Today</a>`;

function adviceFor(status: number): { title: string; advice: string } {
  return (
    adviceByStatus.get(status) ??
    (status >= 500
      ? { title: 'Something broke', advice: 'That was not your fault. Go back and try again.' }
      : { title: 'That did not work', advice: 'Go back, and try it another way.' })
  );
}

const adviceByStatus = new Map([
  [403, { title: 'Not for you', advice: 'Your account may not see this page.' }],
  [404, { title: 'Not here', advice: 'There is no such page. It may have been removed, or the address is mistyped.' }],
  [413, { title: 'Too large', advice: 'What you sent is larger than the ship takes. Choose a smaller picture.' }],
  [429, { title: 'Too many at once', advice: 'Wait a minute, then try again.' }],
  [451, { title: 'Switched off', advice: 'This part of the service is switched off at the moment.' }],
  [503, { title: 'The ship is busy', advice: 'Try again in a few seconds. Nothing you sent before is lost.' }],
]);
