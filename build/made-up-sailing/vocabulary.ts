import type { Random } from '#crowd/random.ts';

/** What people on a ship talk about, the commonest first. */
const commonWords = (
  'see deck pool today great time show dinner ship everyone think good tonight music games coffee morning stage really ' +
  'people room sun lunch love friends band island walk evening shore sea thanks night looking table cards dance lounge ' +
  'photo captain theatre weather library help water question chess story lantern rail stern bow harbor anchor towel'
).split(' ');

const syllables = 'lan mor vel tis dra qui nor sel bran tol gar fen ros mib zan pel'.split(' ');

/** Words of three syllables that no language has: most of what people write is rare. */
const rareWords = syllables.flatMap((first) =>
  syllables.flatMap((second) => syllables.map((third) => `${first}${second}${third}`)),
);

/** All words that are written on the made-up sailing, the commonest first. */
export const vocabulary: readonly string[] = [...commonWords, ...rareWords];

/** A word that is in every second text or so, and one that is in a few of a hundred thousand. */
export const searchedWords = { common: 'deck', rare: rareWords.at(-2) ?? '' } as const;

/** For each word how often it or a commoner one is written, as a part of all. */
const shares = computeShares();

function computeShares(): readonly number[] {
  const shares: number[] = [];
  // The commonest words are written a little less often than their rank alone would have it.
  let sum = 0;
  for (const rank of vocabulary.keys()) {
    sum += 1 / (rank + 5);
    shares.push(sum);
  }
  return shares.map((share) => share / sum);
}

/** A word, the common ones far more often than the others. */
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

/** A sentence of at least and at most so many words. */
export function writeSentence(random: Random, min: number, max: number): string {
  const words = Array.from({ length: min + random.below(max - min + 1) }, () => chooseWord(random));
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Hashtags that people agree on; one of them is also the commonest of words. */
const hashtags = vocabulary.slice(0, 60);

/** What someone says in public; one in ten has hashtags, one in twenty mentions someone. */
export function writePublicText(random: Random, people: readonly { readonly username: string }[]): string {
  const tags = random.onceIn(10) ? random.pick(hashtags, 1 + random.below(2)).map((tag) => ` #${tag}`) : [];
  const mention = random.onceIn(20) ? ` @${random.oneOf(people).username}` : '';
  return `${writeSentence(random, 3, 22)}${mention}${tags.join('')}`;
}
