import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page; everything that was put into it from outside is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export { html };

/** Nothing at all. */
export const nothing: HtmlEscapedString = raw('');

/** Markup of our own that a template would escape, such as the text of an icon. */
export const markup: (text: string) => HtmlEscapedString = raw;

/** A piece where there is something to show. */
export const when = <Value>(value: Value | undefined | null | false | '' | 0, show: (value: Value) => Html): Html =>
  value === undefined || value === null || value === false || value === '' || value === 0 ? nothing : show(value);
