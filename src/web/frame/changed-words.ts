/** A part of a text, and whether the other text lacks it there. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Words, times and what's between them. */
const readTokens = (text: string): string[] =>
  text.match(/\s+|(?<!\d)\d+(?:[:.]\d+)+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** Limit of tokens that are compared one by one: the time is quadratic. */
const maxCompared = 200;

/** Compares two texts word by word. If long texts differ a lot, the difference is one part. */
export function compareWords(before: string, after: string): [before: TextPart[], after: TextPart[]] {
  const [old, renewed] = [readTokens(before), readTokens(after)];
  const shortest = Math.min(old.length, renewed.length);
  let start = 0;
  while (start < shortest && old[start] === renewed[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === renewed.at(-1 - end)) end += 1;
  const middles = [old.slice(start, old.length - end), renewed.slice(start, renewed.length - end)] as const;
  const [oldCommon, renewedCommon] = findCommon(...middles);
  const mark = (tokens: readonly string[], common: ReadonlySet<number>) =>
    joinParts(
      tokens.map((text, index) => ({
        text,
        isChanged: index >= start && index < tokens.length - end && !common.has(index - start),
      })),
    );
  return [mark(old, oldCommon), mark(renewed, renewedCommon)];
}

/** Finds the positions of a longest common subsequence. */
function findCommon(old: readonly string[], renewed: readonly string[]): [Set<number>, Set<number>] {
  const [inOld, inRenewed] = [new Set<number>(), new Set<number>()];
  if (old.length > maxCompared || renewed.length > maxCompared) return [inOld, inRenewed];
  const lengthAt = computeLengths(old, renewed);
  let [row, column] = [0, 0];
  while (row < old.length && column < renewed.length) {
    if (old[row] === renewed[column]) {
      inOld.add(row);
      inRenewed.add(column);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return [inOld, inRenewed];
}

/** Returns the length of the longest common subsequence from each position. */
function computeLengths(old: readonly string[], renewed: readonly string[]): (row: number, column: number) => number {
  const width = renewed.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = renewed.length - 1; column >= 0; column -= 1) {
      const longest = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      lengths[row * width + column] = old[row] === renewed[column] ? lengthAt(row + 1, column + 1) + 1 : longest;
    }
  }
  return lengthAt;
}

/** Joins adjacent parts. A space between two changed words counts as changed. */
function joinParts(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const [index, { text, isChanged: differs }] of parts.entries()) {
    const isChanged =
      differs || (text.trim() === '' && joined.at(-1)?.isChanged === true && parts[index + 1]?.isChanged === true);
    const last = joined.at(-1);
    if (last?.isChanged === isChanged) joined[joined.length - 1] = { text: last.text + text, isChanged };
    else joined.push({ text, isChanged });
  }
  return joined;
}
