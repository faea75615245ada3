import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../project.ts';
import { readProse } from './read-prose.ts';

/** A word that reads like a translation, in a place people read. */
export interface RetiredWord {
  /** The path relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly word: string;
  /** The replacement. */
  readonly instead: string;
}

const retiredWords: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bwho(?:so)?ever\b|\bwhom\b/gi, 'the user, the client, the caller, anyone who'],
  [/\banew\b/gi, 'again; re-render, recompute, reload'],
  [/\bpass(?:ed|es|ing)? over\b/gi, 'skipped, ignored'],
  [/\bstands? (?:in|on|there|beside|at|where|below|above)\b|\blies? in\b/gi, 'is in, is on'],
  [/\bso many\b/gi, 'count, limit; up to N'],
  [/\bof (?:ours|theirs|mine)\b/gi, 'our own, their own'],
  [/\b(?:is|are|was|were|be) told\b|\bsays? so\b/gi, 'gets an error, is notified, returns'],
  [/\bwork(?:ed|s|ing)? out\b/gi, 'computed'],
  [/\btak(?:en|es?|ing) up\b|\bgiven? up on\b|\blet go\b/gi, 'processed; timed out; released'],
  [/\bput together\b/gi, 'built, assembled'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\bbe it\b|\bfor good\b|\bin turns\b|\bhands? out\b/gi, 'rephrase; takes turns; returns'],
  [/\bleisurely\b|\bglimpses?\b/gi, 'in batches; preview'],
  [/\b(?:nobody|somebody)\b/gi, 'no user, a user; in texts for people: no one, someone'],
];

/** Names in private dialect, with the standard terms for them. */
const retiredNames: Readonly<Record<string, string>> = {
  nothingSaid: 'emptyInput',
  createFollowing: 'findListenerRole',
  takesBack: 'undoData',
  writeLeisurely: 'writeInBatches',
  transactUnseen: 'a name that says what it does to the disk',
  findInItsWay: 'findConflicts',
  mayLack: 'mayHaveLostData',
  letParentEnd: 'allowParentExit',
  Elsewhere: 'Redirect',
  unlessRejected: 'orUndefinedOn',
  askIfThere: 'askOptional',
  askIfOpen: 'askIfAllowed',
  crewTeller: 'auditLog',
  tellCrew: 'auditLog',
  isTold: 'isReasonShown',
  keptPieces: 'fragmentCache',
  createSight: 'createVisibilityFilter',
  createSightTest: 'createVisibilityFilter',
};

/** Files that list such words: this one, the stop words of searches, and a test of this. */
const wordLists: ReadonlySet<string> = new Set([
  'build/prose/retired-words.ts',
  'src/db/full-text.ts',
  'test/build/prose.test.ts',
]);

/** Everything in the project that people read. */
const filesWithProse = ['README.md', 'assets', 'build', 'src', 'test'];

/** Finds every retired word in these files and folders of a project. */
export const findRetiredWords = (project: string, folders: readonly string[] = filesWithProse): RetiredWord[] =>
  folders
    .flatMap((folder) => (/\.\w+$/.test(folder) ? [folder] : listFiles(project, folder)))
    .filter((file) => /\.(?:ts|mjs|md|css)$/.test(file) && !file.includes('/licences/') && !wordLists.has(file))
    .flatMap((file) => findInFile(file, readFileSync(join(project, file), 'utf8')));

function findInFile(file: string, content: string): RetiredWord[] {
  if (!/\.(?:ts|mjs)$/.test(file)) return findInText(file, content, 1);
  return readProse(content).flatMap(({ kind, text, line }) => {
    if (kind !== 'name') return findInText(file, text, line);
    const instead = Object.hasOwn(retiredNames, text) ? retiredNames[text] : undefined;
    const separated = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    return instead === undefined ? findInText(file, separated, line) : [{ file, line, word: text, instead }];
  });
}

const findInText = (file: string, text: string, line: number): RetiredWord[] =>
  retiredWords.flatMap(([words, instead]) =>
    [...text.matchAll(words)].map(({ 0: word, index }) => ({
      file,
      line: line + text.slice(0, index).split('\n').length - 1,
      word,
      instead,
    })),
  );
