/** How the unit of systemd that runs the service is called. */
export const unitName = 'gangway.service';

/** Where systemd looks for units that the crew has added. */
export const unitFolder = '/etc/systemd/system';

/** A word as a unit may hold it: systemd expands what follows a percent sign. */
export const quoteUnitWord = (word: string): string =>
  /^[\w./:=@-]+$/.test(word) ? word : `"${word.replaceAll('%', '%%').replaceAll(/["\\]/g, '\\$&')}"`;
