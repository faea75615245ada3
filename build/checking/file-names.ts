import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../project.ts';

/** A file name that is too vague or breaks the conventions. */
export interface MisnamedFile {
  /** The path relative to the project, with slashes. */
  readonly file: string;
  readonly reason: string;
}

/** Words that fit any content and don't help to find it. */
const vagueWords = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc'];
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;

/** Finds all bad file names below `src`, `test` and `build` of a project. */
export function findMisnamedFiles(project: string): MisnamedFile[] {
  return ['src', 'test', 'build']
    .flatMap((folder) => listFiles(project, folder))
    .flatMap((file) => {
      const reason = explainName(file) ?? explainTestName(project, file);
      return reason === undefined ? [] : [{ file, reason }];
    });
}

function explainName(file: string): string | undefined {
  const parts = file.split('/').filter((part) => part !== 'README.md');
  const odd = parts.find((part) => !kebabCase.test(part));
  if (odd !== undefined) return `${odd} is not in kebab-case`;
  const words = parts.flatMap((part) => part.split(/[-.]/));
  // A file of specific types, such as event-types.ts, has a descriptive name.
  const empty = parts.some((part) => /^types\b/.test(part)) ? 'types' : words.find((word) => vagueWords.includes(word));
  return empty && `the word ${empty} says nothing about what is in it`;
}

/** The test runner only gets files that end in `.test.ts`, so tests in other files would never run. */
function explainTestName(project: string, file: string): string | undefined {
  if (!file.endsWith('.ts')) return undefined;
  const hasTests = declaresTests(readFileSync(join(project, file), 'utf8'));
  if (hasTests === file.endsWith('.test.ts')) return undefined;
  return hasTests ? 'a file with tests ends in .test.ts' : 'it ends in .test.ts and has no tests';
}

function declaresTests(code: string): boolean {
  const imports = code.matchAll(/^import ([^;]*) from '(?:node:test|[./]*\/support\/browser\.ts)';/gm);
  return [...imports].some(([, names = '']) => /\b(?:test|describe|it|suite)\b(?! as)/.test(names));
}
