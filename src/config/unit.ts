/** The name of the systemd unit that runs the service. */
export const unitName = 'gangway.service';

/** Where systemd looks for units that the crew has added. */
export const unitFolder = '/etc/systemd/system';

/** Escapes a word for a systemd unit, which expands specifiers after a percent sign. */
export const quoteUnitWord = (word: string): string =>
  /^[\w./:=@-]+$/.test(word) ? word : `"${word.replaceAll('%', '%%').replaceAll(/["\\]/g, '\\$&')}"`;
