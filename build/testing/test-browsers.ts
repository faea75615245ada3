// `npm run test:browsers [-- ENGINE…]`: the journeys of `test/browsers` in Chromium, WebKit and Firefox, or in some of
// them; `-- --screenshots FOLDER` takes pictures of pages in all three instead.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder, say, secondsSince } from '../project.ts';
import { explainMissingChromium } from './launch-browser.ts';

/** The programs that an engine needs, by the Debian package that has them. */
const packagesByEngine: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  chromium: {},
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
  firefox: { 'firefox-esr': 'firefox-esr' },
};

const { positionals, values } = parseArgs({ allowPositionals: true, options: { screenshots: { type: 'string' } } });
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
  const outcomes = await Promise.all(engines.map(runJourneys));
  for (const { summary } of outcomes) for (const line of summary) say(line);
  say(`all engines in ${secondsSince(start)}`);
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

/**
 * Runs the journeys in an engine, as a separate process. Returns a line of counts for each origin, script on and off.
 */
async function runJourneys(engine: string): Promise<{ isPassed: boolean; summary: string[] }> {
  const words = ['build/node24.mjs', '--test', '--test-reporter=spec', 'test/browsers/all-journeys.test.ts'];
  const child = spawn(process.execPath, words, {
    cwd: projectFolder,
    env: { ...process.env, BROWSER_ENGINE: engine },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const isPassed = await new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)));
  // Runs one engine after the other, even if one fails.
  process.stdout.write(printed);
  return { isPassed, summary: countJourneys(printed) };
}

/** Parses the counts of a report: a suite's line comes before those of its tests. */
function countJourneys(report: string): string[] {
  const suites = report.split('\n▶ ').slice(report.startsWith('▶ ') ? 0 : 1);
  return suites.map((text) => {
    const [name = ''] = text.replace(/^▶ /, '').split('\n');
    const count = (mark: string): number => text.split(`\n  ${mark} `).length - 1;
    return `${name}: ${count('✔')} passed, ${count('✖')} failed`;
  });
}
