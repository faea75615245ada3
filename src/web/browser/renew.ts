import { Idiomorph } from 'idiomorph';
import { askForPage } from './ask.ts';
import { replaceBadges } from './badges.ts';
import { renewMessage } from './chat.ts';
import { fitDescriptions } from './describe.ts';

/**
 * Shows where a form leads: the message in the open chat, the updated page, scrolled to the address's fragment, or
 * another page.
 */
export async function showDestination(to: string): Promise<void> {
  const { pathname, search, hash } = new URL(to, location.href);
  if (pathname === location.pathname && hash.startsWith('#p') && (await renewMessage(hash.slice(1)))) return;
  const isHere = pathname === location.pathname && search === location.search;
  if (!isHere || !(await renewPage())) return location.assign(to);
  if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'nearest' });
}

/** Updates this page in place. What the user has opened, typed or is reading stays as it is. */
export async function renewPage(): Promise<boolean> {
  const newer = await askForPage(location.pathname + location.search);
  if (newer) replaceContent(newer);
  return newer !== undefined;
}

/** Replaces the content of this document with another document's. */
export function replaceContent(newer: Document): void {
  const [shown, main] = [document.querySelector('main'), newer.querySelector('main')];
  if (!shown || !main) return;
  // The marker sets where a page opens; this one is open already.
  for (const one of main.querySelectorAll('[autofocus]')) one.removeAttribute('autofocus');
  Idiomorph.morph(shown, main, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node) => !isTypedIn(node),
      beforeNodeRemoved: (node) => !(node instanceof HTMLElement && 'waits' in node.dataset),
      beforeAttributeUpdated: (name, element) => !(name === 'open' && element instanceof HTMLDetailsElement),
    },
  });
  fitDescriptions(document);
  document.title = newer.title;
  replaceBadges(newer);
}

const isTypedIn = (node: Element): boolean =>
  (node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && node.type !== 'hidden')) &&
  node.value !== node.defaultValue;
