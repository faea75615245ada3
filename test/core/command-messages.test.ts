import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { processCommandMessages } from '#app/jobs.ts';
import { transact } from '#area/context.ts';
import { sendLine } from '#core/commands/index.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

test('logs what a command did once, and not again after a restart', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-messages-'));
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const start = async () => {
    const book = createLogBook();
    const app = await startTestApp({ dataFolder, log: book.log });
    const hear = () => {
      processCommandMessages(app.context);
      return book.find(/a command was run/).length;
    };
    return { ...app, hear };
  };
  const first = await start();
  transact(first.context, (context) => sendLine(context, { words: 'a command was run', facts: {}, by: 'root' }));
  assert.deepEqual([first.hear(), first.hear()], [1, 1]);
  await first.close();
  const second = await start();
  assert.equal(second.hear(), 0);
});
