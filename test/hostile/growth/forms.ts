import { formLimits, maxUrlencodedBytes } from '#http/form-parts.ts';
import { findFileKind } from '#web/frame/uploads.ts';
import type { Page } from '#web/page.ts';
import { pages } from '#web/pages/pages.ts';
import type { Client } from '../../support/client.ts';
import type { WebTestWorld } from '../../web/world.ts';
import { type Input, repeatToSize } from './measure.ts';

type Send = (path: string, token: string | undefined, type: string, body: string) => Promise<unknown>;

const createSend =
  (client: Client, origin: string): Send =>
  (path, token, type, body) =>
    client.send('POST', path, {
      body,
      headers: { accept: 'text/html', origin, 'content-type': type, ...(token && { cookie: `session=${token}` }) },
    });

const urlencoded = 'application/x-www-form-urlencoded';
const boundary = 'xXxXx';
const multipart = `multipart/form-data; boundary=${boundary}`;

const writePart = (head: string, text: string): string => `--${boundary}\r\n${head}\r\n\r\n${text}\r\n`;
const writeField = (name: string, text: string): string =>
  writePart(`Content-Disposition: form-data; name="${name}"`, text);

/** Forms that are hard to parse, whichever page they're sent to. */
const urlencodedForms: Readonly<Record<string, (size: number) => string>> = {
  'one list': (size) => repeatToSize('x[]=&', size),
  'one list with texts': (size) => repeatToSize('x[]=abc&', size),
  'one name': (size) => repeatToSize('x=&', size),
  'different names': (size) => Array.from({ length: size / 8 }, (_, index) => `x${index}=`).join('&'),
  separators: (size) => repeatToSize('&', size),
  'equals signs': (size) => repeatToSize('=', size),
  'one long name': (size) => repeatToSize('x', size),
  escapes: (size) => `x=${repeatToSize('%41', size - 2)}`,
  'broken escapes': (size) => `x=${repeatToSize('%', size - 2)}`,
  'plus signs': (size) => `x=${repeatToSize('+', size - 2)}`,
  'bytes that are no UTF-8': (size) => `x=${repeatToSize('%ff', size - 2)}`,
};
const multipartForms: Readonly<Record<string, (size: number) => string>> = {
  'one list': (size) => repeatToSize(writeField('x[]', ''), size),
  'parts without a name': (size) => repeatToSize(`--${boundary}\r\n\r\n\r\n`, size),
  'parts of another kind': (size) => repeatToSize(writePart('Content-Disposition: attachment', ''), size),
  'small files': (size) => repeatToSize(writePart('Content-Disposition: form-data; name="x"; filename="x"', 'x'), size),
  'many lines of a head': (size) => `--${boundary}\r\n${repeatToSize('x: y\r\n', size)}`,
  'a long line of a head': (size) => `--${boundary}\r\nContent-Disposition: ${repeatToSize('a; ', size)}`,
  'a name of escapes': (size) => writePart(`Content-Disposition: form-data; name="${repeatToSize('\\"', size)}"`, ''),
  'names in other encodings': (size) =>
    writePart(`Content-Disposition: form-data; name*=utf-8''${repeatToSize('%41', size)}`, ''),
  'almost a boundary': (size) => writeField('x', repeatToSize(`\r\n--${boundary.slice(0, -1)}`, size)),
  'line ends': (size) => writeField('x', repeatToSize('\r\n', size)),
  'hyphens before the first part': (size) => repeatToSize('-', size),
  'one long text': (size) => writeField('x', repeatToSize('a', size)),
};

/** Lists forms of odd shapes, for a page without a login and for one that accepts files. */
export function listFormShapes({ app, author }: WebTestWorld): Input[] {
  const send = createSend(app.anonymous, app.url);
  const toInputs = (forms: typeof urlencodedForms, what: string, type: string, limit: number) =>
    Object.entries(forms).map(
      ([shape, build]): Input => ({
        name: `${what}: ${shape}`,
        limit,
        prepare: (size) => {
          const body = build(size);
          return async () => {
            await send('/sign-in', undefined, type, body.slice(0, longestForAnyone));
            await send('/feed', author.token, type, body);
          };
        },
      }),
    );
  const longBoundary = 'x'.repeat(70);
  return [
    ...toInputs(urlencodedForms, 'urlencoded form', urlencoded, maxUrlencodedBytes),
    ...toInputs(multipartForms, 'multipart form', `${multipart}`, longestMultipart),
    ...toInputs(
      {
        'text of its boundary': (size) => repeatToSize('x', size),
        'text like its boundary': (size) => repeatToSize(`\r\n--${'x'.repeat(69)}y`, size),
      },
      'multipart form with a long boundary',
      `multipart/form-data; boundary=${longBoundary}`,
      longestMultipart,
    ),
  ];
}

const longestForAnyone = 16 * 1024;
/** Forms with pictures have megabytes; smaller ones are enough to show growth. */
const longestMultipart = 256 * 1024;

/** A pattern for values that are lines, words, comma-separated lists, or pairs with a colon. */
const valuePattern = 'a: b, @c #d\n';

/** Lists every field of every form of every page, with the longest text or the most values that forms may have. */
export function listFormFields(world: WebTestWorld): Input[] {
  const send = createSend(world.app.anonymous, world.app.url);
  return pages.flatMap((page) =>
    Object.entries(page.actions ?? {}).flatMap(([action, { form }]) =>
      Object.entries(form).flatMap(([name, field]): Input[] => {
        if (findFileKind(field)) return [];
        const others = Object.keys(form).filter((other) => other !== name && !other.endsWith('[]'));
        const rest = new URLSearchParams({
          ...Object.fromEntries(others.map((other) => [other, '1'])),
          action,
        }).toString();
        const toInput = (what: string, limit: number, build: (size: number) => string): Input => ({
          name: `${page.path} ${action}, field ${name}: ${what}`,
          limit,
          prepare: (size) => {
            const body = `${build(size)}&${rest}`;
            return () => send(world.addressOf(page), getTokenFor(page, world), urlencoded, body);
          },
        });
        // This leaves space for the other fields.
        const [most, longest] = [formLimits.fields - 50, formLimits.textBytes - 2000];
        if (name.endsWith('[]')) {
          const key = encodeURIComponent(name);
          return [
            toInput('many values', most, (size) =>
              Array.from({ length: size }, (_, index) => `${key}=${index}`).join('&'),
            ),
          ];
        }
        return [
          toInput('a long text', longest, (size) =>
            new URLSearchParams({ [name]: valuePattern.repeat(size / valuePattern.length) }).toString(),
          ),
        ];
      }),
    ),
  );
}

const getTokenFor = (page: Page, world: WebTestWorld): string => world.viewerOf(page).token;
