import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

/** Milliseconds that scripts and pictures may still move the content. */
const settleMilliseconds = 5000;

/** How much of an element must be visible: all of it, or its first line if a link leads to something long. */
type VisibleExtent = 'whole' | 'start';

/** The parts of an element in a page that the check reads. */
interface ShownElement {
  readonly localName: string;
  readonly className: string;
  readonly parentElement: ShownElement | null;
  readonly ownerDocument: {
    readonly defaultView: Screen;
    elementFromPoint(x: number, y: number): ShownElement | null;
  };
  checkVisibility(): boolean;
  contains(other: ShownElement): boolean;
  getBoundingClientRect(): Readonly<Record<'top' | 'bottom' | 'left' | 'width', number>>;
}

interface Screen {
  readonly innerHeight: number;
  readonly innerWidth: number;
  getComputedStyle(element: ShownElement): { readonly position: string };
}

/** Returns why an element isn't visible; undefined if it is. */
export const findReasonNotInView = (element: Locator, extent: VisibleExtent = 'whole'): Promise<string | undefined> =>
  element.evaluate(reasonNotInView, extent);

/**
 * Returns why an element isn't visible; undefined if it's on the screen and no bar covers it. Bars are sticky or fixed;
 * they don't cover their own content. Runs in pages, so it can't refer to anything outside itself.
 */
export function reasonNotInView(target: ShownElement, lines: VisibleExtent): string | undefined {
  const page = target.ownerDocument;
  const screen = page.defaultView;
  const { innerHeight, innerWidth } = screen;
  if (!target.checkVisibility()) return 'not rendered';
  const { top, bottom: end, left, width } = target.getBoundingClientRect();
  const bottom = lines === 'start' ? Math.min(end, top + 20) : end;
  const at = `from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} pixels`;
  if (top < -0.5 || bottom > innerHeight + 0.5) return `off the screen, ${at}`;
  const x = Math.min(innerWidth - 1, Math.max(0, left + Math.min(width, innerWidth) / 2));
  const listAbove = (seen: ShownElement | null): ShownElement[] =>
    seen ? [seen, ...listAbove(seen.parentElement)] : [];
  // For an element without height, the line above it counts.
  const heights = bottom - top < 2 ? [top - 4] : [top + 1, (top + bottom) / 2, bottom - 1];
  const bar = heights
    .flatMap((y) => listAbove(page.elementFromPoint(x, y)))
    .find((one) => !one.contains(target) && /sticky|fixed/.test(screen.getComputedStyle(one).position));
  return bar && `covered by <${bar.localName} class="${bar.className}">, ${at}`;
}

/** Fails unless the element is soon on the screen with no bar over it. */
export async function assertInView(element: Locator, name: string, extent?: VisibleExtent): Promise<void> {
  await element.waitFor({ state: 'attached' });
  const deadline = performance.now() + settleMilliseconds;
  let reason = await findReasonNotInView(element, extent);
  while (reason !== undefined && performance.now() < deadline) {
    await pause(50);
    reason = await findReasonNotInView(element, extent);
  }
  assert.equal(reason, undefined, name);
}
