import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../project.ts';
import { listCitedRules, readRules } from './citations.ts';

/**
 * Rules that no test cites, by file. Every other rule, and so every new one, must be cited by a test that proves it.
 * Tests cite the rules that implement a decision, not the decision.
 */
const uncitedRules: Readonly<Record<string, string>> = {
  core: '10, 11, 13 to 15, 16, 20 to 28, 30 to 57, 58 to 62, 64 to 79, 80 to 94, 96 to 100, 102 to 107, 108, 109, 111 to 115, 117 to 124, 126, 127',
  decisions: '1 to 111',
  fez: '1 to 24, 26 to 34, 36 to 59, 60a to 63, 65 to 71, 75 to 84, 86 to 91',
  libraries: 'G1, G5, G8, G9, M1 to H17, H19 to H21, P3 to P18',
  moderation:
    'G1 to G12, A2 to A5, A7 to A12, A14 to A18, A20 to A23, A29 to A33, R8, R10 to R12, M3, M5, M6, M8, M9, M11 to M15, M18, M20 to J7',
  schedule: '1 to 7, 9 to 13, 15 to 20, 22 to 28, 31 to 37, 39, 43, 44, 52 to 57, 63 to 80, 84, 109 to 116, 118',
};

/** Lists rules that no test cites and that aren't exceptions, as `forums rule B5`. */
export function findUnprovenRules(project: string, exceptions = uncitedRules): string[] {
  const rules = readRules(project);
  const tests = listFiles(project, 'test').filter((file) => file.endsWith('.test.ts'));
  const cited = new Set(tests.flatMap((file) => listCitedRules(readFileSync(join(project, file), 'utf8'), rules)));
  return [...rules].flatMap(([file, { numbers }]) => {
    const excepted = new Set(listCitedRules(`${file} rules ${exceptions[file]}`, rules));
    return numbers
      .filter((number) => !cited.has(`${file} ${number}`) && !excepted.has(`${file} ${number}`))
      .map((number) => `${file} rule ${number}`);
  });
}
