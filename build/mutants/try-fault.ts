import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/app/documents/documents.ts';
import type { Copy } from './copy.ts';
import { findCoverage, hashFile, recordCoverage, startsProcesses, type TestCoverage } from './coverage.ts';
import type { Fault } from './faults.ts';
import { type Limits, runCommand, runTest } from './run-test.ts';

/** The verdict on a planted fault. */
export interface Verdict {
  readonly fault: Fault;
  readonly result: 'killed' | 'rejected by the check' | 'ran out of time' | 'survived' | 'not covered';
  /** The test that detected the fault, or how many tests didn't. */
  readonly reason: string;
  /** Test files that didn't detect the fault, with their hashes. */
  readonly tried?: Readonly<Record<string, string>>;
}

/** Without a limit, an undetected fault would run nearly all of them. */
const maxNearTests = 9;
/** How many of the tests with the most coverage run: these detect faults in shared code. */
const maxBroadTests = 5;
/** How many tests run on a guess: coverage of the fault isn't recorded, for example in a process that is killed. */
const maxGuesses = 6;
/** How many more tests the second attempt runs. */
const maxFurtherTests = 60;
/** These tests detect most faults; types and documents are checked after them. */
const testsBeforeTypeCheck = 2;
/** How many times longer than its recorded time a test may take. */
const timeoutFactor = 10;
const minLimits: Limits = { cpuMilliseconds: 60_000, milliseconds: 240_000 };
const limitsOfChecks: Limits = { cpuMilliseconds: 300_000, milliseconds: 300_000 };

/** Plants a fault in the copy, runs the tests that cover it until one fails, and removes the fault. */
export function tryFault(copy: Copy, fault: Fault, allTests: readonly string[]): Promise<Verdict> {
  const { first, isCovered } = chooseTests(copy.folder, fault, allTests);
  return withFault(copy, fault, async () => {
    const verdict =
      (await runTests(copy, fault, first.slice(0, testsBeforeTypeCheck))) ??
      (await checkTypes(copy, fault)) ??
      (await checkDocuments(copy, fault)) ??
      (await runTests(copy, fault, first.slice(testsBeforeTypeCheck)));
    return verdict ?? describeUndetected(copy, fault, { isCovered, tried: first });
  });
}

/** Runs tests that may still detect a fault: more tests, tests that have changed since, and one that timed out. */
export function tryFaultAgain(copy: Copy, { fault, tried }: Verdict, allTests: readonly string[]): Promise<Verdict> {
  const { first, further, isCovered } = chooseTests(copy.folder, fault, allTests);
  const chosen = [...first, ...further];
  const tests = chosen.filter((test) => tried?.[test] !== hashFile(copy.folder, test));
  return withFault(
    copy,
    fault,
    async () => (await runTests(copy, fault, tests)) ?? describeUndetected(copy, fault, { isCovered, tried: chosen }),
  );
}

function describeUndetected(
  { folder }: Copy,
  fault: Fault,
  { isCovered, tried }: { readonly isCovered: boolean; readonly tried: readonly string[] },
): Verdict {
  return {
    fault,
    result: isCovered ? 'survived' : 'not covered',
    reason: `${tried.length} test files, ${tried.slice(0, 3).join(' ')} …`,
    tried: Object.fromEntries(tried.map((test) => [test, hashFile(folder, test)])),
  };
}

async function withFault(copy: Copy, fault: Fault, work: () => Promise<Verdict>): Promise<Verdict> {
  copy.plant(fault);
  try {
    await bundleForBrowsers(copy, fault);
    return await work();
  } finally {
    copy.heal();
    await bundleForBrowsers(copy, fault);
  }
}

/** Bundles the pages' assets first. */
async function bundleForBrowsers({ folder }: Copy, { file }: Fault): Promise<void> {
  if (!file.startsWith('src/web/browser/')) return;
  await runCommand(['build/node24.mjs', 'build/packaging/write-page-assets.ts'], { folder, limits: limitsOfChecks });
}

async function runTests(copy: Copy, fault: Fault, tests: readonly string[]): Promise<Verdict | undefined> {
  for (const test of tests) {
    const verdict = await runOneTest(copy, fault, test);
    if (verdict) return verdict;
  }
  return undefined;
}

/** A failure must be reproducible, since some tests fail on a busy machine. */
async function runOneTest(copy: Copy, fault: Fault, test: string): Promise<Verdict | undefined> {
  const { folder } = copy;
  const measured = findCoverage(folder, test)?.outcome.milliseconds ?? 0;
  const limits = {
    cpuMilliseconds: Math.max(minLimits.cpuMilliseconds, timeoutFactor * measured),
    milliseconds: Math.max(minLimits.milliseconds, timeoutFactor * measured),
  };
  const { result, reason } = await runTest(test, { folder, limits });
  if (result === 'passed' || !(await passesWithoutFault(copy, fault, test))) return undefined;
  if (result === 'ran out of time') return { fault, result, reason: test };
  if (result === 'failed' && (await runTest(test, { folder, limits })).result === 'passed') return undefined;
  return { fault, result: 'killed', reason: `${test}: ${result === 'failed' ? reason : result}` };
}

/** Whether the test is known to pass, or passes now; also records its coverage. */
async function passesWithoutFault(copy: Copy, fault: Fault, test: string): Promise<boolean> {
  if (findCoverage(copy.folder, test)) return true;
  copy.heal();
  const { outcome } = await recordCoverage(copy.folder, test);
  copy.plant(fault);
  return outcome.result === 'passed';
}

/** A deleted line may leave its declarations unused, which isn't an error here. */
async function checkTypes({ folder }: Copy, fault: Fault): Promise<Verdict | undefined> {
  const project = fault.file.startsWith('src/web/browser/') ? 'src/web/browser' : '.';
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const words = ['build/node24.mjs', 'node_modules/typescript/bin/tsc', '--noEmit', '--project', project, ...unused];
  const { result, reason } = await runCommand(words, { folder, limits: limitsOfChecks });
  return result === 'failed' ? { fault, result: 'rejected by the check', reason } : undefined;
}

/** Declarations determine the API documents, which the service reads from `assets`. */
async function checkDocuments({ folder }: Copy, fault: Fault): Promise<Verdict | undefined> {
  const made = join(folder, 'build', 'cache', 'documents');
  await runCommand(['build/node24.mjs', 'build/documents/write-documents.ts', made], {
    folder,
    limits: limitsOfChecks,
  });
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const stale = Object.values(documentFiles).find(
    (file) => read(join(made, file)) !== read(join(folder, 'assets', file)),
  );
  return stale ? { fault, result: 'rejected by the check', reason: `assets/${stale}` } : undefined;
}

interface ChosenTests {
  readonly first: readonly string[];
  /** Further tests that cover the fault. */
  readonly further: readonly string[];
  readonly isCovered: boolean;
}

/**
 * Test files that run, or may run, the changed code: first the ones with the most similar names and those that run the
 * most of its file, short before long ones.
 */
function chooseTests(project: string, fault: Fault, allTests: readonly string[]): ChosenTests {
  const words = splitWords(fault.file);
  const hash = hashFile(project, fault.file);
  const { min, max } = findExtremes(project, fault.file, allTests);
  const known = allTests.map((test) => {
    const coverage = findCoverage(project, test);
    const near = splitWords(test).intersection(words).size;
    const source = coverage?.sources[fault.file];
    const share = source ? (countCharactersRun(source.ran) - min) / Math.max(1, max - min) : 0;
    const rank = near * 10 + share * 20 - Math.log2((coverage?.outcome.milliseconds ?? 3000) / 500);
    return {
      test,
      near,
      rank,
      breadth: measureBreadth(coverage),
      runs: isRunBy(project, test, coverage, fault, { hash, min }),
    };
  });
  const ranked = known.toSorted((a, b) => b.rank - a.rank);
  const certain = ranked.filter(({ runs }) => runs === true);
  const guessed = ranked.filter(({ runs, near }) => runs === undefined && near > 0).slice(0, maxGuesses);
  const chosen = [...certain, ...guessed].toSorted((a, b) => b.rank - a.rank);
  const isCovered = chosen.length > 0;
  const near = isCovered ? chosen.slice(0, maxNearTests) : ranked.slice(0, maxGuesses);
  const broadest = chosen.slice(maxNearTests).toSorted((a, b) => b.breadth - a.breadth);
  const first = [...near, ...broadest.slice(0, maxBroadTests)].map(({ test }) => test);
  const others = (isCovered ? chosen : ranked).map(({ test }) => test).filter((test) => !first.includes(test));
  return { first, further: others.slice(0, isCovered ? maxFurtherTests : maxGuesses), isCovered };
}

/** How many characters of the sources a test runs. */
function measureBreadth(coverage: TestCoverage | undefined): number {
  return Object.values(coverage?.sources ?? {}).reduce((sum, { ran }) => sum + countCharactersRun(ran), 0);
}

const countCharactersRun = (ran: TestCoverage['sources'][string]['ran']): number =>
  ran.reduce((sum, [from, to]) => sum + to - from, 0);

/** How many characters of a source run on every load, and how many at most. */
function findExtremes(project: string, file: string, allTests: readonly string[]): { min: number; max: number } {
  const sources = allTests.flatMap((test) => findCoverage(project, test)?.sources[file] ?? []);
  const measured = sources.map(({ ran }) => countCharactersRun(ran));
  return { min: Math.min(...measured), max: Math.max(...measured) };
}

/**
 * Returns undefined if unknown, for example for killed processes. If the source has changed since, a test counts if it
 * ran more than the code that runs on load.
 */
function isRunBy(
  project: string,
  test: string,
  coverage: TestCoverage | undefined,
  { file, start, end }: Fault,
  { hash, min }: { readonly hash: string; readonly min: number },
): boolean | undefined {
  if (file.startsWith('src/web/browser/'))
    return readFileSync(join(project, test), 'utf8').includes('support/browser.ts');
  if (!coverage) return undefined;
  const source = coverage.sources[file];
  if (!source) return startsProcesses.test(test) ? undefined : false;
  if (source.hash !== hash) return countCharactersRun(source.ran) > min || undefined;
  return source.ran.some(([from, to]) => from <= end && start < to);
}

const splitWords = (path: string): Set<string> =>
  new Set(path.split(/[^a-z0-9]+/).filter((word) => !ordinaryWords.has(word)));
const ordinaryWords = new Set(['', 'src', 'test', 'ts', 'features', 'and', 'of', 'the']);
