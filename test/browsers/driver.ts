import { getTimeout } from './timeout.ts';

/** Options for opening a tab. */
export interface TabOptions {
  readonly hasScript: boolean;
  /** Port on this machine to which the tab's requests for `shipName` go. */
  readonly port: number;
}

/** A host name that no engine treats as local, so plain http to it isn't a secure context. */
export const shipName = 'ship.test';

/** Size of a phone's screen. */
export const screen = { width: 390, height: 844 } as const;

/** Thrown if the program that drives an engine doesn't respond, whatever the page does. */
export class DriverUnresponsive extends Error {}

/** Returns what a driver answers, and throws `DriverUnresponsive` if it doesn't answer in time. */
export async function answerInTime<Answer>(command: string, answer: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DriverUnresponsive(`${command}: no answer`)), getTimeout());
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** A browser engine that journeys run in. */
export interface Engine {
  readonly name: string;
  /** Opens a tab with no cookies, cache or storage. */
  openTab(options: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** What every engine can do. `phone.ts` builds everything else on it. */
export interface Tab {
  /** Opens an address and waits until it's loaded. */
  open(address: string): Promise<void>;
  back(): Promise<void>;
  /**
   * Returns the value of an expression, even if scripts are disabled on the page. Doesn't await promises. The
   * expression can read the document, but may not see the variables of the page's scripts.
   */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Taps a point on the screen, once or several times in quick succession. */
  tap(point: Point, times: number): Promise<void>;
  /** Types into the focused field. */
  type(text: string): Promise<void>;
  /** Chooses a file in the first file input that matches a CSS selector. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Returns a PNG screenshot. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A point in CSS pixels, from the top left corner of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Runs `work`, and retries it up to twice from the beginning if the driver hung rather than the page. */
export async function retryIfUnresponsive<Result>(
  work: () => Promise<Result>,
  onSilence: (error: DriverUnresponsive) => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DriverUnresponsive) || attempt === 3) throw error;
      onSilence(error);
    }
  }
}
