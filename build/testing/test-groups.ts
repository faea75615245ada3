// Writes what `npm test` runs: the test files in groups of which each is one process. Most of the time that a file takes
// alone goes into loading the service and warming it up. Every file still runs alone: `node build/node24.mjs --test FILE`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles, projectFolder, say } from '../project.ts';

const folder = join(projectFolder, 'build', 'out', 'test-groups');

/** Files of which several are one process. */
interface Kind {
  readonly has: (file: string) => boolean;
  readonly maxFiles: number;
  /** What they have in common and what would otherwise end with the first file that uses it. */
  readonly shared?: string;
}

/** What starts other processes mostly waits for them: such a file has a process of its own, so that others run meanwhile. */
const startsProcesses =
  /support\/(?:ship|processes|bundled-program)\.ts|cli\/support\.ts|node:(?:child_process|worker_threads)|build\/service-process/;
const usesBrowser = /support\/browser\.ts/;

/** Folders of such files. */
const foldersOfTheirOwn = /^test\/(?:build|clients|durability|spare)\//;
/** It looks at the process itself, or at what modules declare as they're loaded. */
const isAboutItsProcess = (file: string): boolean => /uncaught-defects|watched-tables/.test(file);

const read = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** The first that has a file is its kind; what none has is alone. */
const kinds: readonly Kind[] = [
  { has: (file) => usesBrowser.test(read(file)), maxFiles: 3, shared: 'test/support/browser.ts' },
  { has: (file) => file.startsWith('test/features/phone/'), maxFiles: 10, shared: 'test/features/phone/support.ts' },
  { has: (file) => isAboutItsProcess(file), maxFiles: 1 },
  { has: (file) => file.startsWith('test/cli/'), maxFiles: 4 },
  { has: (file) => !foldersOfTheirOwn.test(file) && !startsProcesses.test(read(file)), maxFiles: 16 },
];

/** A process. */
interface Group {
  readonly files: string[];
  readonly kind: Kind;
}

const alone: Kind = { has: () => true, maxFiles: 1 };

/** Files of one kind that stand next to each other, as many as one process runs. */
function groupFiles(files: readonly string[], kind: Kind): Group[] {
  const groups: Group[] = [];
  for (const file of files) {
    const group = groups.at(-1);
    const isNext = group && group.files.length < kind.maxFiles && areaOf(group.files[0] ?? '') === areaOf(file);
    if (isNext) group.files.push(file);
    else groups.push({ files: [file], kind });
  }
  return groups;
}

const areaOf = (file: string): string => file.split('/', 2).join('/');

/** Groups of all kinds, evenly mixed, but for the end: what takes long does not begin last. */
function mix(groups: readonly Group[]): Group[] {
  const placed = [...Map.groupBy(groups, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.map((group, index) => ({ group, at: ((index + 0.5) / ofKind.length) * (group.kind === alone ? 1 : 0.8) })),
  );
  return placed.toSorted((one, other) => one.at - other.at).map(({ group }) => group);
}

function writeGroup(group: Group, index: number): void {
  const name = `${String(index).padStart(3, '0')}.test.ts`;
  writeFileSync(join(folder, name), `${listLines(group).join('\n')}\n`);
}

/** One file after the other: each begins when the last one has ended, with all that it started. */
function listLines({ files, kind }: Group): string[] {
  const address = (file: string) => JSON.stringify(relative(folder, join(projectFolder, file)));
  const [first = '', ...others] = files;
  if (others.length === 0) return [`import ${address(first)};`];
  return [
    "import { test } from 'node:test';",
    ...(kind.shared === undefined ? [] : [`import ${address(kind.shared)};`]),
    ...files.map((file) => `test(${JSON.stringify(file)}, async () => void (await import(${address(file)})));`),
  ];
}

/** Has to be installed first, and is a command of its own: `npm run test:browsers`. */
const isOfOtherBrowsers = (file: string): boolean => file.startsWith('test/browsers/');

const files = listFiles(projectFolder, 'test').filter((file) => file.endsWith('.test.ts') && !isOfOtherBrowsers(file));
const byKind = Map.groupBy(files, (file) => [...kinds, alone].find(({ has }) => has(file)) ?? alone);
const groups = mix([...byKind].flatMap(([kind, ofKind]) => groupFiles(ofKind, kind)));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [index, group] of groups.entries()) writeGroup(group, index);
say(`${files.length} test files in ${groups.length} processes`);
