import type { Phone } from './phone.ts';

/** Writes a message in the chat that's open. */
export async function send(phone: Phone, text: string): Promise<void> {
  await phone.fill('Your message', text);
  await phone.press('Send');
}

/** Waits until the newest sent message has this text and is in view. */
export async function waitUntilNewest(phone: Phone, text: string): Promise<void> {
  const sent = '.msg:not([data-waits])';
  await phone.until(
    `[...document.querySelectorAll('${sent} .text')].at(-1)?.innerText.trim() === ${JSON.stringify(text)}`,
  );
  await phone.untilInView(`.msg:nth-last-child(1 of ${sent})`);
}
