import { html as fill, raw } from 'hono/html';

/** A piece of a page: whatever was put into it from outside is escaped. */
export interface Html {
  readonly isEscaped: true;
  toString(): string;
}

/** What a template is filled with: texts are escaped, pieces are not, and what is not there leaves nothing. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Puts a piece together. The library would wait for promises, which no part is. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => fill(texts, ...parts) as Html;

/** Markup of our own, which a template would escape. */
export const markup = (text: string): Html => raw(text);
