import { launchBrowser } from '../../../build/testing/launch-browser.ts';
import { answerInTime, type Engine, screen, type Tab, type TabOptions } from '../driver.ts';

/** Launches the Chromium that `npm test` uses, driven by Playwright. */
export async function launchChromium(): Promise<Engine> {
  const browser = await launchBrowser();
  return {
    name: 'Chromium',
    async openTab({ hasScript }: TabOptions): Promise<Tab> {
      const opened = browser.newContext({ viewport: screen, javaScriptEnabled: hasScript });
      const context = await answerInTime('newContext', opened);
      const page = await answerInTime('newPage', context.newPage());
      return {
        open: async (address) => void (await page.goto(address)),
        back: async () => void (await page.goBack({ waitUntil: 'commit' })),
        evaluate: (expression) => answerInTime('evaluate', page.evaluate(expression)),
        tap: ({ x, y }, clickCount) => answerInTime('click', page.mouse.click(x, y, { clickCount })),
        type: (text) => answerInTime('type', page.keyboard.type(text)),
        chooseFile: (selector, file) => page.locator(selector).first().setInputFiles(file),
        screenshot: () => page.screenshot(),
        close: () => answerInTime('close', context.close()),
      };
    },
    close: () => browser.close(),
  };
}
