import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnprovenRules } from '../../build/checking/proven-rules.ts';
import { runInProject } from './support.ts';

const rules = {
  'src/contract/rules/core.md': '# Core\n\n- **1.** One.\n- **2.** Two.\n- **3.** Three.\n- **4.** Four.\n',
  'src/contract/rules/libraries.md': '# Libraries\n\n- **P1.** Calls.\n- **P2.** More calls.\n- **Q1.** Items.\n',
};

/** Finds rules without a test in a project of the rules above and these files, except for these rules. */
const findUnprovenIn = (files: Record<string, string>, exceptions: Record<string, string> = {}) =>
  runInProject({ ...rules, ...files }, (project) => findUnprovenRules(project, exceptions));

test('a rule is proven by the title of a test or a comment in one, alone, in a list or in a range', () => {
  const libraries = ['libraries rule P1', 'libraries rule P2', 'libraries rule Q1'];
  assert.deepEqual(findUnprovenIn({}), ['core rule 1', 'core rule 2', 'core rule 3', 'core rule 4', ...libraries]);
  const titles = `test('the first (core rule 1)', () => {});\n// As core rules 3 and 4 say.\n`;
  assert.deepEqual(findUnprovenIn({ 'test/a.test.ts': titles }), ['core rule 2', ...libraries]);
  const text = '// (core rules 1 to 4; phone rules 1 and 2, libraries rule Q1)';
  assert.deepEqual(findUnprovenIn({ 'test/a.test.ts': text }), []);
});

test('neither code nor what tests share proves a rule', () => {
  const elsewhere = { 'src/a.ts': '// core rules 1 to 3', 'test/support.ts': '// core rules 1 to 3' };
  assert.equal(findUnprovenIn(elsewhere).length, 7);
});

test('exceptions need no test, but new rules and files do', () => {
  const exceptions = { core: '1, 3 to 4', libraries: 'P1 to Q1' };
  assert.deepEqual(findUnprovenIn({}, exceptions), ['core rule 2']);
  const added = { 'src/contract/rules/photos.md': '# Photos\n\n- **1.** One.\n' };
  assert.deepEqual(findUnprovenIn(added, exceptions), ['core rule 2', 'photos rule 1']);
});
