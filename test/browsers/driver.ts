/** How a tab is opened. */
export interface TabOptions {
  readonly hasScript: boolean;
  /** Port on this machine at which the tab finds `shipName`. */
  readonly port: number;
}

/** A host name that no engine takes for the machine it runs on, so plain http to it is no secure context. */
export const shipName = 'ship.test';

/** As large as a phone. */
export const screen = { width: 390, height: 844 } as const;

/** The program that drives an engine doesn't answer, whatever the page does. */
export class DriverSilent extends Error {}

/** A browser engine that journeys run in. */
export interface Engine {
  readonly name: string;
  /** Opens a tab with no cookies, cache or storage. */
  openTab(options: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** What every engine can do; `phone.ts` builds the rest on it. */
export interface Tab {
  /** Opens an address and waits until it's loaded. */
  open(address: string): Promise<void>;
  back(): Promise<void>;
  /**
   * Returns the value of an expression, also in pages whose script is off. It isn't awaited, and may see the page's
   * document but not its script's variables.
   */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Presses at a point of the screen, once or several times as fast as it can. */
  tap(point: Point, times: number): Promise<void>;
  /** Types into the field that has the focus. */
  type(text: string): Promise<void>;
  /** Chooses a file in the first field that a CSS selector matches. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Returns a PNG of the screen. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** In CSS pixels from the upper left corner of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Runs `work`, and up to twice more from the beginning if it wasn't the page that hung but what drives the engine. */
export async function retryIfSilent<Result>(
  work: () => Promise<Result>,
  onSilence: (error: DriverSilent) => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DriverSilent) || attempt === 3) throw error;
      onSilence(error);
    }
  }
}
