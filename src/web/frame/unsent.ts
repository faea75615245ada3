import { type Html, html, nothing } from './html.ts';
import { icon } from './icons.ts';

/** A form whose messages wait on the phone, where the script runs, until the box can be reached. */
export const keepsMessages: Html = html` data-outbox`;

/** Where a message stands that is on the phone only. */
interface UnsentPlace {
  /** The id of the element that it is shown in. */
  readonly list: string;
  readonly kind: 'message' | 'post';
  /** New posts stand first where the newest do. */
  readonly isFirst?: boolean;
}

/** How a message looks that waits to be sent or was refused; the script of the page fills it in. */
export function unsentTemplate({ list, kind, isFirst = false }: UnsentPlace): Html {
  const inner = html`<p class="by"><span data-when="waiting">${icon('clock')}Not sent yet</span><span data-when="refused" hidden>Not taken</span></p>
<div class="text"></div>
<p class="say s stop" data-when="refused" hidden>${icon('circle-alert')}<span class="why"></span></p>
<p class="actions" data-when="refused" hidden><button type="button" class="quiet" value="edit">Edit</button><button type="button" class="quiet" value="again">Send again</button><button type="button" class="quiet stop" value="drop">Throw away</button></p>`;
  return html`<template data-list="${list}"${isFirst ? html` data-at="start"` : nothing}>${
    kind === 'message'
      ? html`<li class="msg own waits" data-waits>${inner}</li>`
      : html`<div class="post own waits" data-waits>${inner}</div>`
  }</template>`;
}
