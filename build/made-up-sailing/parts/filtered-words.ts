import { alertWords, muteWords } from '#core/public-text/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { vocabulary } from '../vocabulary.ts';

/** Ten alert words, each in about one in a thousand texts. */
const watchedWords = vocabulary.slice(1000, 1010);
/** Muted words. */
const unwantedWords = vocabulary.slice(2000, 2050);

/**
 * Gives one person in ten alert words and one in twenty mute words. Runs before any posts are made, so the words apply
 * to them.
 */
export const words: SailingPart = {
  name: 'words',
  fill({ random, people, make }) {
    make('people with alert words and mute words', people.length, (context, index) => {
      const person = people[index];
      if (!person) return;
      const choose = (list: readonly string[]) => random.pick(list, 1 + random.below(3));
      if (index % 10 === 0) {
        for (const word of choose(watchedWords)) insertRow(context, alertWords, { userID: person.id, word });
      }
      if (index % 20 === 1) {
        for (const word of choose(unwantedWords)) insertRow(context, muteWords, { userID: person.id, word });
      }
    });
  },
};
