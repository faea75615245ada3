import type { Random } from '#crowd/random.ts';

/** Topics that people on a ship talk about, most frequent first. */
const commonWords = (
  'see deck pool today great time show dinner ship everyone think good tonight music games coffee morning stage really ' +
  'people room sun lunch love friends band island walk evening shore sea thanks night looking table cards dance lounge ' +
  'photo captain theatre weather library help water question chess story lantern rail stern bow harbor anchor towel'
).split(' ');

const syllables = 'lan mor vel tis dra qui nor sel bran tol gar fen ros mib zan pel'.split(' ');

/** Made-up words of three syllables, since most words in real text are rare. */
const rareWords = syllables.flatMap((first) =>
  syllables.flatMap((second) => syllables.map((third) => `${first}${second}${third}`)),
);

/** All words of the made-up sailing, most frequent first. */
export const vocabulary: readonly string[] = [...commonWords, ...rareWords];

/** Search terms: one word that is in about half of the texts, and one in a few of 100,000. */
export const searchedWords = { common: 'deck', rare: rareWords.at(-2) ?? '' } as const;

/** Cumulative frequencies of the words. */
const shares = computeShares();

function computeShares(): readonly number[] {
  const shares: number[] = [];
  // The most frequent words are slightly rarer than a pure Zipf distribution would make them.
  let sum = 0;
  for (const rank of vocabulary.keys()) {
    sum += 1 / (rank + 5);
    shares.push(sum);
  }
  return shares.map((share) => share / sum);
}

/** Returns a random word, weighted by frequency. */
export function chooseWord(random: Random): string {
  const sought = random.fraction();
  let [from, to] = [0, shares.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((shares[middle] ?? 1) < sought) from = middle + 1;
    else to = middle;
  }
  return vocabulary[from] ?? '';
}

/** Returns a sentence with a word count within these limits. */
export function writeSentence(random: Random, min: number, max: number): string {
  const words = Array.from({ length: min + random.below(max - min + 1) }, () => chooseWord(random));
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Common hashtags. One of them is also the most frequent word. */
const hashtags = vocabulary.slice(0, 60);

/** Returns a public text. One in ten has hashtags, one in twenty mentions a person. */
export function writePublicText(random: Random, people: readonly { readonly username: string }[]): string {
  const tags = random.onceIn(10) ? random.pick(hashtags, 1 + random.below(2)).map((tag) => ` #${tag}`) : [];
  const mention = random.onceIn(20) ? ` @${random.oneOf(people).username}` : '';
  return `${writeSentence(random, 3, 22)}${mention}${tags.join('')}`;
}
