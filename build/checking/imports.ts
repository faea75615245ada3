import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { listFiles } from '../project.ts';

/** One import, re-export or dynamic import in a source file. */
export interface Import {
  /** The importing file, relative to `src`, with slashes. */
  readonly from: string;
  readonly line: number;
  /** The target: a file relative to `src`, or a package. */
  readonly target: { readonly file: string } | { readonly package: string };
  /** Whether loading the file loads the target: false for types and dynamic imports. */
  readonly loadsTarget: boolean;
}

// A regular expression is enough here: the formatter ensures these forms of imports, and the compiler catches whatever
// this misses.
const importForms: readonly { readonly form: RegExp; readonly loadsTarget: boolean }[] = [
  { form: /^\s*(?:import|export)\s+type\b[^'"`;()]*\bfrom\s*['"]([^'"]+)['"]/gm, loadsTarget: false },
  { form: /^\s*(?:import|export)\b(?!\s+type\b)[^'"`;()]*\bfrom\s*['"]([^'"]+)['"]/gm, loadsTarget: true },
  { form: /^\s*import\s*['"]([^'"]+)['"]/gm, loadsTarget: true },
  { form: /\bimport\(\s*['"]([^'"]+)['"]/g, loadsTarget: false },
];

/** Lists all imports of the TypeScript files below a project's `src`, ordered by file and line. */
export function readImports(project: string): Import[] {
  return listFiles(project, 'src')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => parseImports(file.slice('src/'.length), readFileSync(join(project, file), 'utf8')));
}

/** Lists the imports in the text of one file, whose name is relative to `src`. */
export function parseImports(file: string, text: string): Import[] {
  const code = text.replaceAll(/(^|\s)\/\/.*$/gm, '$1');
  const imports = importForms.flatMap(({ form, loadsTarget }) =>
    [...code.matchAll(form)].map(({ 0: statement, 1: specifier = '', index }) => ({
      from: file,
      line: getLine(code, index + statement.length),
      target: resolveTarget(file, specifier),
      loadsTarget,
    })),
  );
  return imports.sort((a, b) => a.line - b.line);
}

/** Returns the line number at an offset in a text, counted from 1. */
export function getLine(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** For example, `#core/users/index.ts` is below `src` (package.json, "imports"). */
function resolveTarget(file: string, specifier: string): Import['target'] {
  if (specifier.startsWith('.')) return { file: posix.join(dirname(file), specifier) };
  return specifier.startsWith('#') ? { file: specifier.slice(1) } : { package: specifier };
}
