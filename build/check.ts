// `npm run check`: what can be found out in seconds without a server. Prints only what is wrong.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findLostCitations } from './citations.ts';
import { findBreaches } from './import-directions.ts';
import { missingMigrations } from './missing-migrations.ts';
import { projectFolder, say, secondsSince } from './project.ts';
import { runScript } from './run-script.ts';

/** Each throws an error that says what is wrong. */
const checks: Record<string, () => Promise<unknown>> = {
  'format and lint': () =>
    runScript(
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--colors=off',
      '--error-on-warnings',
      '--diagnostic-level=warn',
      '.',
    ),
  types: () => runScript('node_modules/typescript/bin/tsc', '--noEmit', '--project', '.'),
  'import directions': checkImportDirections,
  citations: checkCitations,
  'OpenAPI document': checkOpenApi,
  migrations: checkMigrations,
};

async function checkImportDirections(): Promise<void> {
  const breaches = findBreaches(projectFolder).map(({ file, line, rule }) => `${file}:${line}: ${rule}`);
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}

async function checkCitations(): Promise<void> {
  const lost = findLostCitations(projectFolder).map(
    ({ file, line, citation, reason }) => `${file}:${line}: ${citation}: ${reason}`,
  );
  if (lost.length > 0) throw new Error(lost.join('\n'));
}

async function checkOpenApi(): Promise<void> {
  if (!existsSync(join(projectFolder, 'src', 'cli', 'openapi.ts'))) return;
  const file = join(projectFolder, 'assets', 'openapi.json');
  const declared: unknown = JSON.parse(await runScript('src/main.ts', 'openapi'));
  const written: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (isDeepStrictEqual(declared, written)) return;
  throw new Error('assets/openapi.json differs from the declarations; npm run openapi writes it anew');
}

async function checkMigrations(): Promise<void> {
  const missing = await missingMigrations();
  if (missing.length === 0) return;
  throw new Error(`migrations/ lags behind the tables; npx drizzle-kit generate adds\n${missing.join('\n')}`);
}

/** What a check complains about, undefined when all is well. */
async function complaintOf([name, run]: [string, () => Promise<unknown>]): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return `✗ ${name}\n${error instanceof Error ? error.message : error}\n`;
  }
}

const start = performance.now();
const outcomes = await Promise.all(Object.entries(checks).map(complaintOf));
const complaints = outcomes.filter((complaint) => complaint !== undefined);
for (const complaint of complaints) say(complaint);
say(`${outcomes.length - complaints.length} of ${outcomes.length} checks passed, ${secondsSince(start)}`);
process.exitCode = complaints.length === 0 ? 0 : 1;
