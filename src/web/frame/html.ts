import { Html } from '#platform/text/html.ts';

export { Html, html } from '#platform/text/html.ts';

/** Nothing at all. */
export const nothing: Html = Html.of('');

/** Markup of our own that a template would escape, such as the text of an icon. */
export const markup = (text: string): Html => Html.of(text);

/** A piece where there is something to show. */
export const when = <Value>(value: Value | undefined | null | false | '' | 0, show: (value: Value) => Html): Html =>
  value === undefined || value === null || value === false || value === '' || value === 0 ? nothing : show(value);
