import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../project.ts';
import { type Outcome, runTest } from './run-test.ts';

/** The parts of the sources that one test file runs when it runs alone. */
export interface TestCoverage {
  readonly test: string;
  /** Hash of the test file, so that coverage is recorded again when it changes. */
  readonly hash: string;
  readonly outcome: Outcome;
  /** The ranges that ran, as offsets, by source file. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly ran: readonly Range[] }>>;
}

type Range = readonly [from: number, to: number];

/** A token of a script that runs, and its position in the source. */
interface Word {
  readonly offset: number;
  readonly file: string;
  readonly sourceOffset: number;
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

const folder = join(cacheFolder, 'coverage');
const runLimits = { cpuMilliseconds: 1_200_000, milliseconds: 900_000 };

/** Some test files run commands and services as separate processes, some of which are killed. */
export const startsProcesses = /^test\/(?:build|cli|clients|durability|spare)\//;

/** Returns the hash that detects a changed file. */
export const hashFile = (project: string, file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(project, file)))
    .digest('base64url')
    .slice(0, 12);

const locateCache = (test: string): string => join(folder, `${test.replaceAll('/', ' ')}.json`);
const coverageByTest = new Map<string, TestCoverage>();

/** Returns the recorded coverage of a test file, unless the test has changed since. */
export function findCoverage(project: string, test: string): TestCoverage | undefined {
  const file = locateCache(test);
  const cached = coverageByTest.get(test) ?? (existsSync(file) ? readCached(file) : undefined);
  if (cached?.hash !== hashFile(project, test)) return undefined;
  coverageByTest.set(test, cached);
  return cached;
}

const readCached = (file: string): TestCoverage => JSON.parse(readFileSync(file, 'utf8'));

/** Runs a test file and records its coverage; failures aren't cached. */
export async function recordCoverage(copy: string, test: string): Promise<TestCoverage> {
  const recorded = await runWithCoverage(copy, test, hashFile(copy, test));
  if (recorded.outcome.result === 'passed') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(locateCache(test), JSON.stringify(recorded));
  }
  return recorded;
}

/** Node and its child processes write their coverage on exit; `test/support` enables it for bundled programs. */
async function runWithCoverage(copy: string, test: string, hash: string): Promise<TestCoverage> {
  const written = mkdtempSync(join(tmpdir(), 'gangway-coverage-'));
  try {
    const environment = { NODE_V8_COVERAGE: written };
    const outcome = await runTest(test, { folder: copy, limits: runLimits, environment, toTheEnd: true });
    const ran: TokenRuns = new Map();
    for (const name of readdirSync(written)) addProcess(copy, join(written, name), ran);
    const sources = [...ran].map(([file, offsets]) => [
      file,
      { hash: hashFile(copy, file), ran: joinRanges(readFileSync(join(copy, file), 'utf8'), offsets) },
    ]);
    return { test, hash, outcome, sources: Object.fromEntries(sources) };
  } finally {
    rmSync(written, { recursive: true });
  }
}

/** Whether tokens ran, by source file and offset. */
type TokenRuns = Map<string, Map<number, boolean>>;

function addProcess(copy: string, file: string, ran: TokenRuns): void {
  for (const script of readScripts(file)) {
    const words = script.url.startsWith('file:') ? findWords(copy, fileURLToPath(script.url)) : [];
    const painted = markCharactersRun(script);
    for (const { offset, file: source, sourceOffset } of words) {
      const ofSource = ran.get(source) ?? new Map<number, boolean>();
      ran.set(source, ofSource);
      if (painted[offset] === 1 || !ofSource.has(sourceOffset)) ofSource.set(sourceOffset, painted[offset] === 1);
    }
  }
}

/**
 * Merges tokens that ran into ranges. Source maps don't have every token: the others share the result of the previous
 * token.
 */
function joinRanges(text: string, ran: ReadonlyMap<number, boolean>): Range[] {
  const ranges: [number, number][] = [];
  let isOpen = false;
  for (const { offset } of listWords(text)) {
    if ((ran.get(offset) ?? isOpen) === isOpen) continue;
    isOpen = !isOpen;
    const last = ranges.at(-1);
    if (isOpen) ranges.push([offset, text.length]);
    else if (last) last[1] = offset;
  }
  return ranges;
}

/** A process killed while writing leaves a truncated file. */
function readScripts(file: string): readonly Script[] {
  try {
    const { result }: { result: Script[] } = JSON.parse(readFileSync(file, 'utf8'));
    return result;
  } catch {
    return [];
  }
}

/** An array with 1 for each character that ran; inner ranges follow outer ones and override them. */
function markCharactersRun({ functions }: Script): Uint8Array {
  const ranges = functions.flatMap(({ ranges: own }) => own);
  const painted = new Uint8Array(Math.max(0, ...ranges.slice(0, 1).map(({ endOffset }) => endOffset)));
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) painted.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return painted;
}

const wordsByFile = new Map<string, readonly Word[]>();

/**
 * Lists the tokens of a script with their source positions: in the source itself, or through the bundle's source map.
 */
function findWords(copy: string, file: string): readonly Word[] {
  const source = relative(copy, file);
  const isBundle = source.startsWith('build/cache/program/');
  if (!source.startsWith('src/') && !isBundle) return [];
  const found = wordsByFile.get(file);
  if (found) return found;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const words = isBundle
    ? mapWords(copy, file, text)
    : [...listWords(text)].map(({ offset }) => ({ offset, file: source, sourceOffset: offset }));
  wordsByFile.set(file, words);
  return words;
}

function* listWords(text: string): Generator<{ offset: number; line: number; column: number }> {
  let start = 0;
  for (const [line, content] of text.split('\n').entries()) {
    for (const { index } of content.matchAll(/[\w$]+/g)) yield { offset: start + index, line, column: index };
    start += content.length + 1;
  }
}

function mapWords(copy: string, file: string, text: string): Word[] {
  const [, encoded] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)/.exec(text) ?? [];
  if (encoded === undefined) return [];
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  const lineStarts = new Map<string, readonly number[]>();
  return [...listWords(text)].flatMap(({ offset, line, column }) => {
    const entry = map.findEntry(line, column);
    if (!('originalSource' in entry)) return [];
    const source = relative(copy, resolve(dirname(file), entry.originalSource));
    if (!source.startsWith('src/')) return [];
    const starts = lineStarts.get(source) ?? findLineStarts(readFileSync(join(copy, source), 'utf8'));
    lineStarts.set(source, starts);
    const sourceOffset = (starts[entry.originalLine] ?? 0) + entry.originalColumn;
    return [{ offset, file: source, sourceOffset }];
  });
}

const findLineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
