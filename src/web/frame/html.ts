import { type Html, markup } from '#platform/text/html.ts';

export { type Html, html, markup } from '#platform/text/html.ts';

/** Empty content. */
export const nothing: Html = markup('');

/** Renders a part if there is something to show. */
export const when = <Value>(value: Value | undefined | null | false | '' | 0, show: (value: Value) => Html): Html =>
  value === undefined || value === null || value === false || value === '' || value === 0 ? nothing : show(value);
