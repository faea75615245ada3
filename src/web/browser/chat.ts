import { askForPage } from './ask.ts';
import { takeOverBadges } from './badges.ts';

/** So many messages are asked for again, in case some before them were deleted meanwhile. */
const overlap = 10;
/** Pixels from the end within which someone reads along. */
const nearEnd = 200;

/** The messages of the chat that this page shows. */
const findMessages = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-chat]');

/** The chat that this page shows, to its end. */
export const findOpenChat = (): string | undefined => findMessages()?.dataset.chat;

let underWay: Promise<void> | undefined;
let isAskedAgain = false;

/** Shows what was written since in the chat that this page shows, and what is unread elsewhere. */
export function catchUpWithChat(): Promise<void> {
  isAskedAgain = underWay !== undefined;
  underWay ??= catchUpUntilNothingCame().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function catchUpUntilNothingCame(): Promise<void> {
  do {
    isAskedAgain = false;
    await catchUp();
  } while (isAskedAgain);
}

async function catchUp(): Promise<void> {
  const shown = findMessages();
  if (!shown) return;
  for (;;) {
    const start = Math.max(0, Number(shown.dataset.next) - overlap);
    const newer = await askForPage(`/chats/${shown.dataset.chat}?start=${start}`);
    const messages = newer?.querySelector<HTMLElement>('[data-chat]');
    if (!newer || !messages) return;
    takeOverBadges(newer);
    keepAtEnd(() => append(shown, messages));
    const isComplete = Number(messages.dataset.next) >= Number(messages.dataset.total);
    const isFurther = Number(messages.dataset.next) > Number(shown.dataset.next);
    shown.dataset.next = messages.dataset.next ?? '0';
    if (isComplete || !isFurther) return;
  }
}

/** Adds the messages that are not shown yet, each day under its name, before those that wait to be sent. */
function append(shown: HTMLElement, messages: HTMLElement): void {
  const firstWaiting = shown.querySelector(':scope > [data-waits], :scope > template');
  let day: Element | undefined;
  for (const message of messages.querySelectorAll(':scope > li')) {
    if (!message.id || message.id === 'new') {
      day = message.id ? day : message;
      continue;
    }
    if (document.getElementById(message.id) === null) {
      shown.insertBefore(message, firstWaiting);
      hideWaiting(shown, message);
    }
    if (day && document.getElementById(message.id) === message) shown.insertBefore(day, message);
    day = undefined;
  }
}

/**
 * A message of one's own may be shown before the answer to its sending has come: then it no longer waits to be seen. It
 * does to be sent, until the answer; should it be refused, it is another one, and is shown again.
 */
function hideWaiting(shown: HTMLElement, message: Element): void {
  if (!message.classList.contains('own')) return;
  const waiting = shown.querySelectorAll<HTMLElement>(':scope > .waits:not([hidden])');
  const same = [...waiting].find((one) => readText(one) === readText(message));
  same?.toggleAttribute('hidden', true);
}

/** Without its spaces: the box shows lines and paragraphs as elements. */
const readText = (message: Element): string => (message.querySelector('.text')?.textContent ?? '').replace(/\s+/g, '');

/** Keeps the newest message above the field in which the next one is written while that grows. */
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

/** Anyone who reads the end of a page goes on reading its end. */
export function keepAtEnd(change: () => void): void {
  const page = document.documentElement;
  const isAtEnd = page.scrollHeight - innerHeight - scrollY < nearEnd;
  change();
  if (isAtEnd) scrollTo({ top: page.scrollHeight });
}
