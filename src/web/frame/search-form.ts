import { maxSearch } from '#contract/fields.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';

interface SearchFormOptions {
  /** Where the form leads. */
  readonly path: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Other query parameters to keep in the address. */
  readonly keep?: Readonly<Record<string, string | undefined>>;
}

/** A one-line search form. */
export const searchForm = ({ path, label, value, keep = {} }: SearchFormOptions): Html =>
  html`<form class="note" action="${path}" role="search">${Object.entries(keep).map(([name, kept]) => when(kept, (text) => html`<input type="hidden" name="${name}" value="${text}">`))}
<p class="searching"><label for="search" class="hide">${label}</label><input id="search" name="search" type="search" placeholder="${label}" maxlength="${maxSearch}"${when(value, (words) => html` value="${words}"`)}><button type="submit" class="icon">${icon('search')}<span class="hide">Search</span></button></p></form>`;
