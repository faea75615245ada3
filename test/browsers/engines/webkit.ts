import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../../build/running/free-port.ts';
import { type Engine, screen, type Tab, type TabOptions } from '../driver.ts';
import { pressAt, typeKeys } from './actions.ts';
import { startProgram } from './process.ts';

/** WebKit's own small browser, which Debian's package puts under the name of the processor. */
const findBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.{1,0}/MiniBrowser').sort().at(-1);

/** Launches WebKit on a screen of its own, driven over WebDriver. */
export async function launchWebKit(): Promise<Engine> {
  const display = await startProgram({
    command: 'Xvfb',
    arguments: ['-displayfd', '3', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
    isReady: /^(\d+)\n/m,
  });
  const port = await findFreePort();
  const driver = await startProgram({
    command: 'WebKitWebDriver',
    arguments: [`--port=${port}`, '--host=127.0.0.1'],
    environment: {
      DISPLAY: `:${display.printed}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The sandbox needs namespaces, which containers rarely have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      GTK_A11Y: 'none',
    },
  });
  const send = createClient(`http://127.0.0.1:${port}`);
  await untilReady(send);
  return {
    name: 'WebKit',
    openTab: (options) => openTab(send, options),
    async close() {
      await driver.stop();
      await display.stop();
    },
  };
}

/** Runs a command of WebDriver. */
type Send = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object) => Promise<Value>;

/** The driver sometimes never answers, on a busy machine. */
const commandMilliseconds = 30_000;

const createClient =
  (url: string): Send =>
  async <Value>(method: string, path: string, parameters?: object): Promise<Value> => {
    const body = parameters && JSON.stringify(parameters);
    const signal = AbortSignal.timeout(commandMilliseconds);
    const response = await fetch(`${url}${path}`, { method, signal, ...(body !== undefined && { body }) }).catch(
      (error: unknown) => {
        throw new Error(`${method} ${path}: no answer`, { cause: error });
      },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    const { value }: { value: Value } = JSON.parse(text);
    return value;
  };

const startMilliseconds = 30_000;

async function untilReady(send: Send): Promise<void> {
  const deadline = performance.now() + startMilliseconds;
  for (;;) {
    try {
      return await send('GET', '/status');
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/** One session for each tab: it starts with nothing and keeps nothing, like a private tab on a phone. */
async function openTab(send: Send, { hasScript, port }: TabOptions): Promise<Tab> {
  const { width, height } = screen;
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        // It has no setting for the address of a name; a proxy is given the name.
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
  await post('/window/rect', { x: 0, y: 0, ...screen });
  return {
    open: (url) => post('/url', { url }),
    back: () => post('/back'),
    evaluate: (expression) => post('/execute/sync', { script: `return ${expression}`, args: [] }),
    tap: (point, times) => post('/actions', { actions: [pressAt(point, times)] }),
    type: (text) => post('/actions', { actions: [typeKeys(text)] }),
    async chooseFile(value, text) {
      const element = await post<Record<string, string>>('/element', { using: 'css selector', value });
      await post(`/element/${Object.values(element)[0]}/value`, { text });
    },
    screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => send('DELETE', session),
  };
}
