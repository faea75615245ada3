import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnprovenRules } from '../../build/proven-rules.ts';
import { inProject } from './support.ts';

const rules = {
  'src/contract/rules/core.md': '# Core\n\n- **1.** One.\n- **2.** Two.\n- **3.** Three.\n- **4.** Four.\n',
  'src/contract/rules/libraries.md': '# Libraries\n\n- **P1.** Calls.\n- **P2.** More calls.\n- **Q1.** Items.\n',
};

/** Rules of core and libraries without a test, in a project of the rules above and these files. */
const unprovenIn = (files: Record<string, string>, core = {}) =>
  inProject({ ...rules, ...files }, (project) =>
    findUnprovenRules(project, [
      { name: 'core', ...core },
      { name: 'libraries', only: ['P1', 'P2'] },
    ]),
  );

test('a rule is proven by the title of a test or a comment in one, alone, in a list or in a range', () => {
  const all = ['core rule 1', 'core rule 2', 'core rule 3', 'core rule 4', 'libraries rule P1', 'libraries rule P2'];
  assert.deepEqual(unprovenIn({}), all);
  const titles = `test('the first (core rule 1)', () => {});\n// As core rules 3 and 4 say.\n`;
  assert.deepEqual(unprovenIn({ 'test/a.test.ts': titles }), ['core rule 2', 'libraries rule P1', 'libraries rule P2']);
  assert.deepEqual(unprovenIn({ 'test/a.test.ts': '// (core rules 1 to 4; phone rules 1 and 2)' }), []);
});

test('neither code nor what tests share proves a rule; one that cannot be observed needs no test', () => {
  const elsewhere = { 'src/a.ts': '// core rules 1 to 3', 'test/support.ts': '// core rules 1 to 3' };
  const core = { unobservable: { '4': 'no client sees it' } };
  assert.equal(unprovenIn(elsewhere, core).length, 5);
});
