import { type Html, html, nothing } from './html.ts';
import { icon } from './icons.ts';

/** Where a page of a list stands in it. */
export interface PageOfList {
  readonly total: number;
  readonly start: number;
  readonly limit: number;
}

/** The way to the pages before and after; nothing where all fits on one. `label` tells several of them apart. */
export function pager({ total, start, limit }: PageOfList, linkTo: (start: number) => string, label = 'Pages'): Html {
  if (total <= limit && start === 0) return nothing;
  const end = Math.min(total, start + limit);
  return html`<nav class="pager" aria-label="${label}">
  ${start > 0 ? html`<a href="${linkTo(Math.max(0, start - limit))}" rel="prev">${icon('chevron-left')}Earlier</a>` : html`<span></span>`}
  <span class="soft">${Math.min(start + 1, end)} to ${end} of ${total}</span>
  ${end < total ? html`<a href="${linkTo(end)}" rel="next">Later${icon('chevron-right')}</a>` : html`<span></span>`}
</nav>`;
}

/** An address with what of this is given. */
export function addressWith(
  path: string,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
