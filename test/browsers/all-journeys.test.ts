// Runs every journey in the engine named by the first argument. `npm run test:browsers` runs them in all engines.
import { after, describe, type TestContext, test } from 'node:test';
import { openNetwork } from '../support/weak-network.ts';
import { DriverUnresponsive, type Engine, retryIfUnresponsive, shipName, type Tab } from './driver.ts';
import { launchChromium } from './engines/chromium.ts';
import { launchFirefox } from './engines/firefox.ts';
import { launchWebKit } from './engines/webkit.ts';
import { openGate } from './gate.ts';
import { type Journey, journeys } from './journeys.ts';
import { createPhone } from './phone.ts';
import { type Ship, startShip } from './ship.ts';

/** Hosts to run the journeys at: browsers treat 127.0.0.1 as secure, like TLS, and the other one as insecure. */
const origins = { 'insecure origin': shipName, '127.0.0.1': '127.0.0.1' } as const;

const launchers: Readonly<Record<string, () => Promise<Engine>>> = {
  chromium: launchChromium,
  webkit: launchWebKit,
  firefox: launchFirefox,
};

const launch = launchers[process.argv[2] ?? 'chromium'];
if (!launch) throw new Error(`the engine is one of ${Object.keys(launchers).join(', ')}`);
const engine = await launch();
after(() => engine.close());
const ship = await startShip();

for (const [origin, host] of Object.entries(origins))
  for (const hasScript of [true, false])
    describe(`${engine.name}, ${origin}, script ${hasScript ? 'on' : 'off'}`, () => {
      for (const journey of journeys)
        if (hasScript || journey.worksWithoutScript)
          test(journey.name, { skip: getSkipReason(journey, host, hasScript) }, (context) =>
            runWithRetries(journey, { engine, ship, host, hasScript }, context),
          );
    });

function getSkipReason({ known }: Journey, host: string, hasScript: boolean): string | false {
  const isConcerned = known?.engine === engine.name && host === shipName && !hasScript;
  return isConcerned && known.reason;
}

interface Setting {
  readonly engine: Engine;
  readonly ship: Ship;
  readonly host: string;
  readonly hasScript: boolean;
}

const runWithRetries = (journey: Journey, setting: Setting, context: TestContext): Promise<void> =>
  retryIfUnresponsive(
    () => run(journey, setting),
    ({ message }) =>
      context.diagnostic(`${engine.name}: ${journey.name}: begun once more, since its driver hung (${message})`),
  );

async function run(journey: Journey, { engine, ship, host, hasScript }: Setting): Promise<void> {
  // In a block of its own, since it's inserted in front of a module and its names must not collide.
  const gate = await openGate(ship.url, journey.planted === undefined ? '' : `{ ${journey.planted} }`);
  let tab: Tab | undefined;
  try {
    const network = await openNetwork(gate.url);
    const port = Number(new URL(network.url).port);
    tab = await engine.openTab({ hasScript, port });
    await journey.run({
      phone: createPhone(tab, `http://${host}:${port}`, hasScript),
      ship,
      network,
      engine: engine.name,
    });
  } catch (error) {
    if (error instanceof DriverUnresponsive) throw error;
    const shown = await tab?.evaluate("location.href + '\\n' + document.body?.innerText").catch(() => 'nothing');
    throw new Error(`The page then showed:\n${shown}`, { cause: error });
  } finally {
    // First, since a hung driver can't close its tab, and an open gate would keep this process running.
    gate.close();
    await tab?.close();
  }
}
