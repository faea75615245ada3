import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../../build/running/free-port.ts';
import { DriverUnresponsive, type Engine, screen, type Tab, type TabOptions } from '../driver.ts';
import { getTimeout } from '../timeout.ts';
import { pressAt, typeKeys } from './actions.ts';
import { type Program, startProgram } from './process.ts';

/** WebKit's MiniBrowser, which Debian installs in a folder named after the processor architecture. */
const findBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.{1,0}/MiniBrowser').sort().at(-1);

/** Launches WebKit on a virtual screen, driven over WebDriver. */
export async function launchWebKit(): Promise<Engine> {
  const display = await startProgram({
    command: 'Xvfb',
    arguments: ['-displayfd', '3', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
    isReady: /^(\d+)\n/m,
  });
  return {
    name: 'WebKit',
    openTab: (options) => openTab(`:${display.printed}`, options),
    close: () => display.stop(),
  };
}

/** Sends a WebDriver command. */
type Send = <Value>(method: 'GET' | 'POST', path: string, parameters?: object) => Promise<Value>;

const createClient =
  (url: string): Send =>
  async <Value>(method: string, path: string, parameters?: object): Promise<Value> => {
    const body = parameters && JSON.stringify(parameters);
    const signal = AbortSignal.timeout(getTimeout());
    const response = await fetch(`${url}${path}`, { method, signal, ...(body !== undefined && { body }) }).catch(
      (cause: unknown) => {
        throw new DriverUnresponsive(`${method} ${path}: no answer`, { cause });
      },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    const { value }: { value: Value } = JSON.parse(text);
    return value;
  };

async function waitUntilReady(send: Send): Promise<void> {
  const deadline = performance.now() + getTimeout();
  for (;;) {
    try {
      return await send('GET', '/status');
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/**
 * Starts a driver for one tab. The tab starts empty and stores nothing, like a private tab on a phone. Each tab has its
 * own driver because a driver that has opened many tabs sometimes stops responding.
 */
async function openTab(display: string, options: TabOptions): Promise<Tab> {
  const port = await findFreePort();
  const driver = await startProgram({
    command: 'WebKitWebDriver',
    arguments: [`--port=${port}`, '--host=127.0.0.1'],
    environment: {
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The sandbox needs namespaces, which are rarely available in containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      GTK_A11Y: 'none',
    },
  });
  const send = createClient(`http://127.0.0.1:${port}`);
  try {
    await waitUntilReady(send);
    return await startSession(send, driver, options);
  } catch (error) {
    await driver.stop();
    throw error;
  }
}

async function startSession(send: Send, driver: Program, { hasScript, port }: TabOptions): Promise<Tab> {
  const { width, height } = screen;
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        // Doesn't let the driver wait for page loads, since it sometimes hangs then.
        pageLoadStrategy: 'none',
        // WebKit has no setting that maps a host name to an address, so the gate serves as its proxy.
        proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${port}`, noProxy: ['127.0.0.1'] },
        'webkitgtk:browserOptions': {
          binary: findBrowser(),
          args: ['--automation', '--full-screen', `--geometry=${width}x${height}`, `--enable-javascript=${hasScript}`],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const post = <Value>(path: string, parameters: object = {}) => send<Value>('POST', `${session}${path}`, parameters);
  const evaluate = <Value>(expression: string) =>
    post<Value>('/execute/sync', { script: `return ${expression}`, args: [] });
  await post('/window/rect', { x: 0, y: 0, ...screen });
  return {
    async open(url) {
      await evaluate("document.documentElement.dataset.left = ''");
      await post('/url', { url });
      await waitUntilLoaded(evaluate);
    },
    back: () => post('/back'),
    evaluate,
    tap: (point, times) => post('/actions', { actions: [pressAt(point, times)] }),
    type: (text) => post('/actions', { actions: [typeKeys(text)] }),
    async chooseFile(value, text) {
      const element = await post<Record<string, string>>('/element', { using: 'css selector', value });
      await post(`/element/${Object.values(element)[0]}/value`, { text });
    },
    screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => driver.stop(),
  };
}

/** Waits until the new document is loaded, rather than the previous one. */
async function waitUntilLoaded(evaluate: Tab['evaluate']): Promise<void> {
  const deadline = performance.now() + getTimeout();
  const isLoaded = "document.readyState === 'complete' && !('left' in document.documentElement.dataset)";
  for (;;) {
    // A page that's being unloaded can't evaluate anything.
    const loaded = await evaluate<boolean>(isLoaded).catch((error: unknown) => {
      if (error instanceof DriverUnresponsive) throw error;
      return false;
    });
    if (loaded) return;
    if (performance.now() > deadline) throw new Error('the page was not loaded');
    await pause(30);
  }
}
