import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { declaredEndpoints, declaredVariants } from '../../test/support/declared.ts';
import { exercisedFolder } from '../../test/support/exercised.ts';
import { say } from '../project.ts';

/**
 * Runs before and after the tests: `clear` deletes the records of an earlier run, `check` fails if no behaviour test
 * called some declared endpoint under any of its route variants.
 */
function clearRecords(): void {
  rmSync(exercisedFolder, { recursive: true, force: true });
}

function readExercisedRoutes(): Set<string> {
  const files = readdirSync(exercisedFolder).map((name) => readFileSync(join(exercisedFolder, name), 'utf8'));
  return new Set(files.join('').split('\n'));
}

/** These calls refer to things that no longer exist, so none can succeed. */
const routesNotFound: ReadonlySet<string> = new Set(['microblog.barrel']);

/** The service doesn't count these calls, so a test can't tell whether they were made (moderation rule S10). */
const excludedRoutes: ReadonlySet<string> = new Set(
  declaredEndpoints.filter(({ declaration }) => declaration.isConfidential).map(({ name }) => name),
);

function checkAllExercised(): void {
  const routes = readExercisedRoutes();
  const exercised = new Set(
    declaredVariants.filter(({ variant }) => routes.has(`${variant.method} ${variant.path}`)).map(({ name }) => name),
  );
  const expected = new Set(declaredVariants.map(({ name }) => name))
    .difference(routesNotFound)
    .difference(excludedRoutes);
  const missing = [...expected.difference(exercised)];
  say(`${expected.size - missing.length} of ${expected.size} endpoints were exercised by behaviour tests`);
  for (const name of missing) say(`  no behaviour test called ${name} with success`);
  if (missing.length > 0) process.exitCode = 1;
}

const [task] = process.argv.slice(2);
if (task === 'clear') clearRecords();
else if (task === 'check') checkAllExercised();
else throw new Error('the task is clear or check');
