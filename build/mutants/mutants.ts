// `npm run mutants -- COUNT SEED`: plants faults drawn by the seed, lists those that no test detects, and fails when
// fewer than `--at-least` percent are detected. Equivalent faults can't be, so review the list. `--continue` resumes an
// earlier run of the same draw. See mutants/README.md.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createRandom } from '#crowd/random.ts';
import { listFiles, say, secondsSince } from '../project.ts';
import { type Copy, copyProject } from './copy.ts';
import { findCoverage, recordCoverage, startsProcesses } from './coverage.ts';
import { type Fault, findFaults } from './faults.ts';
import { killAll } from './run-test.ts';
import { tryFault, tryFaultAgain, type Verdict } from './try-fault.ts';
import { openVerdicts, type Verdicts } from './verdicts.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'at-least': { type: 'string', default: '90' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Draws only from files whose path contains this. */
    in: { type: 'string', default: 'src/' },
    /** Lists the drawn faults without trying them. */
    list: { type: 'boolean', default: false },
    /** Records the coverage of all tests, which makes later runs faster, and plants nothing. */
    coverage: { type: 'boolean', default: false },
    /** Reuses the verdicts of an earlier run of this seed on the same faults. */
    continue: { type: 'boolean', default: false },
  },
});
const [count, seed] = positionals.map(Number);

/** Draws a file, weighted by its number of faults, then a kind uniformly, then one fault of that kind. */
function drawFaults(all: readonly Fault[], limit: number): Fault[] {
  const random = createRandom(seed ?? 0);
  const left = new Set(all);
  const drawn: Fault[] = [];
  while (drawn.length < limit && left.size > 0) {
    const { file } = random.oneOf([...left]);
    const byKind = Map.groupBy(
      [...left].filter((fault) => fault.file === file),
      ({ kind }) => kind,
    );
    const fault = random.oneOf(random.oneOf([...byKind.values()]));
    left.delete(fault);
    drawn.push(fault);
  }
  return drawn;
}

/** Runs `work` on all items, each job with its own copy. */
async function runInCopies<Item>(
  copies: readonly Copy[],
  items: readonly Item[],
  work: (copy: Copy, item: Item) => Promise<void>,
) {
  const queue = [...items];
  const runJob = async (copy: Copy) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(copy, item);
  };
  await Promise.all(copies.map(runJob));
}

/** Commands start many processes, which is slow, so the coverage that most faults need is recorded first. */
async function recordAllCoverage(copies: readonly Copy[], tests: readonly string[]): Promise<void> {
  const missing = tests
    .filter((test) => !findCoverage(copies[0]?.folder ?? '', test))
    .toSorted((a, b) => Number(startsProcesses.test(a)) - Number(startsProcesses.test(b)));
  await runInCopies(copies, missing, async ({ folder }, test) => {
    const { result, reason } = (await recordCoverage(folder, test)).outcome;
    if (result !== 'passed') say(`without a fault ${test} ${result}: ${reason}`);
  });
}

const toOneLine = (text: string): string => JSON.stringify(text.replaceAll(/\s+/g, ' ').slice(0, 160));

const describeFault = ({ file, line, kind, before, after }: Fault): string =>
  `${file}:${line}: ${kind}: ${toOneLine(before)} → ${toOneLine(after)}`;

/** Prints a summary; returns the percentage of detected faults. */
function printSummary(verdicts: readonly Verdict[]): number {
  const byResult = Map.groupBy(verdicts, ({ result }) => result);
  for (const [result, ofResult] of byResult) say(`${result}: ${ofResult.length}`);
  const missed = verdicts.filter((verdict) => !isDetected(verdict));
  for (const { fault, result, reason } of missed) say(`${result}: ${describeFault(fault)} (${reason})`);
  return verdicts.length === 0 ? 100 : (100 * (verdicts.length - missed.length)) / verdicts.length;
}

const isDetected = ({ result }: Verdict): boolean => result === 'killed' || result === 'rejected by the check';

/** Tries all faults without a verdict, and then again those that no test detected. */
async function tryAllFaults(copies: readonly Copy[], faults: readonly Fault[], verdicts: Verdicts): Promise<Verdict[]> {
  const tests = listTests(copies[0]?.folder ?? '');
  const listAll = () => faults.flatMap((fault) => verdicts.find(fault) ?? []);
  const add = (verdict: Verdict) => {
    verdicts.add(verdict);
    say(`${listAll().length}/${faults.length} ${verdict.result}: ${describeFault(verdict.fault)} (${verdict.reason})`);
  };
  const untried = faults.filter((fault) => !verdicts.find(fault));
  await runInCopies(copies, untried, async (copy, fault) => add(await tryFault(copy, fault, tests)));
  const unnoticed = listAll().filter((verdict) => !isDetected(verdict));
  await runInCopies(copies, unnoticed, async (copy, verdict) => add(await tryFaultAgain(copy, verdict, tests)));
  return listAll();
}

/** The other browsers must be installed first. */
const listTests = (project: string): string[] =>
  listFiles(project, 'test').filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/browsers/'));

/** `npm run check` compares tables with the migrations. */
const mayHaveFaults = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('/tables.ts');

async function runMutants(copies: readonly Copy[]): Promise<void> {
  const start = performance.now();
  const project = copies[0]?.folder ?? '';
  const files = listFiles(project, 'src').filter((file) => mayHaveFaults(file) && file.includes(values.in));
  const all = files.flatMap((file) => findFaults(project, file));
  const faults = drawFaults(all, count ?? 0);
  say(`${faults.length} of ${all.length} faults in ${files.length} files, seed ${seed}`);
  if (values.list) {
    for (const fault of faults) say(describeFault(fault));
    return;
  }
  if (values.coverage) return recordAllCoverage(copies, listTests(project));
  const verdicts = openVerdicts(seed ?? 0, { isContinued: values.continue });
  const share = printSummary(await tryAllFaults(copies, faults, verdicts));
  say(`${share.toFixed(1)}% noticed, in ${secondsSince(start)}; verdicts in ${verdicts.file}`);
  if (share < Number(values['at-least'])) process.exitCode = 1;
}

if (!Number.isInteger(count) || !Number.isInteger(seed)) throw new Error('Usage: npm run mutants -- COUNT SEED');
const copies = Array.from({ length: Number(values.jobs) }, copyProject);
function cleanUp(): void {
  killAll();
  for (const copy of copies) copy.remove();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
try {
  await runMutants(copies);
} finally {
  cleanUp();
}
