import { type Html, html, nothing } from './html.ts';

interface Tab {
  readonly path: string;
  readonly label: Html | string;
  readonly isCurrent: boolean;
}

/** Links to the parts of one subject, next to each other. */
export const tabs = (label: string, all: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${all.map((tab) => html`<a href="${tab.path}"${tab.isCurrent ? html` aria-current="true"` : nothing}>${tab.label}</a>`)}</nav>`;
