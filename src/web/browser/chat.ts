import { askForPage } from './ask.ts';
import { replaceBadges } from './badges.ts';

/** How many known messages are requested again, in case some of them were deleted in the meantime. */
const overlapCount = 10;
/** Distance from the end, in pixels, within which the reader follows new messages. */
const nearEndPixels = 200;

/** How many messages around one are requested with it. */
const neighbouringMessages = 3;

/** The messages of the open chat. */
const findMessages = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-chat]');

/** The open chat, if the page shows its end. */
export const findOpenChat = (): string | undefined => findMessages()?.dataset.chat;

/** The open chat, if the viewer can react in it. */
export const findChatWithReactions = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-chat][data-reacts]')?.dataset.chat;

let currentCatchUp: Promise<void> | undefined;
let isRepeatRequested = false;

/** Adds new messages to the open chat and updates the badges. */
export function catchUpWithChat(): Promise<void> {
  isRepeatRequested = currentCatchUp !== undefined;
  currentCatchUp ??= catchUpRepeatedly().finally(() => {
    currentCatchUp = undefined;
  });
  return currentCatchUp;
}

async function catchUpRepeatedly(): Promise<void> {
  do {
    isRepeatRequested = false;
    await catchUp();
  } while (isRepeatRequested);
}

async function catchUp(): Promise<void> {
  const shown = findMessages();
  if (!shown) return;
  for (;;) {
    const start = Math.max(0, Number(shown.dataset.next) - overlapCount);
    const newer = await askForPage(`/chats/${shown.dataset.chat}?start=${start}`);
    const messages = newer?.querySelector<HTMLElement>('[data-chat]');
    if (!newer || !messages) return;
    replaceBadges(newer);
    keepAtEnd(() => append(shown, messages));
    const isComplete = Number(messages.dataset.next) >= Number(messages.dataset.total);
    const isFurther = Number(messages.dataset.next) > Number(shown.dataset.next);
    shown.dataset.next = messages.dataset.next ?? '0';
    if (isComplete || !isFurther) return;
  }
}

/**
 * Reloads a message and its reactions. Requests only the neighbouring messages, since a busy chat has many. They are
 * enough to find it even if a few were deleted since the page loaded. Returns whether it was found.
 */
export async function renewMessage(id: string): Promise<boolean> {
  const [shown, message] = [findMessages(), document.getElementById(id)];
  if (!shown || !message) return false;
  const messages = [...shown.querySelectorAll<HTMLElement>(':scope > .msg:not([data-waits])')];
  const index = Number(shown.dataset.next) - (messages.length - messages.indexOf(message));
  const start = Math.max(0, index - neighbouringMessages);
  const part = await askForPage(`/chats/${shown.dataset.chat}?start=${start}&limit=${2 * neighbouringMessages + 1}`);
  const newer = part?.getElementById(id);
  if (!newer) return false;
  const hasFocus = message.contains(document.activeElement);
  keepAtEnd(() => message.replaceWith(newer));
  // The keyboard stays at the message.
  if (hasFocus) newer.querySelector<HTMLElement>('a[data-menu]')?.focus({ preventScroll: true });
  return true;
}

/** Adds the messages that aren't shown yet, grouped by day, before the unsent ones. */
function append(shown: HTMLElement, messages: HTMLElement): void {
  const firstUnsent = shown.querySelector(':scope > [data-waits], :scope > template');
  let day: Element | undefined;
  for (const message of messages.querySelectorAll(':scope > li')) {
    if (!message.id || message.id === 'new') {
      day = message.id ? day : message;
      continue;
    }
    if (document.getElementById(message.id) === null) {
      shown.insertBefore(message, firstUnsent);
      hideUnsentCopy(shown, message);
    }
    if (day && document.getElementById(message.id) === message) shown.insertBefore(day, message);
    day = undefined;
  }
}

/**
 * The user's own message may show up before the response to sending it. Then its unsent copy is hidden, but stays
 * queued until the response. If the server rejects it, it's a different message and is shown again.
 */
function hideUnsentCopy(shown: HTMLElement, message: Element): void {
  if (!message.classList.contains('own')) return;
  const waiting = shown.querySelectorAll<HTMLElement>(':scope > .waits:not([hidden])');
  const same = [...waiting].find((one) => readText(one) === readText(message));
  same?.toggleAttribute('hidden', true);
}

/** Compares without spaces: the server renders lines and paragraphs as elements. */
const readText = (message: Element): string => (message.querySelector('.text')?.textContent ?? '').replace(/\s+/g, '');

/** Keeps the newest message above the composer while the composer grows. */
export function keepEndAboveComposer(): void {
  const composer = document.querySelector('.composer');
  if (!composer || findOpenChat() === undefined || !('ResizeObserver' in globalThis)) return;
  let height = composer.clientHeight;
  new ResizeObserver(() => {
    const isTaller = composer.clientHeight > height;
    height = composer.clientHeight;
    if (isTaller) keepAtEnd(() => {});
  }).observe(composer);
}

/** A reader at the end of a page stays at its end. */
export function keepAtEnd(change: () => void): void {
  const page = document.documentElement;
  const isAtEnd = page.scrollHeight - innerHeight - scrollY < nearEndPixels;
  change();
  if (isAtEnd) scrollTo({ top: page.scrollHeight });
}
