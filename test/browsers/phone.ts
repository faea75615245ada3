import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonNotInView } from '../support/in-view.ts';
import { DriverUnresponsive, type Point, type Tab } from './driver.ts';
import { signInPath } from './gate.ts';
import { getTimeout } from './timeout.ts';

/** A phone, used the way its owner does: by the text on the screen. */
export interface Phone {
  readonly hasScript: boolean;
  /** Opens a page of the ship. */
  open(path: string): Promise<void>;
  /** Signs in without the form and opens a page. */
  openAs(user: { readonly token: string }, path: string): Promise<void>;
  /** Goes back and waits until the previous page is shown. */
  back(): Promise<void>;
  /** Presses the link or button with this name, inside the element that a CSS selector matches. */
  press(name: string, within?: string): Promise<void>;
  /** Presses it twice, like impatient people. */
  pressTwice(name: string): Promise<void>;
  /** Replaces the text in the field with this label. */
  fill(label: string, text: string, within?: string): Promise<void>;
  /** Chooses a file in the page's only file input. */
  chooseFile(file: string): Promise<void>;
  /** Returns the texts of the visible elements that a CSS selector matches. */
  textsOf(selector: string): Promise<string[]>;
  /** Waits until the page shows this text. */
  untilShown(text: string): Promise<void>;
  /** Waits until this expression is true on the page. */
  until(expression: string): Promise<void>;
  /** Waits until the element is on the screen and isn't covered. */
  untilInView(selector: string): Promise<void>;
  /** Waits until the picture is loaded. Scrolls it into view, since browsers load pictures lazily. */
  untilPictureShown(image: string): Promise<void>;
  /** Waits until the page at this path is shown. */
  untilAt(path: string): Promise<void>;
  evaluate: Tab['evaluate'];
}

/** Creates a phone from a tab that reaches the ship at `url`. */
export function createPhone(tab: Tab, url: string, hasScript: boolean): Phone {
  async function until(expression: string): Promise<void> {
    await poll(
      async () => ((await tab.evaluate(`Boolean(${expression})`)) ? true : undefined),
      () => expression,
    );
  }

  /** Waits until the element is on the screen and no longer moves; returns its centre. */
  const locate = (kind: Kind, name: string, within: string): Promise<Point> => {
    let before: Point | undefined;
    return poll(
      async () => {
        const point = await tab.evaluate<Point | null>(buildLocateExpression(kind, name, within));
        const isStill = point && before?.x === point.x && before.y === point.y;
        before = point ?? undefined;
        return isStill ? point : undefined;
      },
      () => `${kind} “${name}” on the screen`,
    );
  };

  /**
   * Presses the element, and tries again if it moved in the meantime. A press that hits something else is cancelled.
   */
  async function press(kind: Kind, name: string, { within = 'body', times = 1 }: PressOptions = {}): Promise<void> {
    const deadline = performance.now() + getTimeout();
    do {
      await tab.tap(await locate(kind, name, within), times);
      // Without JavaScript nothing moves. A page that has been left can't be checked.
      if (!hasScript || (await tab.evaluate(hasReceivedPress).catch(ignoreUnlessUnresponsive)) !== false) return;
    } while (performance.now() < deadline);
    assert.fail(`${kind} “${name}” moved away from every press`);
  }

  return {
    hasScript,
    open: (path) => tab.open(url + path),
    openAs: (user, path) => tab.open(url + signInPath(user.token, path)),
    async back() {
      await tab.evaluate("document.documentElement.dataset.left = ''");
      await tab.back();
      await until("!('left' in document.documentElement.dataset) && document.readyState === 'complete'");
    },
    press: (name, within) => press('button', name, { within }),
    pressTwice: (name) => press('button', name, { times: 2 }),
    async fill(label, text, within) {
      await press('field', label, { within });
      await until(`document.activeElement?.matches('input, textarea')`);
      await tab.evaluate('document.activeElement.select()');
      await tab.type(text);
      await until(`document.activeElement?.value === ${JSON.stringify(text)}`);
    },
    async chooseFile(file) {
      await tab.chooseFile('main input[type="file"]', file);
      await until(`document.querySelector('main input[type="file"]').files.length === 1`);
    },
    textsOf: (selector) => tab.evaluate(buildTextsExpression(selector)),
    untilShown: (text) => until(`document.querySelector('main')?.innerText.includes(${JSON.stringify(text)})`),
    until,
    untilAt: (path) => until(`document.readyState === 'complete' && location.pathname === ${JSON.stringify(path)}`),
    async untilInView(selector) {
      let reason: string | undefined;
      const find = `document.querySelector(${JSON.stringify(selector)})`;
      const ask = `${find} ? ((${reasonNotInView})(${find}, 'whole') ?? '') : 'missing'`;
      await poll(
        async () => {
          reason = await tab.evaluate<string>(ask);
          return reason === '' ? true : undefined;
        },
        () => `${selector} in view: ${reason}`,
      );
    },
    untilPictureShown: (image) =>
      until(`((image) => image && (image.scrollIntoView({ block: 'center' }), image.naturalWidth > 0))(${image})`),
    evaluate: tab.evaluate,
  };
}

/** A page that's being unloaded can't evaluate anything. */
function ignoreUnlessUnresponsive(error: unknown): undefined {
  if (error instanceof DriverUnresponsive) throw error;
}

/** Calls `ask` until it returns a value. Ignores errors that occur while a page is being left. */
async function poll<Value>(ask: () => Promise<Value | undefined>, awaited: () => string): Promise<Value> {
  const deadline = performance.now() + getTimeout();
  let trouble: unknown = '';
  while (performance.now() < deadline) {
    try {
      const value = await ask();
      if (value !== undefined) return value;
    } catch (error) {
      if (error instanceof DriverUnresponsive) throw error;
      trouble = error;
    }
    await pause(30);
  }
  assert.fail(`waited in vain for ${awaited()} ${trouble}`);
}

type Kind = 'button' | 'field';

interface PressOptions {
  /** A CSS selector for the part of the page to search. */
  readonly within?: string | undefined;
  readonly times?: number;
}

const selectors: Readonly<Record<Kind, string>> = {
  button: 'a[href], button, summary',
  field: 'input, textarea, select',
};

/**
 * Returns an expression that scrolls to the element with this name and returns its centre; null if it can't be pressed.
 */
const buildLocateExpression = (kind: Kind, name: string, within: string): string => `(() => {
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => tidy(element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent);
  const found = [...document.querySelectorAll(${JSON.stringify(`:is(${within}) :is(${selectors[kind]})`)})]
    .find((element) => nameOf(element) === ${JSON.stringify(name)} && element.checkVisibility());
  if (!found) return null;
  const isThere = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + Math.min(height / 2, 20)];
    return found.contains(document.elementFromPoint(x, y)) ? { x: Math.floor(x), y: Math.floor(y) } : null;
  };
  const there = isThere();
  if (!there) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  globalThis.sought ?? addEventListener('click', (event) => {
    const { dataset } = document.documentElement;
    if (!event.isTrusted || dataset.pressed !== '') return;
    dataset.pressed = globalThis.sought.contains(event.target);
    if (dataset.pressed === 'true') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  globalThis.sought = found;
  document.documentElement.dataset.pressed = '';
  return there ?? isThere();
})()`;

/** An expression for whether the last press hit the intended element; null if the page was loaded after it. */
const hasReceivedPress = `(({ pressed }) => pressed === undefined ? null : pressed === 'true')(document.documentElement.dataset)`;

const buildTextsExpression = (selector: string): string => `[...document.querySelectorAll(${JSON.stringify(selector)})]
  .filter((element) => element.checkVisibility())
  .map((element) => element.innerText.trim())`;
