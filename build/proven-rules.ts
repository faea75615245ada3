import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCitedRules, readRules } from './citations.ts';
import { listFiles } from './project.ts';

/** A file of rules of which each has to be cited by a test that shows it, but for those that no client can observe. */
interface ProvenFile {
  readonly name: string;
  /** Absent when all of its rules are meant. */
  readonly only?: readonly string[];
  /** With the reason. */
  readonly unobservable?: Readonly<Record<string, string>>;
}

/** The numbers of a part from 1 on. */
const upTo = (letter: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

/** Areas that are whole; an area that is added says so here. */
export const provenFiles: readonly ProvenFile[] = [
  { name: 'forums' },
  // What chats share with public posts.
  { name: 'fez', only: ['72', '73', '74', '85'] },
  // Board games, karaoke and the item board.
  { name: 'libraries', only: [...upTo('B', 14), ...upTo('K', 13), ...upTo('Q', 20), 'Q22'] },
];

/** Rules that no test cites, as `forums rule B5`. */
export function findUnprovenRules(project: string, files: readonly ProvenFile[] = provenFiles): string[] {
  const rules = readRules(project);
  const tests = listFiles(project, 'test').filter((file) => file.endsWith('.test.ts'));
  const cited = new Set(tests.flatMap((file) => listCitedRules(readFileSync(join(project, file), 'utf8'), rules)));
  return files.flatMap(({ name, only, unobservable = {} }) =>
    (only ?? rules.get(name)?.numbers ?? [])
      .filter((number) => !(number in unobservable) && !cited.has(`${name} ${number}`))
      .map((number) => `${name} rule ${number}`),
  );
}
