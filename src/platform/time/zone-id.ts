import { IANAZone } from 'luxon';

const maxNames = 1_000;
const names = new Map<string, string | undefined>();

/** Whether the text is a zone of the IANA database, such as `America/New_York`, not an abbreviation or offset. */
export const isZoneID = (text: string): boolean => canonicalizeZone(text) !== undefined;

/** Whether both ids name the same zone, ignoring case and aliases. */
export const isSameZone = (one: string, other: string): boolean => canonicalizeZone(one) === canonicalizeZone(other);

/** Returns the main name of a zone, given in any letter case or by an alias; undefined if there is none. */
export function canonicalizeZone(zoneID: string): string | undefined {
  if (names.has(zoneID)) return names.get(zoneID);
  const name = lookUpZone(zoneID);
  if (names.size >= maxNames) names.clear();
  names.set(zoneID, name);
  return name;
}

const abbreviationForm = /^[A-Za-z]{3}$/;
const zonesOfThreeLetters = new Set(
  ['UTC', 'GMT', 'UCT', 'EST', 'MST', 'HST', 'CET', 'EET', 'MET', 'WET', 'PRC', 'ROC', 'ROK'], // all the database has
);

function lookUpZone(zoneID: string): string | undefined {
  // Intl also accepts offsets and non-IANA words, where AST is Alaska: an abbreviation in the wrong column.
  if (!/^[A-Za-z]/.test(zoneID)) return undefined;
  if (abbreviationForm.test(zoneID) && !zonesOfThreeLetters.has(zoneID)) return undefined;
  if (!IANAZone.isValidZone(zoneID)) return undefined;
  return new Intl.DateTimeFormat('en-US', { timeZone: zoneID }).resolvedOptions().timeZone;
}
