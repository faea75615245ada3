import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/app/documents/documents.ts';
import type { Copy } from './copy.ts';
import { findCoverage, hashFile, recordCoverage, type TestCoverage } from './coverage.ts';
import type { Fault } from './faults.ts';
import { runCommand, runTest } from './run-test.ts';

/** What became of a planted fault. */
export interface Verdict {
  readonly fault: Fault;
  readonly result: 'killed' | 'rejected by the check' | 'timed out' | 'survived' | 'not covered';
  /** What noticed it, or how many tests didn't. */
  readonly reason: string;
}

/** A fault that no test notices would otherwise run nearly all of them. */
const maxNearTests = 9;
/** Tests that run the most code: they notice faults in what everything uses. */
const maxBroadTests = 5;
/** Tests whose coverage isn't recorded, or that aren't recorded to run it: it may be in a process that is killed. */
const maxGuesses = 6;
/** Most faults are noticed by these; types and documents are checked after them. */
const testsBeforeTypes = 2;
const minMilliseconds = 120_000;
/** How many times longer than usual a test may take. */
const patience = 6;
const maxMillisecondsForTypes = 300_000;

/** Plants a fault in the copy, runs the tests that cover it until one fails, and heals the copy. */
export async function tryFault(copy: Copy, fault: Fault, allTests: readonly string[]): Promise<Verdict> {
  const { tests, isCovered } = chooseTests(copy.folder, fault, allTests);
  copy.plant(fault);
  try {
    await bundleForBrowsers(copy, fault);
    const verdict =
      (await runTests(copy, fault, tests.slice(0, testsBeforeTypes))) ??
      (await checkTypes(copy, fault)) ??
      (await checkDocuments(copy, fault)) ??
      (await runTests(copy, fault, tests.slice(testsBeforeTypes)));
    const reason = `${tests.length} test files, ${tests.slice(0, 3).join(' ')} …`;
    return verdict ?? { fault, result: isCovered ? 'survived' : 'not covered', reason };
  } finally {
    copy.heal();
    await bundleForBrowsers(copy, fault);
  }
}

/** What pages load is bundled ahead. */
async function bundleForBrowsers({ folder }: Copy, { file }: Fault): Promise<void> {
  if (!file.startsWith('src/web/browser/')) return;
  await runCommand(['build/node24.mjs', 'build/packaging/write-page-assets.ts'], {
    folder,
    maxMilliseconds: minMilliseconds,
  });
}

async function runTests(copy: Copy, fault: Fault, tests: readonly string[]): Promise<Verdict | undefined> {
  for (const test of tests) {
    const verdict = await runOneTest(copy, fault, test);
    if (verdict) return verdict;
  }
  return undefined;
}

async function runOneTest(copy: Copy, fault: Fault, test: string): Promise<Verdict | undefined> {
  const usual = findCoverage(copy.folder, test)?.outcome.milliseconds ?? 0;
  const maxMilliseconds = Math.max(minMilliseconds, patience * usual);
  const { result, reason } = await runTest(test, { folder: copy.folder, maxMilliseconds });
  if (result === 'passed' || !(await passesWithoutFault(copy, fault, test))) return undefined;
  if (result === 'timed out') return { fault, result, reason: test };
  return { fault, result: 'killed', reason: `${test}: ${reason}` };
}

/** Whether the test is known to pass, or passes now; what it covers is recorded by the way. */
async function passesWithoutFault(copy: Copy, fault: Fault, test: string): Promise<boolean> {
  if (findCoverage(copy.folder, test)) return true;
  copy.heal();
  const { outcome } = await recordCoverage(copy.folder, test);
  copy.plant(fault);
  return outcome.result === 'passed';
}

/** A line that is gone takes what only it used with it, so what is unused is no error. */
async function checkTypes({ folder }: Copy, fault: Fault): Promise<Verdict | undefined> {
  const project = fault.file.startsWith('src/web/browser/') ? 'src/web/browser' : '.';
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const words = ['build/node24.mjs', 'node_modules/typescript/bin/tsc', '--noEmit', '--project', project, ...unused];
  const { result, reason } = await runCommand(words, { folder, maxMilliseconds: maxMillisecondsForTypes });
  return result === 'failed' ? { fault, result: 'rejected by the check', reason } : undefined;
}

/** Declarations are what the documents of the API say, which the service reads from `assets`. */
async function checkDocuments({ folder }: Copy, fault: Fault): Promise<Verdict | undefined> {
  const made = join(folder, 'build', 'cache', 'documents');
  await runCommand(['build/node24.mjs', 'build/documents/write-documents.ts', made], {
    folder,
    maxMilliseconds: minMilliseconds,
  });
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const stale = Object.values(documentFiles).find(
    (file) => read(join(made, file)) !== read(join(folder, 'assets', file)),
  );
  return stale ? { fault, result: 'rejected by the check', reason: `assets/${stale}` } : undefined;
}

interface Choice {
  readonly tests: readonly string[];
  readonly isCovered: boolean;
}

/** Test files that run what the fault changes, or may run it; those nearest by name come first, short ones before long ones. */
function chooseTests(project: string, fault: Fault, allTests: readonly string[]): Choice {
  const words = splitWords(fault.file);
  const hash = hashFile(project, fault.file);
  const least = findLeast(project, fault.file, allTests);
  const known = allTests.map((test) => {
    const coverage = findCoverage(project, test);
    const near = splitWords(test).intersection(words).size;
    const rank = near * 10 - Math.log2((coverage?.outcome.milliseconds ?? 3000) / 500);
    return {
      test,
      near,
      rank,
      breadth: measureBreadth(coverage),
      runs: isRunBy(project, test, coverage, fault, { hash, least }),
    };
  });
  const ranked = known.toSorted((a, b) => b.rank - a.rank);
  const covering = ranked.filter(({ runs }) => runs === true);
  const guessed = ranked.filter(({ runs, near }) => runs === undefined && near > 0).slice(0, maxGuesses);
  const chosen = [...covering, ...guessed].toSorted((a, b) => b.rank - a.rank);
  const near = chosen.slice(0, maxNearTests);
  const broad = chosen.slice(maxNearTests).toSorted((a, b) => b.breadth - a.breadth);
  const tests = chosen.length > 0 ? [...near, ...broad.slice(0, maxBroadTests)] : ranked.slice(0, maxGuesses);
  return { tests: tests.map(({ test }) => test), isCovered: chosen.length > 0 };
}

/** How many characters of the sources a test runs. */
function measureBreadth(coverage: TestCoverage | undefined): number {
  return Object.values(coverage?.sources ?? {}).reduce((sum, { ran }) => sum + measure(ran), 0);
}

const measure = (ran: TestCoverage['sources'][string]['ran']): number =>
  ran.reduce((sum, [from, to]) => sum + to - from, 0);

/** How many characters of a source run whenever it is loaded. */
function findLeast(project: string, file: string, allTests: readonly string[]): number {
  const sources = allTests.flatMap((test) => findCoverage(project, test)?.sources[file] ?? []);
  return Math.min(...sources.map(({ ran }) => measure(ran)));
}

/** Undefined when it isn't known. Of a source that has changed since, a test counts if it ran more than what loads it. */
function isRunBy(
  project: string,
  test: string,
  coverage: TestCoverage | undefined,
  { file, start, end }: Fault,
  { hash, least }: { readonly hash: string; readonly least: number },
): boolean | undefined {
  if (file.startsWith('src/web/browser/'))
    return readFileSync(join(project, test), 'utf8').includes('support/browser.ts');
  if (!coverage) return undefined;
  const source = coverage.sources[file];
  if (!source) return false;
  if (source.hash !== hash) return measure(source.ran) > least || undefined;
  return source.ran.some(([from, to]) => from <= end && start < to);
}

const splitWords = (path: string): Set<string> =>
  new Set(path.split(/[^a-z0-9]+/).filter((word) => !ordinary.has(word)));
const ordinary = new Set(['', 'src', 'test', 'ts', 'features', 'and', 'of', 'the']);
