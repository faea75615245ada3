import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { test } from 'node:test';
import { letGarbageThreadsGiveWay } from '#platform/garbage-threads.ts';

const folder = '/proc/self/task';
const options = { skip: existsSync(folder) ? false : 'the system does not tell its threads' };

test('threads that collect garbage give way, the one that answers does not', options, () => {
  const before = getPriority();
  letGarbageThreadsGiveWay();
  const helpers = readdirSync(folder).filter((id) => readFileSync(`${folder}/${id}/comm`, 'utf8') === 'V8Worker\n');
  assert.ok(helpers.length > 0);
  for (const id of helpers) assert.equal(getPriority(Number(id)), constants.priority.PRIORITY_LOW);
  assert.equal(getPriority(process.pid), before);
});
