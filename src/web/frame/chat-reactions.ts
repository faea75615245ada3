import { getReactorsField, type Reaction, reactions } from '#core/posts/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { FezPostData } from '#features/fez/records.ts';
import type { VisitWith } from '../visit.ts';
import { type Html, html, nothing, trustedHtml } from './html.ts';
import { icon } from './icons.ts';
import { getShownName } from './people.ts';
import { reactButton, reactionsWithLooks, shownReaction } from './posts.ts';

type Message = Pick<FezPostData, 'postID' | 'userLike' | `${Reaction}s`>;
type ReactVisit = VisitWith<Reaction | 'unreact'>;

/** More would hide the message. */
const maxNames = 8;

/** The reactions to a message, by name: buttons to join in, unless the viewer can't react to it. */
export function messageReactions(message: Message, mayReact: boolean, visit: ReactVisit): Html {
  const { postID, userLike } = message;
  if (!reactions.some((reaction) => message[getReactorsField(reaction)])) return nothing;
  const shown = reactionsWithLooks.flatMap((look) => {
    const names = listNames(message[getReactorsField(look.reaction)] ?? []);
    if (names === '') return [];
    return [mayReact ? reactButton(look, postID, userLike, visit, names) : shownReaction(look, names)];
  });
  return shown.length === 0 ? nothing : html`<p class="reacts">${shown}</p>`;
}

function listNames(users: readonly UserHeader[]): string {
  const names = users.map(getShownName);
  if (names.length <= maxNames) return names.join(', ');
  return `${names.slice(0, maxNames - 1).join(', ')} and ${names.length - maxNames + 1} more`;
}

/** Stands for the number of a message in the template of the menu; `browser/message-menu.ts` replaces it. */
const messageNumberPlaceholder = 'message-number';

/**
 * Links to the page on which the message's menu is open. With script it opens at once, from a template: a page with a
 * menu for each message would be twice as large.
 */
export const menuLink = ({ postID }: Pick<Message, 'postID'>, start: number): Html =>
  // Not a template, which takes longer: a page has one of these for each message, and only numbers are inserted.
  trustedHtml(
    `<p class="about"><a class="icon" href="?start=${start}&amp;menu=${postID}#p${postID}" data-menu>${icon('smile-plus')}<span class="hide">Options for this message</span></a></p>`,
  );

/** The buttons to react to a message, and what else can be done with it. */
export const messageMenu = (postID: number | string, others: RenderOtherActions, visit: ReactVisit): Html =>
  html`<div class="reacts pop">${reactionsWithLooks.map(
    ({ reaction, label, picture }) =>
      html`<button type="submit" class="react" name="${visit.action(reaction)}" value="${postID}" aria-label="${label}">${icon(picture)}</button>`,
  )}${others(postID)}</div>`;

/** What else can be done with a message, by its number. */
type RenderOtherActions = (postID: number | string) => Html;

/** The template from which scripts open the menu of any message. */
export const menuTemplate = (others: RenderOtherActions, visit: ReactVisit): Html =>
  html`<template data-menu-of="${messageNumberPlaceholder}">${messageMenu(messageNumberPlaceholder, others, visit)}</template>`;
