// `npm run test:browsers [-- ENGINE…]`: the journeys of `test/browsers` in Chromium, WebKit and Firefox, or in some of
// them; `-- --journey WORDS` runs those with these words in their name, `-- --screenshots FOLDER` takes pictures of pages
// in all three instead.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { projectFolder, say, secondsSince } from '../project.ts';
import { explainMissingChromium } from './launch-browser.ts';

type TestPass = EventData.TestPass;
type TestFail = EventData.TestFail;

/** The programs that an engine needs, by the Debian package that has them. */
const packagesByEngine: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chromium: {},
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
  firefox: { 'firefox-esr': 'firefox-esr' },
};

const options = { screenshots: { type: 'string' }, journey: { type: 'string' } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const engines = positionals.length > 0 ? positionals : Object.keys(packagesByEngine);
const missingPrograms = listMissing(engines);
if (missingPrograms.length > 0) {
  say(`These tests need programs that this machine lacks. ${missingPrograms.join(' ')}`);
  process.exitCode = 1;
} else if (values.screenshots !== undefined) {
  const { shootEngines } = await import('../../test/browsers/screenshots.ts');
  await shootEngines(values.screenshots);
} else {
  const start = performance.now();
  // WebKit's driver hangs more often while others use the processors.
  const [alone, together] = [engines.filter((name) => name === 'webkit'), engines.filter((name) => name !== 'webkit')];
  const outcomes = await Promise.all(together.map((engine) => runJourneys(engine, together.length === 1)));
  for (const engine of alone) outcomes.push(await runJourneys(engine, true));
  say(`all engines in ${secondsSince(start)}`);
  showTable(outcomes);
  process.exitCode = outcomes.every(({ isPassed }) => isPassed) ? 0 : 1;
}

function listMissing(names: readonly string[]): string[] {
  const unknown = names.find((name) => !(name in packagesByEngine));
  if (unknown !== undefined)
    return [`There is no engine ${unknown}: name some of ${Object.keys(packagesByEngine).join(', ')}.`];
  const packages = names
    .flatMap((name) => Object.entries(packagesByEngine[name] ?? {}))
    .filter(([program]) => !isInstalled(program))
    .map(([, name]) => name);
  const reason = names.includes('chromium') ? explainMissingChromium() : undefined;
  return [
    ...(packages.length > 0 ? [`On Debian: apt-get install ${packages.join(' ')}`] : []),
    ...(reason === undefined ? [] : [reason]),
  ];
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** The journeys of one engine at one origin, with script on or off. */
interface Row {
  readonly setting: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Journeys that failed or were skipped, with the reason. */
  readonly exceptions: readonly string[];
}

interface Outcome {
  readonly rows: readonly Row[];
  /** Journeys that were repeated because the driver hung. */
  readonly repeated: number;
  readonly isPassed: boolean;
}

/** Runs the journeys in an engine, as a separate process. What engines print that run at the same time isn't mixed. */
async function runJourneys(engine: string, isAlone: boolean): Promise<Outcome> {
  const rows: Row[] = [];
  let journeys: (TestPass | TestFail)[] = [];
  let repeated = 0;
  let isPassed = true;
  const testNamePatterns = values.journey ?? '';
  const files = ['test/browsers/all-journeys.test.ts'];
  const events = run({ files, argv: [engine], cwd: projectFolder, testNamePatterns });
  // A suite ends after its journeys.
  const record = (event: TestPass | TestFail): void => {
    isPassed &&= !isFailed(event);
    if (event.details.type !== 'suite') return void journeys.push(event);
    rows.push(count(event.name, journeys));
    journeys = [];
  };
  events.on('test:pass', record).on('test:fail', record);
  events.on('test:diagnostic', ({ message }) => {
    if (message.includes('its driver hung')) repeated += 1;
  });
  const report = events.compose(new spec());
  if (isAlone) for await (const lines of report) process.stdout.write(lines);
  else process.stdout.write(await text(report));
  return { rows, repeated, isPassed: isPassed && rows.length > 0 };
}

function count(setting: string, journeys: readonly (TestPass | TestFail)[]): Row {
  const skipped = journeys.filter(({ skip }) => skip !== undefined);
  const failed = journeys.filter(isFailed);
  return {
    setting,
    passed: journeys.length - skipped.length - failed.length,
    failed: failed.length,
    skipped: skipped.length,
    exceptions: [
      ...failed.map(({ name, details: { error } }) => `failed: ${name}: ${String(error.cause).split('\n')[0]}`),
      ...skipped.map(({ name, skip }) => `skipped: ${name}: ${skip}`),
    ],
  };
}

function isFailed(event: TestPass | TestFail): event is TestFail {
  return 'error' in event.details;
}

function showTable(outcomes: readonly Outcome[]): void {
  const rows = outcomes.flatMap(({ rows }) => rows);
  const line = (...cells: readonly (string | number)[]) =>
    say(cells.map((cell, index) => (index === 0 ? String(cell).padEnd(40) : String(cell).padStart(9))).join(''));
  line('', 'passed', 'failed', 'skipped');
  for (const { setting, passed, failed, skipped } of rows) line(setting, passed, failed, skipped);
  for (const { setting, exceptions } of rows) for (const exception of exceptions) say(`${setting}: ${exception}`);
  const sum = (key: 'passed' | 'failed' | 'skipped') => rows.reduce((total, row) => total + row[key], 0);
  say(`${outcomes.reduce((total, { repeated }) => total + repeated, 0)} repeated because the driver hung`);
  say(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}
