import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../project.ts';
import { getLine } from './imports.ts';

/** A citation of a missing rule, decision or section. */
export interface BrokenCitation {
  /** The path relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  /** The citation as written, on one line. */
  readonly citation: string;
  readonly reason: string;
}

/** Everything in a file of rules that can be cited. */
export interface RulesFile {
  /** Numbers of the file's rules in order, such as `17`, `15a` and `B27`; a duplicate appears twice. */
  readonly numbers: readonly string[];
  /** Text of each section by its heading, including subsections. */
  readonly sections: ReadonlyMap<string, string>;
}

/** Everything that can be cited, by the name of the file without `.md`. */
type Rules = ReadonlyMap<string, RulesFile>;

const rulesFolder = 'src/contract/rules';
const decisions = 'decisions';
const emptyRules: RulesFile = { numbers: [], sections: new Map() };

/** The file that a word cites, and the letter that its numbers may omit. */
interface CitedRule {
  readonly file: string;
  readonly letter: string;
}

/** Files that other words cite: aliases, and names of a part of a file. Every other file is cited by its own name. */
const citedRuleByWord: ReadonlyMap<string, CitedRule> = new Map([
  ['phone', { file: 'libraries', letter: 'P' }],
  ['admin', { file: 'moderation', letter: '' }],
]);

const listAreas = (rules: Rules): string[] =>
  [...rules.keys(), ...citedRuleByWord.keys()].filter((word) => word !== decisions && word !== 'README');

function findArea(word: string, rules: Rules): CitedRule | undefined {
  const name = word.toLowerCase();
  return citedRuleByWord.get(name) ?? (rules.has(name) ? { file: name, letter: '' } : undefined);
}

const numberPattern = '[A-Z]?\\d+[a-z]?\\b';
const separatorPattern = '(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or|to)\\s+|[-–])';
const listPattern = `(?<numbers>${numberPattern}(?:${separatorPattern}${numberPattern})*)`;
const rulePattern = new RegExp(
  `(?:\\b(?<area>[\\w-]+)\\s+)?\\brules?\\s+${listPattern}(?:\\s+of\\s+(?<after>[\\w-]+))?`,
  'gi',
);
const decisionPattern = new RegExp(`\\bdecisions?\\s+${listPattern}`, 'gi');
const sectionPattern = /(?<=(?<lead>[(;:])\s*)(?<area>[a-z-]+),\s+(?<section>[A-Z][^;:()]*)(?::\s*(?<item>[^;)]+))?/g;
const specificationPattern = /\bthe\s+specification\b/gi;
const singlePattern = new RegExp(`(${numberPattern})(?:(?:\\s+to\\s+|[-–])(${numberPattern}))?`, 'gi');

/** Returns why a citation is broken, undefined for a good one. `own` is the file of rules that contains it. */
type ExplainCitation = (parts: CitationParts, rules: Rules, own: string | undefined) => string | undefined;
type CitationParts = Readonly<Record<string, string | undefined>>;

const citationChecks: readonly (readonly [RegExp, ExplainCitation])[] = [
  [rulePattern, explainRules],
  [decisionPattern, ({ numbers = '' }, rules) => explainWrongNumbers(numbers, decisions, '', rules)],
  [sectionPattern, explainSection],
  [specificationPattern, () => 'a specification is nothing to cite; cite a rule or decision'],
];

/** Finds every broken citation in a project's comments and markdown, ordered by file and line. */
export function findBrokenCitations(project: string): BrokenCitation[] {
  const rules = readRules(project);
  return listCitingFiles(project).flatMap((file) => {
    const text = readFileSync(join(project, file), 'utf8');
    return findBrokenInFile(file, file.endsWith('.ts') ? extractComments(text) : text, rules);
  });
}

/**
 * Returns all rules that a text cites, as `forums B27`, with ranges expanded; used to find rules that no test cites.
 */
export function listCitedRules(text: string, rules: Rules): string[] {
  return [...text.matchAll(rulePattern)].flatMap(({ groups: { area = '', numbers = '', after = '' } = {} }) => {
    const named = findArea(after, rules) ?? findArea(area, rules);
    if (!named) return [];
    const known = rules.get(named.file)?.numbers ?? emptyRules.numbers;
    return [...numbers.matchAll(singlePattern)].flatMap(([, first = '', last = first]) => {
      const [start, end] = [first, last].map((cited) => known.indexOf(appendLetter(cited, named.letter)));
      if (start === undefined || end === undefined || start < 0) return [];
      return known.slice(start, end + 1).map((cited) => `${named.file} ${cited}`);
    });
  });
}

/** Reads all files of rules of a project, by their names without `.md`; empty if it has no such folder. */
export function readRules(project: string): Rules {
  const folder = join(project, rulesFolder);
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return new Map(files.map((file) => [basename(file, '.md'), parseRules(readFileSync(join(folder, file), 'utf8'))]));
}

/** Reads a rule: a list item that begins with its number in bold: `- **17.** Validation: …`. */
function parseRules(text: string): RulesFile {
  const numbers = [...text.matchAll(/^- \*\*([A-Z]?\d+[a-z]?)\.\*\* /gm)].map(([, number = '']) => number);
  const headings = [...text.matchAll(/^(#{2,}) (.+)$/gm)];
  const sections = headings.map(({ 1: marks = '', 2: heading = '', index }, place): [string, string] => {
    const next = headings.slice(place + 1).find(([, others = '']) => others.length <= marks.length);
    return [heading.trim(), text.slice(index, next?.index)];
  });
  return { numbers, sections: new Map(sections) };
}

function listCitingFiles(project: string): string[] {
  const source = listFiles(project, 'src').filter((file) => /\.(?:ts|md)$/.test(file));
  const others = ['test', 'build'].flatMap((folder) => listFiles(project, folder));
  const code = others.filter((file) => file.endsWith('.ts'));
  return [...(existsSync(join(project, 'README.md')) ? ['README.md'] : []), ...source, ...code].sort();
}

/** Returns only the text of comments, each at its line; a line of code becomes a bar, which ends every citation. */
function extractComments(code: string): string {
  return code
    .split('\n')
    .map((line) => findComment(line) ?? '|')
    .join('\n');
}

// A regular expression is enough here: the formatter ensures these forms of comments.
function findComment(line: string): string | undefined {
  const whole = /^\s*(?:\/\*+|\*|\/\/)(?:\s(.*))?$/.exec(line);
  return whole ? (whole[1] ?? '') : /\s(?:\/\*+|\/\/)\s(.*)$/.exec(line)?.[1];
}

function findBrokenInFile(file: string, text: string, rules: Rules): BrokenCitation[] {
  const own = findRulesFileOf(file);
  const lost = citationChecks.flatMap(([form, explain]) =>
    [...text.matchAll(form)].flatMap(({ 0: words, groups = {}, index }) => {
      const reason = explain(groups, rules, own);
      return reason === undefined ? [] : [{ file, line: getLine(text, index), citation: joinLines(words), reason }];
    }),
  );
  return lost.sort((a, b) => a.line - b.line);
}

/** In a file of rules, a number without an area refers to the same file. */
function findRulesFileOf(file: string): string | undefined {
  const name = basename(file, '.md');
  return file === `${rulesFolder}/${name}.md` && name !== 'README' ? name : undefined;
}

function explainRules({ area = '', numbers = '', after = '' }: CitationParts, rules: Rules, own: string | undefined) {
  const named = findArea(after, rules) ?? findArea(area, rules);
  const { file, letter } = named ?? { file: own, letter: '' };
  if (file === undefined) return `it names no area, which is one of ${listAreas(rules).join(', ')}`;
  return explainWrongNumbers(numbers, file, letter, rules);
}

/** Returns what is wrong with the numbers of a list such as `7, 9 and 11` or `52 to 54`. */
function explainWrongNumbers(numbers: string, file: string, letter: string, rules: Rules): string | undefined {
  const known = rules.get(file)?.numbers ?? emptyRules.numbers;
  const reasons = [...numbers.matchAll(singlePattern)].flatMap(([, first = '', last = first]) => {
    const start = appendLetter(first, letter);
    const end = appendLetter(last, letter);
    const missing = [...new Set([start, end])].filter((cited) => !known.includes(cited));
    if (missing.length > 0) return missing.map((cited) => `${file}.md has no ${cited}`);
    return known.indexOf(start) <= known.indexOf(end) ? [] : [`${start} comes after ${end}`];
  });
  return reasons.length > 0 ? reasons.join('; ') : undefined;
}

function appendLetter(cited: string, letter: string): string {
  return cited.startsWith(letter) ? cited : letter + cited;
}

function explainSection({ lead, area = '', section = '', item }: CitationParts, rules: Rules): string | undefined {
  const named = findArea(area, rules);
  // After a semicolon or colon, words are a citation only if they begin with an area.
  if (named === undefined) return lead === '(' ? `'${area}' is no area` : undefined;
  const heading = joinLines(section);
  const text = rules.get(named.file)?.sections.get(heading);
  if (text === undefined) return `${named.file}.md has no section '${heading}'`;
  const subject = item === undefined ? '' : joinLines(item);
  return text.toLowerCase().includes(subject.toLowerCase())
    ? undefined
    : `section '${heading}' of ${named.file}.md does not speak of '${subject}'`;
}

function joinLines(words: string): string {
  return words.trim().replaceAll(/\s+/g, ' ');
}
