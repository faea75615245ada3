import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** One import, re-export or dynamic import in a source file. */
export interface Import {
  /** File that imports, relative to `src`, with slashes. */
  readonly from: string;
  readonly line: number;
  /** What it names: a file relative to `src`, or a package. */
  readonly target: { readonly file: string } | { readonly package: string };
}

// A scan, not a parse: the formatter keeps imports in these forms, and what it misses the compiler still resolves.
const importForms = [
  /^\s*(?:import|export)\b[^'"`;()]*\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
];

/** All imports of the TypeScript files below a project's `src`, in the order of files and lines. */
export function readImports(projectFolder: string): Import[] {
  const source = join(projectFolder, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => importsOf(file, readFileSync(join(source, file), 'utf8')));
}

/** Imports in the text of one file, whose name is relative to `src`. */
export function importsOf(file: string, text: string): Import[] {
  const code = text.replaceAll(/(^|\s)\/\/.*$/gm, '$1');
  const found = importForms.flatMap((form) =>
    [...code.matchAll(form)].map(({ 0: statement, 1: specifier = '', index }) => ({
      from: file,
      line: lineAt(code, index + statement.length),
      target: targetOf(file, specifier),
    })),
  );
  return found.sort((one, other) => one.line - other.line);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** `#context` is a file, `#core/users/index.ts` lies in a folder of that name (package.json, "imports"). */
function targetOf(file: string, specifier: string): Import['target'] {
  if (specifier.startsWith('.')) return { file: posix.join(dirname(file), specifier) };
  if (!specifier.startsWith('#')) return { package: specifier };
  return { file: specifier.endsWith('.ts') ? specifier.slice(1) : `${specifier.slice(1)}.ts` };
}
