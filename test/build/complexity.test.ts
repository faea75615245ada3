import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from '../../build/project.ts';
import { runInProject } from './support.ts';

const linter = join(projectFolder, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const configuration = readFileSync(join(projectFolder, 'biome.json'), 'utf8');

/** Returns the complexity rules that this code breaks under the project's configuration. */
function findBrokenRules(file: string, code: string): string[] {
  return runInProject({ 'biome.json': configuration, '.gitignore': 'node_modules\n', [file]: code }, (project) => {
    const { status, stdout } = spawnSync(process.execPath, [linter, 'lint', '--reporter=json', '.'], {
      cwd: project,
      encoding: 'utf8',
    });
    const rules: string[] = JSON.parse(stdout).diagnostics.map(({ category }: { category: string }) => category);
    const broken = rules.filter((rule) => rule.startsWith('lint/complexity/noExcessive'));
    assert.equal(status, broken.length > 0 ? 1 : 0, 'each is an error');
    return broken.map((rule) => rule.slice('lint/complexity/'.length));
  });
}

/** Returns a function with this many nested conditions: each adds one more than the one around it. */
function writeNestedConditions(depth: number): string {
  const conditions = Array.from({ length: depth }, (_, level) => `if (values[${level}]) {\n`);
  return `export function decide(values: boolean[]): boolean {\n${conditions.join('')}return true;\n${'}\n'.repeat(depth)}return false;\n}\n`;
}

const writeLines = (count: number): string =>
  `export function run(act: () => void): void {\n${'  act();\n'.repeat(count)}}\n`;

test('a function with few decisions passes', () => {
  assert.deepEqual(findBrokenRules('src/decide.ts', writeNestedConditions(4)), []);
});

test('a function with a cognitive complexity above 12 is an error', () => {
  assert.deepEqual(findBrokenRules('src/decide.ts', writeNestedConditions(5)), ['noExcessiveCognitiveComplexity']);
});

test('a function of 60 lines passes, and one of 61 is an error', () => {
  assert.deepEqual(findBrokenRules('src/run.ts', writeLines(60)), []);
  assert.deepEqual(findBrokenRules('src/run.ts', writeLines(61)), ['noExcessiveLinesPerFunction']);
});

test('build is held to the same limits; tests, which are in blocks of their subject, to a complexity of 16', () => {
  assert.deepEqual(findBrokenRules('build/decide.ts', writeNestedConditions(5)), ['noExcessiveCognitiveComplexity']);
  assert.deepEqual(findBrokenRules('test/decide.test.ts', writeNestedConditions(5)), []);
  assert.deepEqual(findBrokenRules('test/decide.test.ts', writeNestedConditions(6)), [
    'noExcessiveCognitiveComplexity',
  ]);
  assert.deepEqual(findBrokenRules('test/run.test.ts', writeLines(200)), []);
});
