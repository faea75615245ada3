import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { pages } from '#web/pages/pages.ts';
import { openPhone, type Phone } from '../support/browser.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What the checker for accessibility says of the page that is open. */
async function findBarriers({ tab }: Phone): Promise<string[]> {
  await tab.evaluate(axe);
  const violations = (await tab.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((report) => report.violations)",
  )) as Finding[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** How far the page reaches beyond the right edge of the screen, in pixels. */
const measureOverflow = ({ tab }: Phone): Promise<number> =>
  tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('in a browser, every page', () => {
  for (const page of pages.filter(({ isFile }) => !isFile)) {
    test(`${page.path} has no barrier, light and dark, and no complaint`, async () => {
      // Every page opens a socket, of which nobody has more than so many in a while.
      world.app.clock.advance({ seconds: 20 });
      for (const isDark of [false, true]) {
        // As tall as the longest page: nothing lies half under the bar.
        const phone = await openPhone(world.app.url, { token: world.viewerOf(page).token, height: 6000, isDark });
        try {
          const response = await phone.tab.goto(world.addressOf(page));
          assert.equal(response?.status(), 200);
          assert.deepEqual(await findBarriers(phone), []);
          assert.deepEqual(phone.complaints, []);
        } finally {
          await phone.context.close();
        }
      }
    });

    test(`${page.path} fits on a screen of 320 pixels, with text of twice the size too`, async () => {
      const phone = await openPhone(world.app.url, { token: world.viewerOf(page).token, width: 320 });
      try {
        await phone.tab.goto(world.addressOf(page));
        assert.equal(await measureOverflow(phone), 0);
        await phone.tab.addStyleTag({ content: 'html { font-size: 200% !important }' }).catch(() => {});
        assert.equal(await measureOverflow(phone), 0);
      } finally {
        await phone.context.close();
      }
    });
  }
});
