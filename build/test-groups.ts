// Writes what `npm test` runs: the test files in groups of which each is one process. Most of the time that a file takes
// alone goes into loading the service and warming it up. Every file still runs alone: `sh build/node24 --test FILE`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles, projectFolder, say } from './project.ts';

const folder = join(projectFolder, 'build', 'out', 'test-groups');
const maxFiles = 10;

/** What starts other processes mostly waits for them: such a file has a process of its own, so that others run meanwhile. */
const startsProcesses =
  /support\/(?:ship|browser|processes|bundled-program)\.ts|cli\/support\.ts|node:(?:child_process|worker_threads)|build\/service-process/;

/** Folders of such files, and of those that share a service, which ends with the first file that uses it. */
const foldersOfTheirOwn = /^test\/(?:build|cli|clients|durability|spare|features\/phone)\//;

const isAlone = (file: string): boolean =>
  foldersOfTheirOwn.test(file) || startsProcesses.test(readFileSync(join(projectFolder, file), 'utf8'));

/** Files that stand beside each other, as many as one process runs. */
function groupFiles(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const file of files) {
    const group = groups.at(-1);
    const isNext = group && group.length < maxFiles && areaOf(group[0] ?? '') === areaOf(file);
    if (isNext) group.push(file);
    else groups.push([file]);
  }
  return groups;
}

const areaOf = (file: string): string => file.split('/', 2).join('/');

/** Items of both, evenly mixed. */
function mix<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  const placed = [some, others].flatMap((items) =>
    items.map((item, index) => ({ item, at: (index + 0.5) / items.length })),
  );
  return placed.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}

function writeGroup(files: readonly string[], index: number): void {
  const name = `${String(index).padStart(3, '0')}.test.ts`;
  writeFileSync(join(folder, name), `${listLines(files).join('\n')}\n`);
}

/** One file after the other: each begins when the last one has ended, with all that it started. */
function listLines(files: readonly string[]): string[] {
  const address = (file: string) => JSON.stringify(relative(folder, join(projectFolder, file)));
  const [first = '', ...others] = files;
  if (others.length === 0) return [`import ${address(first)};`];
  return [
    "import { test } from 'node:test';",
    ...files.map((file) => `test(${JSON.stringify(file)}, async () => void (await import(${address(file)})));`),
  ];
}

const files = listFiles(projectFolder, 'test').filter((file) => file.endsWith('.test.ts'));
const { alone = [], together = [] } = Object.groupBy(files, (file) => (isAlone(file) ? 'alone' : 'together'));
const groups = mix(
  alone.map((file) => [file]),
  groupFiles(together),
);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [index, group] of groups.entries()) writeGroup(group, index);
say(`${files.length} test files in ${groups.length} processes`);
