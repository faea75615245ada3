import { launchBrowser } from '../../../build/testing/launch-browser.ts';
import { type Engine, screen, type Tab, type TabOptions } from '../driver.ts';

/** Launches the Chromium that `npm test` uses, driven by Playwright. */
export async function launchChromium(): Promise<Engine> {
  const browser = await launchBrowser();
  return {
    name: 'Chromium',
    async openTab({ hasScript }: TabOptions): Promise<Tab> {
      const context = await browser.newContext({ viewport: screen, javaScriptEnabled: hasScript });
      const page = await context.newPage();
      return {
        open: async (address) => void (await page.goto(address)),
        back: async () => void (await page.goBack({ waitUntil: 'commit' })),
        evaluate: (expression) => page.evaluate(expression),
        tap: ({ x, y }, clickCount) => page.mouse.click(x, y, { clickCount }),
        type: (text) => page.keyboard.type(text),
        chooseFile: (selector, file) => page.locator(selector).first().setInputFiles(file),
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
