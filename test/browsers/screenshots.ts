import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { say } from '../../build/project.ts';
import { createEvening, type Evening } from '../../build/screenshots/evening.ts';
import { launchBrowser } from '../../build/testing/launch-browser.ts';
import { type Engine, retryIfUnresponsive, screen } from './driver.ts';
import { launchChromium } from './engines/chromium.ts';
import { launchFirefox } from './engines/firefox.ts';
import { launchWebKit } from './engines/webkit.ts';
import { openGate, signInPath } from './gate.ts';

type Viewer = keyof Evening['viewers'] | 'anonymous';

/** Pages by the user who views them. `{name}` is replaced with an id from the sample evening. */
const pages: readonly (readonly [Viewer, name: string, path: string])[] = [
  ['anonymous', 'sign-in', '/sign-in'],
  ['anonymous', 'wall', '/wall'],
  ['passenger', 'today', '/'],
  ['passenger', 'schedule', '/schedule'],
  ['passenger', 'event', '/event/{event}'],
  ['passenger', 'chats', '/chats'],
  ['passenger', 'chat', '/chats/{chat}#new'],
  ['passenger', 'thread', '/forums/thread/{thread}'],
  ['passenger', 'feed', '/feed'],
  ['passenger', 'profile', '/settings/profile'],
  ['staff', 'reports', '/desk/reports'],
  ['staff', 'schedule-desk', '/staff/schedule'],
];
const pagesInMontage = 2;

/** Takes screenshots of twelve pages in three engines, and writes montages of them side by side into a folder. */
export async function shootEngines(folder: string): Promise<void> {
  const into = resolve(folder);
  await mkdir(into, { recursive: true });
  const data = await mkdtemp(join(tmpdir(), 'gangway-engines-'));
  const evening = await createEvening(data);
  const gate = await openGate(evening.url, '');
  try {
    const shots = [];
    for (const launch of [launchChromium, launchFirefox, launchWebKit]) {
      const engine = await launch();
      shots.push(await takeScreenshots(engine, evening, gate.url));
      await engine.close();
    }
    await writeMontages(into, shots);
    say(`${shots.flat().length} pictures in ${into}`);
  } finally {
    gate.close();
    await evening.close();
    await rm(data, { recursive: true, force: true });
  }
}

/** Returns a PNG screenshot of every page. */
async function takeScreenshots(engine: Engine, { viewers, places }: Evening, url: string): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const [viewer, , path] of pages) {
    const filled = path.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? '');
    const address = url + (viewer === 'anonymous' ? filled : signInPath(viewers[viewer].token, filled));
    pictures.push(await retryIfUnresponsive(() => shoot(engine, address)));
  }
  return pictures;
}

async function shoot(engine: Engine, address: string): Promise<Buffer> {
  const tab = await engine.openTab({ hasScript: true, port: Number(new URL(address).port) });
  try {
    await tab.open(address);
    return await tab.screenshot();
  } finally {
    await tab.close();
  }
}

async function writeMontages(into: string, shots: readonly (readonly Buffer[])[]): Promise<void> {
  const browser = await launchBrowser();
  for (let first = 0; first < pages.length; first += pagesInMontage) {
    const images = pages
      .slice(first, first + pagesInMontage)
      .flatMap((_, index) =>
        shots.map(
          (pictures) =>
            `<img src="data:image/png;base64,${pictures[first + index]?.toString('base64')}" width="${screen.width}">`,
        ),
      );
    const tab = await browser.newPage({
      viewport: { width: images.length * (screen.width + 8), height: screen.height },
    });
    await tab.setContent(`<body style="margin:0;display:flex;gap:8px;background:#888">${images.join('')}`);
    await writeFile(join(into, `engines-${1 + first / pagesInMontage}.png`), await tab.screenshot());
    await tab.close();
  }
  await browser.close();
}
