import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../project.ts';
import { type Outcome, runTest } from './run-test.ts';

/** What one test file runs when it runs alone. */
export interface TestCoverage {
  readonly test: string;
  /** Of the test file, so that coverage is recorded again when it has changed. */
  readonly hash: string;
  readonly outcome: Outcome;
  /** By source file. */
  readonly sources: Readonly<Record<string, { readonly hash: string; readonly lines: readonly number[] }>>;
}

/** A place in a script that runs, and the line of the source it comes from. */
interface Point {
  readonly offset: number;
  readonly file: string;
  readonly line: number;
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

const folder = join(cacheFolder, 'mutants');
const maxMilliseconds = 600_000;

/** Returns the hash by which a changed file is noticed. */
export const hashFile = (project: string, file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(project, file)))
    .digest('base64url')
    .slice(0, 12);

const locateCache = (test: string): string => join(folder, `${test.replaceAll('/', ' ')}.json`);
const known = new Map<string, TestCoverage>();

/** Returns what a test file was recorded to cover, unless the test has changed since. */
export function findCoverage(project: string, test: string): TestCoverage | undefined {
  const file = locateCache(test);
  const cached = known.get(test) ?? (existsSync(file) ? readCached(file) : undefined);
  if (cached?.hash !== hashFile(project, test)) return undefined;
  known.set(test, cached);
  return cached;
}

const readCached = (file: string): TestCoverage => JSON.parse(readFileSync(file, 'utf8'));

/** Runs a test file and records what it covers; what fails is not cached. */
export async function recordCoverage(copy: string, test: string): Promise<TestCoverage> {
  const recorded = await runWithCoverage(copy, test, hashFile(copy, test));
  if (recorded.outcome.result === 'passed') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(locateCache(test), JSON.stringify(recorded));
  }
  return recorded;
}

/** Node and the processes it starts write what they ran when they end; `test/support` lets bundled programs do so too. */
async function runWithCoverage(copy: string, test: string, hash: string): Promise<TestCoverage> {
  const written = mkdtempSync(join(tmpdir(), 'gangway-coverage-'));
  try {
    const environment = { NODE_V8_COVERAGE: written };
    const outcome = await runTest(test, { folder: copy, maxMilliseconds, environment, toTheEnd: true });
    const lines = new Map<string, Set<number>>();
    for (const name of readdirSync(written)) addProcess(copy, join(written, name), lines);
    const sources = [...lines].map(([file, ran]) => [file, { hash: hashFile(copy, file), lines: [...ran] }] as const);
    return { test, hash, outcome, sources: Object.fromEntries(sources) };
  } finally {
    rmSync(written, { recursive: true });
  }
}

function addProcess(copy: string, file: string, lines: Map<string, Set<number>>): void {
  for (const script of readScripts(file)) {
    const points = script.url.startsWith('file:') ? findPoints(copy, fileURLToPath(script.url)) : [];
    const ran = paintCounts(script);
    for (const { offset, file: source, line } of points) {
      if (ran[offset] !== 1) continue;
      const others = lines.get(source) ?? new Set();
      lines.set(source, others.add(line));
    }
  }
}

/** A process that was killed while it wrote leaves half a file. */
function readScripts(file: string): readonly Script[] {
  try {
    const { result }: { result: Script[] } = JSON.parse(readFileSync(file, 'utf8'));
    return result;
  } catch {
    return [];
  }
}

/** 1 for each character that ran; inner ranges follow the outer ones and overwrite them. */
function paintCounts({ functions }: Script): Uint8Array {
  const ranges = functions.flatMap(({ ranges: own }) => own);
  const painted = new Uint8Array(Math.max(0, ...ranges.slice(0, 1).map(({ endOffset }) => endOffset)));
  const outerFirst = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) painted.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return painted;
}

const pointsByFile = new Map<string, readonly Point[]>();

/** Words of a script with the lines they come from: of a source itself, or of a bundle by its source map. */
function findPoints(copy: string, file: string): readonly Point[] {
  const source = relative(copy, file);
  const isBundle = source.startsWith('build/cache/program/');
  if (!source.startsWith('src/') && !isBundle) return [];
  const found = pointsByFile.get(file);
  if (found) return found;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const locate = isBundle ? readMap(copy, file, text) : (line: number) => ({ file: source, line: line + 1 });
  const points = [...listWords(text)].flatMap(({ offset, line, column }) => {
    const at = locate(line, column);
    return at?.file.startsWith('src/') ? [{ offset, ...at }] : [];
  });
  pointsByFile.set(file, points);
  return points;
}

function* listWords(text: string): Generator<{ offset: number; line: number; column: number }> {
  let start = 0;
  for (const [line, content] of text.split('\n').entries()) {
    for (const { index } of content.matchAll(/[\w$]+/g)) yield { offset: start + index, line, column: index };
    start += content.length + 1;
  }
}

function readMap(
  copy: string,
  file: string,
  text: string,
): (line: number, column: number) => { file: string; line: number } | undefined {
  const [, encoded] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)/.exec(text) ?? [];
  if (encoded === undefined) return () => undefined;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  return (line, column) => {
    const entry = map.findEntry(line, column);
    if (!('originalSource' in entry)) return undefined;
    return { file: relative(copy, resolve(dirname(file), entry.originalSource)), line: entry.originalLine + 1 };
  };
}
