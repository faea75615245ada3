import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe } from 'node:test';
import { pages } from '#web/pages/pages.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { drawSample } from '../support/sample.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Returns the accessibility checker's findings for the open page. */
async function findBarriers({ tab }: Phone): Promise<string[]> {
  const violations = (await tab.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((report) => report.violations)",
  )) as Finding[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Returns how far the page extends beyond the right edge of the screen, in pixels. */
const measureOverflow = ({ tab }: Phone): Promise<number> =>
  tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Lists links and fields that the edge of the screen cuts off; days and tables scroll sideways in their own containers.
 */
const listCutOff = ({ tab }: Phone): Promise<string[]> =>
  tab.evaluate(`[...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((element) => !element.closest('.days, .wide') && element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.outerHTML)`);

/** Lists multi-line text fields that show fewer than three lines; a chat's field grows while the user types. */
const listShortFields = ({ tab }: Phone): Promise<string[]> =>
  tab.evaluate(`[...document.querySelectorAll('textarea')]
    .filter((field) => !field.closest('.composer') && field.checkVisibility()
      && field.clientHeight < 3 * Number.parseFloat(getComputedStyle(field).lineHeight))
    .map((field) => field.outerHTML)`);

/** Returns the size of the smallest visible text, in pixels. */
const measureSmallestText = ({ tab }: Phone): Promise<number> =>
  tab.evaluate(`Math.min(...[...document.querySelectorAll('main *')]
    .filter((element) => !element.closest('svg') && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))`);

/** Doubles the text size, like a user who has set their browser to large text. */
async function doubleText(phone: Phone): Promise<void> {
  const before = await measureSmallestText(phone);
  // An inline style would be blocked by the page's content security policy.
  await phone.tab.evaluate("document.documentElement.style.setProperty('font-size', '200%', 'important')");
  assert.ok((await measureSmallestText(phone)) >= 2 * before, 'all text grows');
}

describe('in a browser, every page', () => {
  const shown = pages.filter(({ isFile }) => !isFile);
  for (const page of drawSample(shown, 8)) {
    test(`${page.path} is accessible in light and dark, logs no error, and fits a small screen`, async () => {
      // Every page opens a socket, and each user's sockets are rate limited.
      world.app.clock.advance({ seconds: 20 });
      // The viewport is as tall as the longest page, so the bar covers nothing.
      const phone = await openPhone(world.app.url, { token: world.viewerOf(page).token, height: 6000 });
      const { tab, complaints } = phone;
      const response = await tab.goto(world.addressOf(page));
      assert.equal(response?.status(), 200);
      await tab.evaluate(axe);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        assert.deepEqual(await findBarriers(phone), [], colorScheme);
      }
      await tab.setViewportSize({ width: 390, height: 844 });
      assert.deepEqual(await listCutOff(phone), []);
      assert.deepEqual(await listShortFields(phone), []);
      await tab.setViewportSize({ width: 320, height: 844 });
      assert.equal(await measureOverflow(phone), 0);
      await doubleText(phone);
      for (const width of [320, 390, 640, 1280]) {
        await tab.setViewportSize({ width, height: 844 });
        assert.equal(await measureOverflow(phone), 0, `${width} pixels wide, with text of twice the size`);
      }
      assert.deepEqual(complaints, []);
    });
  }
});
