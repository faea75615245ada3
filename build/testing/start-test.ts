// Checks that `npm start` serves with its current PATH; .ci/run gives it a minimal one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder, say } from '../project.ts';
import { startService } from '../running/service-process.ts';

const path = process.argv[2] ?? process.env.PATH ?? '';
const data = mkdtempSync(join(tmpdir(), 'gangway-start-'));
try {
  const environment = { ...definedVariables(), PATH: path, DATA_DIR: data };
  const service = await startService('npm', ['start'], { folder: projectFolder, environment });
  say(`npm start: healthy after ${Math.round(service.readyMilliseconds)} ms`);
  const exitCode = await service.stop();
  if (exitCode !== 0) throw new Error(`npm start ends with ${exitCode} on SIGTERM: does the signal reach the service?`);
} finally {
  rmSync(data, { recursive: true, force: true });
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
}
