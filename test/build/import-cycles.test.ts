import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportCycles } from '../../build/checking/import-cycles.ts';
import { runInProject } from './support.ts';

/** Finds import cycles in a project of these files below `src`, each as `a.ts → b.ts`. */
function findCyclesIn(files: Record<string, string>): string[] {
  const below = Object.fromEntries(Object.entries(files).map(([file, text]) => [`src/${file}`, text]));
  return runInProject(below, (project) => findImportCycles(project).map((cycle) => cycle.join(' → ')));
}

test('files that import each other in only one direction pass', () => {
  const files = {
    'core/a.ts': "import { b } from './b.ts';\nimport { c } from './c.ts';\n",
    'core/b.ts': "import { c } from '#core/c.ts';\nimport { join } from 'node:path';\n",
    'core/c.ts': 'export const c = 1;\n',
  };
  assert.deepEqual(findCyclesIn(files), []);
});

test('finds a cycle with all its files in import order, in any syntax', () => {
  const files = {
    'core/a.ts': "import { b } from './b.ts';\n",
    'core/b.ts': "import './c.ts';\n",
    'core/c.ts': "export { d } from '../db/d.ts';\n",
    'db/d.ts': "import {\n  a,\n} from '#core/a.ts';\n",
  };
  assert.deepEqual(findCyclesIn(files), ['core/a.ts → core/b.ts → core/c.ts → db/d.ts']);
});

test('a file that imports itself is a cycle', () => {
  assert.deepEqual(findCyclesIn({ 'a.ts': "import { a } from './a.ts';\n" }), ['a.ts']);
});

test('finds the shortest cycle of each file, and excludes files that only lead to one', () => {
  const files = {
    'a.ts': "import { b } from './b.ts';\n",
    'b.ts': "import { c } from './c.ts';\nimport { d } from './d.ts';\n",
    'c.ts': "import { d } from './d.ts';\n",
    'd.ts': "import { b } from './b.ts';\n",
  };
  assert.deepEqual(findCyclesIn(files), ['b.ts → d.ts', 'c.ts → d.ts → b.ts']);
});

test('finds all separate cycles', () => {
  const files = {
    'a.ts': "import { b } from './b.ts';\n",
    'b.ts': "import { a } from './a.ts';\n",
    'c.ts': "import { d } from './d.ts';\n",
    'd.ts': "import { c } from './c.ts';\n",
  };
  assert.deepEqual(findCyclesIn(files), ['a.ts → b.ts', 'c.ts → d.ts']);
});

const harmlessImports: [string, string][] = [
  ['types', "import type { A } from './a.ts';\n"],
  ['re-exported types', "export type { A } from './a.ts';\n"],
  ['a type named in place', "export type B = import('./a.ts').A;\n"],
  ['what is imported later', "export const b = () => import('./a.ts');\n"],
  ['a comment', "// import { a } from './a.ts';\n"],
];

for (const [what, text] of harmlessImports) {
  test(`${what} isn’t a cycle`, () => {
    assert.deepEqual(findCyclesIn({ 'a.ts': "import { b } from './b.ts';\n", 'b.ts': text }), []);
  });
}

test('a value next to a type makes a cycle', () => {
  const files = { 'a.ts': "import { b } from './b.ts';\n", 'b.ts': "import { type A, a } from './a.ts';\n" };
  assert.deepEqual(findCyclesIn(files), ['a.ts → b.ts']);
});
