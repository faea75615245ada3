import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { projectFolder } from '../../build/project.ts';
import { listChromiums } from '../../build/testing/launch-browser.ts';

test('looks for a browser where each system installs it', () => {
  assert.ok(listChromiums({ PATH: '/opt/bin:/usr/bin' }, 'linux').includes('/usr/bin/chromium'));
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  assert.ok(listChromiums({}, 'darwin').includes(onMac));
  const onWindows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
  assert.ok(listChromiums({ PROGRAMFILES: 'C:\\Program Files' }, 'win32').includes(onWindows));
});

test('without a browser, tests that open one are skipped with the reason, and the others run', async () => {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...process.execArgv.filter((word) => !word.startsWith('--test')), '--test', 'test/web/live.test.ts'],
    { cwd: projectFolder, env: { ...environment, CHROMIUM: '/nowhere/chromium' } },
  );
  assert.match(stdout, /two people chat live.*# (?:SKIP )?CHROMIUM names \/nowhere\/chromium, which doesn't exist/);
  assert.match(stdout, /pass [1-9]/);
  assert.match(stdout, /fail 0/);
});
