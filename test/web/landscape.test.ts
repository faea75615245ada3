import assert from 'node:assert/strict';
import { pages } from '#web/pages/pages.ts';
import { openPhone, test } from '../support/browser.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
/** Insets for the camera and round corners of a phone in landscape orientation. */
const insetPixels = 59;

const checkedPages = pages.filter(({ path }) =>
  ['/', '/schedule', '/chats/{chat}', '/sign-in', '/join', '/wall'].includes(path),
);

for (const page of checkedPages) {
  test(`${page.path} avoids a phone’s camera in landscape orientation`, async () => {
    const { tab, context } = await openPhone(world.app.url, {
      token: world.viewerOf(page).token,
      width: 844,
      height: 390,
    });
    const session = await context.newCDPSession(tab);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: insetPixels, right: insetPixels, bottom: 21 },
    });
    await tab.goto(world.addressOf(page));
    const covered = await tab.evaluate(`[...document.querySelectorAll('main *, .places a, .skip')]
      .filter((element) => element.checkVisibility() && !element.matches('.hide, .hide *, .days *')
        && (element.matches('a, button, input, textarea, summary') || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < ${insetPixels} || right > innerWidth - ${insetPixels});
      })
      .map((element) => element.outerHTML.slice(0, 200))`);
    assert.deepEqual(covered, []);
    const viewport = await tab.locator('meta[name="viewport"]').getAttribute('content');
    assert.match(viewport ?? '', /viewport-fit=cover.*interactive-widget=resizes-content/);
    if (process.env.SHOTS)
      await tab.screenshot({ path: `${process.env.SHOTS}/landscape${page.path.replaceAll('/', '_')}.png` });
  });
}
