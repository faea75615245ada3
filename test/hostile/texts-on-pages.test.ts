import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { pages } from '#web/pages/pages.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { drawSample } from '../support/sample.ts';
import { startWorld } from '../web/world.ts';
import { hostileTexts } from './hostile-texts.ts';

/**
 * All content of a ship consists of hostile texts. A browser parses every page and must find each text exactly as
 * written, complete or truncated. No text may become markup.
 */

const isLong = (text: string): boolean => text.length > 500;

/** The texts that fit into a post, by number. */
async function listAcceptedTexts(): Promise<readonly string[]> {
  const james = await (await startTestApp()).logIn('james');
  const taken: string[] = [];
  for (const text of Object.values(hostileTexts).filter((text) => !isLong(text))) {
    const { status } = await james.call(microblogApi.create, { body: { text, images: [] } });
    if (status === 201) taken.push(text);
  }
  return taken;
}

const acceptedTexts = await listAcceptedTexts();
const [beginMark, endMark] = ['⟦', '⟧'];

/** Returns a text with its number, so that it's found however it's changed. */
const markText = (text: string): string => `${beginMark}${acceptedTexts.indexOf(text)}:${text}${endMark}`;

/** Ignores surrounding text, whitespace and characters that HTML can't represent. */
const simplify = (text: string): string => text.replaceAll(/[\s\p{Cc}\ufeff\ufffd]+/gu, '');
const expectedTexts = acceptedTexts.map(simplify);

/** The content of a page as a browser parses it. */
interface Parsed {
  /** The text of the page, then the value of each attribute that isn't a URL. */
  readonly texts: readonly string[];
  /** Elements and attributes that can only come from a text. */
  readonly strange: readonly string[];
}

/** Parses a page like a browser, without running its scripts. */
const parserScript = `(source) => {
  const { documentElement } = new DOMParser().parseFromString(source, 'text/html');
  const texts = [];
  const strange = [];
  const read = (root) => {
    texts.push(root.textContent);
    for (const element of root.querySelectorAll('*')) {
      const isOwnScript = element.localName === 'script' && element.getAttribute('src')?.startsWith('/web/');
      if (['hostile', 'script', 'i', 'img'].includes(element.localName) && !isOwnScript
        && !element.getAttribute('src')?.startsWith('/')) strange.push(element.outerHTML);
      for (const { name, value } of element.attributes) {
        if (/^on|^hostile|[^a-z-]/i.test(name)) strange.push(name + ' of ' + element.localName);
        if (/^(href|src|action|formaction)$/.test(name)) {
          if (/^\\s*(javascript|data):/i.test(value)) strange.push(value);
        } else texts.push(value);
      }
      if (element.localName === 'template') read(element.content);
    }
  };
  read(documentElement);
  return { texts, strange };
}`;

/** Checks every marked text in `texts`; returns the numbers of the ones found. */
function findTexts(texts: readonly string[], path: string): readonly number[] {
  return texts.flatMap((whole) =>
    simplify(whole)
      .split(beginMark)
      .slice(1)
      .map((piece) => {
        const [, number = '', content = ''] = /^(\d*):?(.*)/su.exec(piece) ?? [];
        const text = expectedTexts[Number(number)] ?? '';
        const isWhole = content.startsWith(`${text}${endMark}`);
        const cutAt = content.indexOf('…');
        const isCut =
          cutAt >= 0 && !content.slice(0, cutAt).includes(endMark) && text.startsWith(content.slice(0, cutAt));
        // A text that was truncated before its number passes.
        assert.ok(
          isWhole || isCut || /^\d*(…|$)/.test(piece),
          `${path} shows text ${number} as ${content.slice(0, 200)}`,
        );
        return Number(number);
      }),
  );
}

/** Groups as many of them as fit into every field. */
function groupTexts(texts: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [[]];
  for (const text of texts) {
    const last = groups.at(-1) ?? [];
    if ([...last, text].map(markText).join(' ').length > 250) groups.push([text]);
    else last.push(text);
  }
  return groups;
}

/** Without a slash, since a title is also the name of a file of clips. */
const titlesWithoutSlash = ['the end of an attribute', 'what looks escaped', 'a comment that does not end'] as const;
const shownIndexes = new Set<number>();

describe('every page shows texts exactly as written:', () => {
  const groups = drawSample(groupTexts(acceptedTexts), 3);
  for (const [index, texts] of groups.entries()) {
    const what = titlesWithoutSlash[index % titlesWithoutSlash.length] ?? titlesWithoutSlash[0];
    const title = markText(hostileTexts[what] ?? '');
    test(`${texts.length} texts, with ${what} as the title`, async () => {
      const world = await startWorld(undefined, { title, text: texts.map(markText).join(' ') });
      const { tab } = await openPhone(world.app.url);
      let found = 0;
      for (const page of pages) {
        const { body } = await browse(world.app, world.viewerOf(page)).open(world.addressOf(page));
        if (!/^<!doctype html>/i.test(body)) continue;
        const parsed = await tab.evaluate<Parsed>(`(${parserScript})(${JSON.stringify(body)})`);
        assert.deepEqual(parsed.strange, [], page.path);
        const numbers = findTexts(parsed.texts, page.path);
        found += numbers.length;
        for (const number of numbers) shownIndexes.add(number);
      }
      assert.ok(found > pages.length, `${found} texts were found`);
    });
  }

  test('each text is on at least one page', () => {
    const missing = groups.flat().filter((text) => !shownIndexes.has(acceptedTexts.indexOf(text)));
    assert.deepEqual(missing, []);
  });
});
