import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../project.ts';
import { readProse } from './read-prose.ts';
import type { RetiredWord } from './retired-words.ts';

const glossary = 'src/contract/words.md';

interface RejectedWord {
  readonly words: RegExp;
  /** The term to use instead. */
  readonly term: string;
}

/** Reads the terms and the synonyms after "Not:" from the glossary. */
export function readGlossary(content: string): RejectedWord[] {
  return [...content.matchAll(/^- \*\*(.+?)\*\*:.*?\bNot: (.+?)\.$/gm)].map(([, term = '', synonyms = '']) => ({
    term,
    words: new RegExp(`\\b(?:${synonyms.split(', ').join('|')})s?\\b`, 'gi'),
  }));
}

/** Returns synonyms that the glossary rules out, in the texts of the program. */
export function findRejectedWords(project: string): RetiredWord[] {
  const ruledOut = readGlossary(readFileSync(join(project, glossary), 'utf8'));
  return listFiles(project, 'src')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      readProse(readFileSync(join(project, file), 'utf8'))
        .filter(({ kind, text }) => kind === 'text' && text.includes(' '))
        .flatMap(({ text, line }) =>
          ruledOut.flatMap(({ words, term }) =>
            [...text.matchAll(words)].map(({ 0: word }) => ({ file, line, word, instead: term })),
          ),
        ),
    );
}
