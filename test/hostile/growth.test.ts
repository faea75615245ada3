import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createDeclaredSender } from '../support/declared-sender.ts';
import { drawSample } from '../support/sample.ts';
import { startWorld } from '../web/world.ts';
import { listFiles } from './growth/files.ts';
import { listFormFields, listFormShapes } from './growth/forms.ts';
import { describeGrowth, type Input, isSuperlinear, measureGrowth } from './growth/measure.ts';
import { listBodies, listHeaders, listParameters, listQueries, listShapes } from './growth/requests.ts';
import { listFrames, listSpareMessages } from './growth/sockets.ts';
import { textInputs } from './growth/texts.ts';

/**
 * Code that reads untrusted input must take CPU time in proportion to its size: the process has one thread, and input
 * that takes quadratic time stops the ship for everyone. A new parser needs a row in a table of `growth/`; declared
 * endpoints, pages and forms are found automatically.
 */
const world = await startWorld({ showsBehaviour: false });
const { app } = world;
const sender = await createDeclaredSender(app);
const user = sender.allPowerful;
const folder = mkdtempSync(join(tmpdir(), 'gangway-growth-'));
after(() => rmSync(folder, { recursive: true }));

/** About how many inputs of a table `npm test` measures; an odd step takes other patterns from each parser. */
const maxMeasured = 300;

const tables: Readonly<Record<string, readonly Input[]>> = {
  'a text': textInputs,
  'a header or cookie': listHeaders(app, user),
  'a query': listQueries(user),
  'a parameter of a declared path or query': listParameters(sender),
  'JSON of an odd shape': listShapes(app, sender),
  'a field of a declared body': listBodies(app, sender),
  'a form of an odd shape': listFormShapes(world),
  'a field of a form': listFormFields(world),
  'a file': listFiles(folder),
  'a socket frame': listFrames(app, user),
  'a message between paired machines': listSpareMessages(),
};

describe('the measurement', () => {
  const limit = 6000;
  /** This is how forms used to be parsed. */
  const copyForEachValue = (size: number) => () => {
    let values: readonly number[] = [];
    for (let value = 0; value < size; value += 1) values = [...values, value];
    return values;
  };
  const matchWithBacktracking = (size: number) => {
    const text = 'a'.repeat(size / 10);
    return () => /a+a+b/.test(text);
  };
  const sort = (size: number) => {
    const values = Array.from({ length: size }, (_, index) => String((index * 7919) % size));
    return () => values.toSorted();
  };
  const waitForEach = (size: number) => async () => {
    for (let value = 0; value < size; value += 1) await value;
  };
  const grows = async (prepare: Input['prepare']): Promise<boolean> =>
    isSuperlinear(await measureGrowth({ name: 'planted', limit, prepare }));
  /** On a busy machine, CPU time itself varies by a factor of two, which can hide a fault once. */
  async function growsInOneOfFive(prepare: Input['prepare']): Promise<boolean> {
    for (let attempt = 0; attempt < 5; attempt += 1) if (await grows(prepare)) return true;
    return false;
  }

  test('finds a parser that copies its list for each value', async () => {
    assert.equal(await growsInOneOfFive(copyForEachValue), true);
  });

  test('finds a regular expression that backtracks', async () => {
    assert.equal(await growsInOneOfFive(matchWithBacktracking), true);
  });

  test('accepts sorting, and work that waits', async () => {
    assert.equal(await grows(sort), false);
    assert.equal(await grows(waitForEach), false);
  });

  test('fails for a slow parser, not for a slow machine', async () => {
    const fail = () => () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    await assert.rejects(grows(fail), RangeError);
  });
});

describe('CPU time grows no faster than the size of', () => {
  for (const [what, inputs] of Object.entries(tables)) {
    test(what, async (t) => {
      const faults: string[] = [];
      let slowest = { name: '', whole: 0 };
      const measured = drawSample(inputs, Math.max(4, Math.ceil(inputs.length / maxMeasured) | 1));
      for (const input of measured) {
        const growth = await measureGrowth(input);
        if (isSuperlinear(growth)) faults.push(`${input.name}: ${describeGrowth(growth)}`);
        if (growth.whole > slowest.whole) slowest = { name: input.name, whole: growth.whole };
      }
      t.diagnostic(`${measured.length} inputs; the slowest took ${slowest.whole.toFixed(1)} ms: ${slowest.name}`);
      assert.deepEqual(faults, []);
    });
  }
});

test('the login that the tables use is still valid at the end', async () => {
  assert.equal((await user.send('GET', '/api/v3/user/whoami')).status, 200);
  assert.equal((await world.author.send('GET', '/api/v3/user/whoami')).status, 200);
});
