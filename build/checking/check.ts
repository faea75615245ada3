// `npm run check`: every check that takes seconds and needs no server. Prints each problem and the command that fixes
// it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/app/documents/documents.ts';
import { bundleStyle, listScriptFiles, listStalePageAssets } from '../packaging/page-assets.ts';
import { cacheFolder, projectFolder, say, secondsSince } from '../project.ts';
import { findRejectedWords } from '../prose/glossary.ts';
import { findRetiredWords } from '../prose/retired-words.ts';
import { runScript } from '../running/run-script.ts';
import { checkClients } from './api/clients.ts';
import { lintDocuments } from './api/lint.ts';
import { findNewerApis } from './browsers/newer-apis.ts';
import { findNewerStyles } from './browsers/newer-styles.ts';
import { findBrokenCitations } from './citations.ts';
import { findMisnamedFiles } from './file-names.ts';
import { findImportCycles } from './import-cycles.ts';
import { findForbiddenImports } from './import-directions.ts';
import { findMissingMigrations } from './missing-migrations.ts';
import { findUnprovenRules } from './proven-rules.ts';
import { type DescribedDocument, findUndescribed } from './undescribed.ts';

/** Each check throws an error that describes the problem. */
const checks: Record<string, () => Promise<unknown>> = {
  'format, lint and complexity': checkFormat,
  types: () => checkTypes('.'),
  'types of what runs in pages': () => checkTypes('src/web/browser'),
  'types of the service worker': () => checkTypes('src/web/browser/worker'),
  'what old browsers have': checkOldBrowsers,
  'file names': checkFileNames,
  'import directions': checkImportDirections,
  'import cycles': checkImportCycles,
  citations: checkCitations,
  'rules without a test': checkProvenRules,
  'retired words': checkRetiredWords,
  'documents of the API': checkDocuments,
  migrations: checkMigrations,
  'assets of pages': checkPageAssets,
};

/** Skipping files that are unchanged since the last check takes 2 s instead of 11. */
const checkTypes = (project: string): Promise<string> =>
  runScript(
    'node_modules/typescript/bin/tsc',
    ...['--noEmit', '--project', project],
    ...[
      '--incremental',
      '--tsBuildInfoFile',
      join(cacheFolder, 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`),
    ],
  );

/** These checks are slow when the documents have changed, so they run sequentially after everything else. */
const costlyChecks: typeof checks = {
  'what others expect of these documents': lintDocuments,
  'clients made from these documents': checkClients,
};

async function checkFormat(): Promise<void> {
  const options = ['--colors=off', '--error-on-warnings', '--diagnostic-level=warn'];
  try {
    await runScript('node_modules/@biomejs/biome/bin/biome', 'ci', ...options, '.');
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nRun npm run format for what it can fix.`);
  }
}

async function checkOldBrowsers(): Promise<void> {
  assertNone(findNewerApis(projectFolder, await listScriptFiles()));
  assertNone(findNewerStyles(await bundleStyle({ minify: false })).map((line) => `src/web/style: ${line}`));
}

async function checkFileNames(): Promise<void> {
  assertNone(findMisnamedFiles(projectFolder).map(({ file, reason }) => `${file}: ${reason}`));
}

async function checkImportDirections(): Promise<void> {
  assertNone(findForbiddenImports(projectFolder).map(({ file, line, rule }) => `${file}:${line}: ${rule}`));
}

async function checkImportCycles(): Promise<void> {
  assertNone(findImportCycles(projectFolder).map((cycle) => `src: ${[...cycle, cycle[0]].join(' → ')}`));
}

async function checkCitations(): Promise<void> {
  const lost = findBrokenCitations(projectFolder);
  assertNone(lost.map(({ file, line, citation, reason }) => `${file}:${line}: ${citation}: ${reason}`));
}

async function checkRetiredWords(): Promise<void> {
  const found = [...findRetiredWords(projectFolder), ...findRejectedWords(projectFolder)];
  assertNone(found.map(({ file, line, word, instead }) => `${file}:${line}: instead of "${word}" write ${instead}`));
}

async function checkProvenRules(): Promise<void> {
  assertNone(findUnprovenRules(projectFolder).map((rule) => `no test cites ${rule}`));
}

function assertNone(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

async function checkDocuments(): Promise<void> {
  const made = join(cacheFolder, 'documents');
  await runScript('build/documents/write-documents.ts', made);
  const files = Object.values(documentFiles);
  const stale = files.filter((file) => readText(join(made, file)) !== readText(join(projectFolder, 'assets', file)));
  const document: DescribedDocument = JSON.parse(readText(join(made, documentFiles.openApi)));
  assertNone([
    ...stale.map((file) => `assets/${file} differs from the declarations. Run npm run openapi.`),
    ...findUndescribed(document).map(
      (place) =>
        `${place}: say what it means, with v.description or for parameters and areas in src/app/documents/words`,
    ),
  ]);
}

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

async function checkMigrations(): Promise<void> {
  const missing = await findMissingMigrations();
  if (missing.length === 0) return;
  throw new Error(`migrations/ lacks this. Run npm run migration -- NAME.\n${missing.join('\n')}`);
}

async function checkPageAssets(): Promise<void> {
  const stale = await listStalePageAssets();
  assertNone(stale.map((name) => `assets/web/${name} differs from src/web. Run npm run web.`));
}

/** Returns the problem that a check finds; undefined if it passes. */
async function findComplaint([name, run]: [string, () => Promise<unknown>]): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return `✗ ${name}\n${error instanceof Error ? error.message : error}\n`;
  }
}

const startedAt = performance.now();
const outcomes = await Promise.all(Object.entries(checks).map(findComplaint));
for (const check of Object.entries(costlyChecks)) outcomes.push(await findComplaint(check));
const complaints = outcomes.filter((complaint) => complaint !== undefined);
for (const complaint of complaints) say(complaint);
say(`${outcomes.length - complaints.length} of ${outcomes.length} checks passed, ${secondsSince(startedAt)}`);
process.exitCode = complaints.length === 0 ? 0 : 1;
