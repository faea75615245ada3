import { askForPage } from './ask.ts';

const badgeSelector = '[id^="unread-"]';

/** Copies the badges from a newer page. */
export function replaceBadges(newer: Document): void {
  for (const slot of newer.querySelectorAll(badgeSelector)) {
    const shown = document.getElementById(slot.id);
    if (shown && shown.innerHTML !== slot.innerHTML) shown.replaceWith(slot);
  }
}

/** Fetches the unread counts again. */
export async function renewBadges(): Promise<void> {
  const newer = await askForPage('/badges');
  if (newer) replaceBadges(newer);
}
