import { foldLetters } from '#platform/text/lines.ts';
import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import type { CheckFindings } from './check-upload.ts';

/** A place as the file spells it. */
interface Place {
  readonly location: string;
  readonly eventCount: number;
  readonly words: readonly string[];
}

/** A ship has far fewer; comparing more with each other would take long. */
const maxPlaces = 500;

/** Finds places spelled almost like another, the rarer one first: it's probably the one with the mistake. */
export function* findSimilarPlaces(events: readonly ScheduledEvent[]): CheckFindings {
  const byLocation = Map.groupBy(events, ({ location }) => location);
  const places = [...byLocation]
    .filter(([location]) => location.trim() !== '')
    .map(([location, { length }]): Place => ({ location, eventCount: length, words: readWords(location) }))
    .sort((one, other) => one.eventCount - other.eventCount)
    .slice(0, maxPlaces);
  for (const [index, rarer] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      yield areSimilar(rarer.words, other.words) ? { events: [], places: [present(rarer), present(other)] } : undefined;
    }
  }
}

const present = ({ location, eventCount }: Place) => ({ location, eventCount });

/** Splits "Deck9" like "Deck 9", and ignores case, accents and punctuation. */
const readWords = (text: string): string[] => foldLetters(text.replaceAll(/['’]/g, '')).match(/\p{L}+|\p{N}+/gu) ?? [];

/** Whether two names differ only in spaces, punctuation, or a letter of a longer word. */
function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  if (one.join('') === other.join('')) return one.length > 0;
  return one.length === other.length && one.every((word, index) => isMisspelled(word, other[index] ?? ''));
}

/** Short words and numbers name things: Studio A isn't Studio B, and Deck 9 isn't Deck 10. */
const minLetters = 4;

function isMisspelled(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.max(one.length, other.length) >= minLetters && !/\d/.test(one + other) && differByOneEdit(one, other);
}

/** Whether one letter was added, left out or replaced, or two neighbors were swapped. */
function differByOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    (restOfOne[0] === restOfOther[1] && restOfOne[1] === restOfOther[0] && restOfOne.slice(2) === restOfOther.slice(2))
  );
}
