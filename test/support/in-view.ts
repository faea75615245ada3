import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

/** Milliseconds: scripts and pictures may move what's shown for a moment. */
const settles = 5000;

/**
 * Why an element can't be seen; undefined if it's on the screen and no bar covers it. Of an element that is taller than
 * the screen, the first lines count. Bars are sticky or fixed; they don't cover what's in them.
 */
export const whyNotInView = (element: Locator): Promise<string | undefined> =>
  element.evaluate((target) => {
    const page = target.ownerDocument;
    const { innerHeight, innerWidth, getComputedStyle } = page.defaultView;
    const { top, bottom: end, left, width } = target.getBoundingClientRect();
    const bottom = end - top > innerHeight ? top + 20 : end;
    const at = `from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} pixels`;
    if (top < -0.5 || bottom > innerHeight + 0.5) return `off the screen, ${at}`;
    const x = Math.min(innerWidth - 1, Math.max(0, left + Math.min(width, innerWidth) / 2));
    for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
      for (let seen = page.elementFromPoint(x, y); seen; seen = seen.parentElement)
        if (!seen.contains(target) && /sticky|fixed/.test(getComputedStyle(seen).position))
          return `covered by <${seen.localName} class="${seen.className}">, ${at}`;
    }
    return undefined;
  });

/** Fails unless the element is on the screen soon, with no bar over it. */
export async function assertInView(element: Locator, name: string): Promise<void> {
  await element.waitFor({ state: 'attached' });
  const deadline = performance.now() + settles;
  let reason = await whyNotInView(element);
  while (reason !== undefined && performance.now() < deadline) {
    await pause(50);
    reason = await whyNotInView(element);
  }
  assert.equal(reason, undefined, name);
}
