import type { ContentChange, ContentVisibility, Rule, SeenKind } from './kind.ts';
import { type Reader, readerNames, staff } from './readers.ts';

/** How much each reader sees of new content, unless its kind or the call has an exception. */
const defaultVisibilityByReader: Readonly<Record<Reader, ContentVisibility>> = {
  author: 'shown',
  insider: 'shown',
  outsider: 'shown',
  blocker: 'hidden',
  blockersOther: 'hidden',
  blocked: 'hidden',
  muter: 'hidden',
  wordMuter: 'hidden',
  quarantined: 'shown',
  unverified: 'shown',
  moderatorInside: 'shown',
  moderator: 'shown',
  admin: 'shown',
  banned: 'hidden',
  anonymous: 'hidden',
};

/** What readers who could see the content before see after a change. */
const defaultVisibilityAfterChange: Readonly<Record<ContentChange, ContentVisibility>> = {
  quarantined: 'notice',
  autoQuarantined: 'notice',
  reviewed: 'shown',
  locked: 'shown',
  restricted: 'hidden',
  authorBanned: 'shown',
  featureOff: 'hidden',
  deleted: 'hidden',
};

/** What moderators see of content under /mod, whatever has changed. */
export const readByModerators: Rule = {
  only: staff,
  fates: {
    quarantined: 'shown',
    autoQuarantined: 'shown',
    restricted: 'shown',
    authorBanned: 'shown',
    featureOff: 'shown',
    deleted: 'shown',
  },
};

/** Content under review can't be found by its words. */
export const foundByWords: Rule = { fates: { quarantined: 'hidden', autoQuarantined: 'hidden' } };

/** Readers who are mentioned, alerted or added, and who can see the author. */
export const notifiedInsiders: readonly Reader[] = [
  'insider',
  'wordMuter',
  'quarantined',
  'unverified',
  'moderatorInside',
];

/** Hashtags are suggested to everyone once a post that everyone may see has had them (forums rule B60). */
export const completionRule: Rule = {
  readers: Object.fromEntries(readerNames.map((name) => [name, 'shown'])),
  fates: {
    quarantined: 'hidden',
    autoQuarantined: 'hidden',
    restricted: 'hidden',
    authorBanned: 'shown',
    featureOff: 'shown',
    deleted: 'shown',
  },
};

/** Returns the name of a call in the table: the endpoint's name, with the query parameter if there is one. */
export const getCallName = ({ name, option }: { name: string; option?: string }): string =>
  option === undefined ? name : `${name}?${option}`;

const getEndpoint = (way: string): string => way.split('?')[0] ?? way;

/** Returns the exceptions for a call: those of the call itself, then of its endpoint, then of its kind. */
function getRules(kind: SeenKind, way: string): readonly Rule[] {
  return [kind.ways[way], kind.ways[getEndpoint(way)], kind].filter((rule) => rule !== undefined);
}

/** Whether this call shows the kind at all. */
export const showsKind = (kind: SeenKind, way: string): boolean => getEndpoint(way) in kind.ways;

/** Returns how much of new content a reader must see. */
export function getExpectedVisibility(kind: SeenKind, way: string, reader: Reader): ContentVisibility {
  const rules = getRules(kind, way);
  if (!showsKind(kind, way) || rules.some(({ only }) => only && !only.includes(reader))) return 'hidden';
  const unusual = rules.find(({ readers }) => readers?.[reader] !== undefined)?.readers?.[reader];
  return unusual ?? defaultVisibilityByReader[reader];
}

/** Returns what a reader must see after a change, depending on whether they could see the content before. */
export function getExpectedAfterChange(
  kind: SeenKind,
  way: string,
  reader: Reader,
  fate: ContentChange,
  isShownBefore: boolean,
): ContentVisibility {
  const rules = getRules(kind, way);
  if (!isShownBefore) return rules.some(({ appears }) => appears?.[fate]?.includes(reader)) ? 'shown' : 'hidden';
  const unusual = rules.find(({ fates }) => fates?.[fate] !== undefined)?.fates?.[fate];
  if (unusual === undefined)
    return isExempt(reader, fate) ? 'shown' : isBanned(reader, fate) ? 'hidden' : defaultVisibilityAfterChange[fate];
  return typeof unusual === 'string'
    ? unusual
    : (unusual[reader] ?? unusual.others ?? defaultVisibilityAfterChange[fate]);
}

/**
 * Moderators see content that was moved out of others' view; the management office sees features that are switched off.
 */
const isExempt = (reader: Reader, fate: ContentChange): boolean =>
  (fate === 'restricted' && staff.some((name) => name === reader)) || (fate === 'featureOff' && reader === 'admin');

/** A banned user is no longer logged in. */
const isBanned = (reader: Reader, fate: ContentChange): boolean => fate === 'authorBanned' && reader === 'author';

/** The reader whose result applies to readers with mute words, when a notice replaces the words. */
export const getReaderAfter = (kind: SeenKind, reader: Reader, fate: ContentChange): Reader =>
  reader === 'wordMuter' && kind.isHiddenByMute && isReviewed(fate) ? 'insider' : reader;

/** Whether the content is under review after this change. */
export const isReviewed = (fate: ContentChange): boolean => fate === 'quarantined' || fate === 'autoQuarantined';
