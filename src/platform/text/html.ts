import { html as fill, raw } from 'hono/html';

/** An HTML fragment: all inserted values are escaped. */
export interface Html {
  readonly isEscaped: true;
  toString(): string;
}

/** Values for a template: texts are escaped, fragments aren't, and undefined renders nothing. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Builds a fragment. The library would wait for promises, but no part is one. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => fill(texts, ...parts) as Html;

/** Our own markup, which a template would escape. */
export const trustedHtml = (text: string): Html => raw(text);
