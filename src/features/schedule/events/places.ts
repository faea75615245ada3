import type { Context } from '#area/context.ts';
import { compareTexts, foldLetters } from '#platform/text/lines.ts';
import type { EventPlaceData } from '../records.ts';
import { getCurrentSchedule } from './current-schedule.ts';

/** Lists the places of all events, by deck and name; places without a deck come last. */
export function listPlaces(context: Context): EventPlaceData[] {
  const { events } = getCurrentSchedule(context);
  const locations = new Set(events.map(({ row }) => row.location.trim()).filter((location) => location !== ''));
  return [...locations].map(describePlace).sort(comparePlaces);
}

const describePlace = (location: string): EventPlaceData => {
  const deck = /\bdecks?\s+(\d{1,3})\b/i.exec(location)?.[1];
  return { location, ...(deck !== undefined && { deck: Number(deck) }) };
};

const comparePlaces = (one: EventPlaceData, other: EventPlaceData): number =>
  (one.deck ?? Number.POSITIVE_INFINITY) - (other.deck ?? Number.POSITIVE_INFINITY) ||
  compareTexts(one.location, other.location);

/** The same limit of words as in a full-text search. */
const maxWords = 12;
const maxCharacters = 300;

/**
 * Returns a test for places that match all of these words. A word may be the start of a word in the place, but numbers
 * must be equal. Case, accents and apostrophes are ignored.
 */
export function createPlaceMatcher(text: string): (location: string) => boolean {
  const words = readWords(text.slice(0, maxCharacters)).slice(0, maxWords);
  const known = new Map<string, boolean>();
  return (location) => {
    const before = known.get(location);
    if (before !== undefined) return before;
    const ofPlace = readWords(location);
    const isMeant = words.length > 0 && words.every((word) => ofPlace.some((other) => isPrefix(word, other)));
    known.set(location, isMeant);
    return isMeant;
  };
}

const readWords = (text: string): string[] => foldLetters(text.replaceAll(/['’]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [];

const isPrefix = (word: string, other: string): boolean =>
  /^\d+$/.test(word) ? word === other : other.startsWith(word);
