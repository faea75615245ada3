import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';

/** The position of a page in a list. */
export interface PageOfList {
  readonly total: number;
  readonly start: number;
  readonly limit: number;
}

/**
 * Renders links to the previous, next, first, last and adjacent pages of a list. Returns nothing if everything fits on
 * one page. `label` distinguishes several pagers on one page.
 */
export function pager({ total, start, limit }: PageOfList, linkTo: (start: number) => string, label = 'Pages'): Html {
  if (total <= limit && start === 0) return nothing;
  const end = Math.min(total, start + limit);
  return html`<nav class="pager" aria-label="${label}">
  ${start > 0 ? html`<a href="${linkTo(Math.max(0, start - limit))}" rel="prev">${icon('chevron-left')}<span class="hide">Earlier</span></a>` : html`<span></span>`}
  ${pageNumbers({ total, start, limit }, linkTo)}
  ${end < total ? html`<a href="${linkTo(end)}" rel="next"><span class="hide">Later</span>${icon('chevron-right')}</a>` : html`<span></span>`}
  <span class="soft">${Math.min(start + 1, end)} to ${end} of ${total}</span>
</nav>`;
}

/** Page numbers, counted from 1. A page that begins between two others has no number. */
function pageNumbers({ total, start, limit }: PageOfList, linkTo: (start: number) => string): Html {
  const last = Math.ceil(total / limit);
  const current = Math.floor(start / limit) + 1;
  const shown = [...new Set([1, current - 1, current, current + 1, last])].filter((page) => page >= 1 && page <= last);
  const isHere = (page: number) => (page - 1) * limit === start;
  return html`<ol>${shown.map(
    (page, index) =>
      html`${when(page - (shown[index - 1] ?? 0) > 1, () => html`<li aria-hidden="true">…</li>`)}<li>${
        isHere(page)
          ? html`<b aria-current="page"><span class="hide">Page </span>${page}</b>`
          : html`<a href="${linkTo((page - 1) * limit)}"><span class="hide">Page </span>${page}</a>`
      }</li>`,
  )}</ol>`;
}

/** Builds an address with the query parameters that are set. */
export function buildAddress(
  path: string,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
