import { type Html, html } from './html.ts';
import { icon } from './icons.ts';

/** Marks a form whose messages wait on the phone, if the script runs, until the server can be reached. */
export const keepsMessages: Html = html` data-outbox`;

/**
 * The template for a message that waits to be sent or was rejected. The page's script fills it in and inserts the
 * messages here.
 */
export function unsentTemplate(kind: 'message' | 'post'): Html {
  const content = html`<p class="by"><span data-when="waiting">Not sent yet</span><span data-when="refused" hidden>Couldn’t send</span></p>
<div class="text"></div>
<p class="say s stop" data-when="refused" hidden>${icon('circle-alert')}<span class="why"></span></p>
<p class="actions" data-when="refused" hidden><button type="button" class="quiet" value="edit">Edit</button><button type="button" class="quiet" value="again">Send again</button><button type="button" class="quiet stop" value="drop">Delete</button></p>`;
  return html`<template data-unsent>${
    kind === 'message'
      ? html`<li class="msg own waits" data-waits>${content}</li>`
      : html`<div class="post own waits" data-waits>${content}</div>`
  }</template>`;
}
