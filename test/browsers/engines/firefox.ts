import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerInTime, type Engine, screen, shipName, type Tab, type TabOptions } from '../driver.ts';
import { pressAt, typeKeys } from './actions.ts';
import { startProgram } from './process.ts';

const preferences = {
  'network.dns.localDomains': shipName,
  'dom.security.https_first': false,
  'dom.security.https_first_schemeless': false,
};

/**
 * Launches Firefox, which supports WebDriver BiDi without a separate driver. Starts one process with scripts enabled
 * and one without: in this version that's a preference of the whole browser.
 */
export async function launchFirefox(): Promise<Engine> {
  const started = new Map<boolean, Promise<Session>>();
  /** Opens a tab in the process that's running, or in a new one if the last one hung. */
  const open = async ({ hasScript }: TabOptions): Promise<Tab> => {
    const session = started.get(hasScript) ?? startSession(hasScript);
    started.set(hasScript, session);
    try {
      return await openTab(await session);
    } catch (error) {
      started.delete(hasScript);
      await session.then(({ close }) => close()).catch(() => {});
      throw error;
    }
  };
  return {
    name: 'Firefox',
    openTab: open,
    async close() {
      for (const session of started.values()) await (await session).close();
    },
  };
}

interface Session {
  /** Sends a WebDriver BiDi command. */
  send<Result>(method: string, params: object): Promise<Result>;
  close(): Promise<void>;
}

async function startSession(hasScript: boolean): Promise<Session> {
  const profile = await mkdtemp(join(tmpdir(), 'gangway-firefox-'));
  const lines = Object.entries({ ...preferences, 'javascript.enabled': hasScript }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const program = await startProgram({
    command: 'firefox-esr',
    arguments: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    isReady: /WebDriver BiDi listening on (ws:\S+)/,
  });
  const stop = async (): Promise<void> => {
    await program.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Killing the program closes the connection.
    const send = await answerInTime('connect', connect(`${program.printed}/session`));
    await send('session.new', { capabilities: {} });
    return { send, close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

async function connect(address: string): Promise<Session['send']> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastID = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(data);
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`can't connect to ${address}`)));
  });
  return async <Result>(method: string, params: object): Promise<Result> => {
    lastID += 1;
    const id = lastID;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await answerInTime(method, promise).finally(() => waiting.delete(id));
    if (reply.type === 'error') throw new Error(`${method}: ${reply.error}: ${reply.message}`);
    return reply.result as Result;
  };
}

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

async function openTab({ send }: Session): Promise<Tab> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport: screen });
  const act = (actions: readonly object[]) => send('input.performActions', { context, actions });
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    async evaluate<Value>(expression: string): Promise<Value> {
      const evaluated = await send<Evaluated>('script.evaluate', {
        expression: `JSON.stringify(${expression}) ?? 'null'`,
        target: { context, sandbox: 'journey' },
        awaitPromise: false,
      });
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
      return JSON.parse(evaluated.result.value);
    },
    async tap(point, times) {
      await act([pressAt(point, times)]);
    },
    async type(text) {
      await act([typeKeys(text)]);
    },
    async chooseFile(value, file) {
      const locator = { type: 'css', value };
      const { nodes } = await send<{ nodes: object[] }>('browsingContext.locateNodes', { context, locator });
      await send('input.setFiles', { context, element: nodes[0], files: [file] });
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    close: () => send('browser.removeUserContext', { userContext }),
  };
}
