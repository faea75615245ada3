import { type Html, trustedHtml } from '#platform/text/html.ts';

export { type Html, html, trustedHtml } from '#platform/text/html.ts';

/** Empty content. */
export const nothing: Html = trustedHtml('');

/** Renders a part if there is something to show. */
export const when = <Value>(value: Value | undefined | null | false | '' | 0, show: (value: Value) => Html): Html =>
  value === undefined || value === null || value === false || value === '' || value === 0 ? nothing : show(value);
