// `npm test`: runs all tests, then checks that behaviour tests called every endpoint.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';

const launcher = join(projectFolder, 'build', 'node24.mjs');

/** Ends this process if the script fails. */
function runScriptOrExit(...words: string[]): void {
  const { status } = spawnSync(process.execPath, [launcher, ...words], { cwd: projectFolder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

runScriptOrExit('build/testing/exercised.ts', 'clear');
runScriptOrExit('build/testing/test-groups.ts');
// Tests allocate more memory than the service, and use more than one core.
const memoryOptions = ['--min-semi-space-size=16', '--max-semi-space-size=32', '--heap-growing-percent=200'];
const limitOptions = ['--test-timeout=900000', `--test-concurrency=${availableParallelism() + 1}`];
runScriptOrExit(...memoryOptions, '--test', ...limitOptions, 'build/out/test-groups/*.test.ts');
runScriptOrExit('build/testing/exercised.ts', 'check');
