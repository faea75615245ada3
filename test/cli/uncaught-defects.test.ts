import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createShip } from './support.ts';

const serveModule = join(import.meta.dirname, '..', '..', 'src', 'cli', 'serve.ts');

// No request causes such a defect in the service, so a separate process causes some.
const defectsProgram = `
  import { handleUncaughtDefects } from ${JSON.stringify(serveModule)};
  const seen = [];
  handleUncaughtDefects({
    log: { error: ({ origin, stack }) => seen.push([origin, stack.split('\\n')[0], stack.includes('at ')]) },
    caches: { invalidateAll: () => seen.push('invalidated') },
  });
  setImmediate(() => { throw new Error('thrown'); });
  setImmediate(() => { throw Object.assign(new Error('the reader of the log is gone'), { code: 'EPIPE' }); });
  setImmediate(() => { Promise.reject(new Error('rejected')); });
  process.once('beforeExit', () => process.stdout.write(JSON.stringify(seen)));
`;

test('uncaught errors are logged with stacks and invalidate all caches, but don’t end the service', async () => {
  const script = createShip().file('defects.mjs', defectsProgram);
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  assert.deepEqual(JSON.parse(stdout), [
    ['uncaughtException', 'Error: thrown', true],
    'invalidated',
    ['unhandledRejection', 'Error: rejected', true],
    'invalidated',
  ]);
});
