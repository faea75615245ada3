import { type Html, html, when } from '../frame/html.ts';
import type { View } from '../page.ts';

/** An error that is shown as a page. */
export interface Trouble {
  readonly status: number;
  readonly reason: string;
  /** The request's id in the log, for server errors. */
  readonly requestID: string;
}

/** A page that explains an error and where to continue. */
export function showTrouble({ status, reason, requestID }: Trouble): View {
  const { title, what, advice } = describe(status, reason);
  const main = html`<main>
<header class="head"><h1>${title}</h1></header>
<div class="col">
${when(what, (text) => html`<p>${text}</p>`)}
${when(advice, (text) => html`<p>${text}</p>`)}
${when(status >= 500, () => html`<p class="soft">If you report this, mention the request ID <code>${requestID}</code>.</p>`)}
<p class="actions">${linkToToday()}</p>
</div>
</main>`;
  return { title, main };
}

const linkToToday = (): Html => html`<a class="quiet" href="/">Go to Today</a>`;

/** Describes an error: a title, what happened unless the title says it, and what to do. */
interface ErrorWords {
  readonly title: string;
  readonly what?: string;
  readonly advice?: string;
}

function describe(status: number, reason: string): ErrorWords {
  switch (status) {
    case 403:
      return { title: 'Not allowed', what: reason };
    case 404:
      return {
        title: reason.replace(/\.$/, ''),
        advice: 'It may have been deleted or hidden, or the address is mistyped.',
      };
    case 413:
      return { title: 'Too large', what: reason, advice: 'Choose a smaller one and try again.' };
    case 429:
      return { title: 'Too many requests', what: reason };
    case 451:
      return { title: 'Switched off', what: reason };
    case 503:
      return { title: 'The ship is busy', what: reason, advice: 'Nothing you already sent is lost.' };
    default:
      return status >= 500
        ? { title: 'Something went wrong', advice: 'The problem is on our side. Go back and try again.' }
        : { title: 'That didn’t work', what: reason, advice: 'Go back and try again.' };
  }
}
