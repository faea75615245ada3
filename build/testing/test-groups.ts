// Writes the groups of test files that `npm test` runs; each group is one process. Alone, a file spends most of its
// time loading the service and warming it up. Every file still runs alone: `node build/node24.mjs --test FILE`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles, projectFolder, say } from '../project.ts';

const folder = join(projectFolder, 'build', 'out', 'test-groups');

/** Test files that can share a process. */
interface Kind {
  readonly has: (file: string) => boolean;
  readonly maxFiles: number;
  /** Shared resources that would otherwise be closed after the first file. */
  readonly shared?: string;
}

/** A test that starts other processes mostly waits for them, so only few share a process and let others run meanwhile. */
const startsProcesses =
  /support\/(?:ship|processes|bundled-program)\.ts|cli\/support\.ts|node:(?:child_process|worker_threads)|build\/service-process/;
const usesBrowser = /support\/browser\.ts/;

/** Folders of tests that start processes. */
const separateFolders = /^test\/(?:clients|durability|spare)\//;
/** The test inspects the process itself, or what modules declare when they load. */
const testsItsProcess = (file: string): boolean => /uncaught-defects|watched-tables/.test(file);

/**
 * These take longest, some because they wait for processes of low priority, which hardly run next to other tests: what
 * `promote` verifies takes minutes there, and a second on an idle machine.
 */
const takesLong =
  /^test\/(?:durability\/(?:killed-while-(?:reloading|writing)|load|power-cuts|read-only-disk|rehearsal|soak)|hostile\/siege|platform\/pictures\/picture-workers|spare\/(?:follows|full-disk|rounds|taking-over))\.test/;

const readFile = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** A file belongs to the first kind that matches. */
const kinds: readonly Kind[] = [
  { has: (file) => usesBrowser.test(readFile(file)), maxFiles: 6, shared: 'test/support/browser.ts' },
  { has: (file) => file.startsWith('test/features/phone/'), maxFiles: 20, shared: 'test/features/phone/support.ts' },
  { has: (file) => testsItsProcess(file) || takesLong.test(file), maxFiles: 1 },
  { has: (file) => file.startsWith('test/cli/'), maxFiles: 12 },
  { has: (file) => file.startsWith('test/build/'), maxFiles: 8 },
  { has: (file) => !separateFolders.test(file) && !startsProcesses.test(readFile(file)), maxFiles: 30 },
];

/** The test files that one process runs. */
interface Group {
  readonly files: string[];
  readonly kind: Kind;
}

const otherFiles: Kind = { has: () => true, maxFiles: 4 };

/** Adjacent files of one kind, up to the number that one process runs. */
function groupFiles(files: readonly string[], kind: Kind): Group[] {
  const groups: Group[] = [];
  for (const file of files) {
    const group = groups.at(-1);
    const isNext =
      group && group.files.length < kind.maxFiles && getFolderOf(group.files[0] ?? '') === getFolderOf(file);
    if (isNext) group.files.push(file);
    else groups.push({ files: [file], kind });
  }
  return groups;
}

const getFolderOf = (file: string): string => file.split('/', 2).join('/');

/** Groups of all kinds, evenly mixed, except at the end: long ones don't start last. */
function shuffle(groups: readonly Group[]): Group[] {
  const placed = [...Map.groupBy(groups, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.map((group, index) => ({
      group,
      at: ((index + 0.5) / ofKind.length) * (group.kind === otherFiles ? 1 : 0.8),
    })),
  );
  return placed.toSorted((one, other) => one.at - other.at).map(({ group }) => group);
}

function writeGroup(group: Group, index: number): void {
  const name = `${String(index).padStart(3, '0')}.test.ts`;
  writeFileSync(join(folder, name), `${listLines(group).join('\n')}\n`);
}

/** Runs files one after the other: each starts when the previous one and everything it started has ended. */
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

/** These tests require an installation, and have their own command: `npm run test:browsers`. */
const testsOtherBrowsers = (file: string): boolean => file.startsWith('test/browsers/');

const files = listFiles(projectFolder, 'test').filter((file) => file.endsWith('.test.ts') && !testsOtherBrowsers(file));
const byKind = Map.groupBy(files, (file) => [...kinds, otherFiles].find(({ has }) => has(file)) ?? otherFiles);
const groups = shuffle([...byKind].flatMap(([kind, ofKind]) => groupFiles(ofKind, kind)));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [index, group] of groups.entries()) writeGroup(group, index);
say(`${files.length} test files in ${groups.length} processes`);
