import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from 'scslre';
import ts from 'typescript-5';
import { listFiles, projectFolder } from '../../build/project.ts';

/**
 * Returns the regular expressions in a file that take more than linear time for some input. Usually a lookbehind fixes
 * them, so that a match starts only at the first character of a run: `/(?<!\s)\s+$/`.
 */
function findSuperlinear(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && isSuperlinear(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSuperlinear(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  return analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) }).reports.length > 0;
}

test('finds expressions that backtrack, or retry from each character, with file and line', () => {
  const text = `
    const isWord = /^(?:a+)+$/i;
    const trim = (text: string) => \`\${text.replace(/\\s+$/, '')}\`;
    const isLinear = /^\\s+a+b/.test('a') && 4 / 2 / 1;`;
  assert.deepEqual(findSuperlinear('a.ts', text), ['a.ts:2 /^(?:a+)+$/i', 'a.ts:3 /\\s+$/']);
});

test('each regular expression in src takes time proportional to its input', () => {
  const files = listFiles(projectFolder, 'src').filter((file) => file.endsWith('.ts'));
  assert.deepEqual(
    files.flatMap((file) => findSuperlinear(file, readFileSync(join(projectFolder, file), 'utf8'))),
    [],
  );
});
