import { askForPage } from './ask.ts';

const slots = '[id^="unread-"]';

/** Takes over the badges of a newer page. */
export function takeOverBadges(newer: Document): void {
  for (const slot of newer.querySelectorAll(slots)) {
    const shown = document.getElementById(slot.id);
    if (shown && shown.innerHTML !== slot.innerHTML) shown.replaceWith(slot);
  }
}

/** Asks again what is unread. */
export async function renewBadges(): Promise<void> {
  const newer = await askForPage('/badges');
  if (newer) takeOverBadges(newer);
}
