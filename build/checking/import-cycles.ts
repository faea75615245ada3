import { readImports } from './imports.ts';

/** The files of the cycle, relative to `src`: each imports the next, and the last imports the first. */
export type ImportCycle = readonly string[];

/**
 * Finds import cycles in a project's `src`, in which a file may run before the files it imports. Types and dynamic
 * imports don't count. Reports at least one of several cycles that share files, and the shortest through a given file.
 */
export function findImportCycles(project: string): ImportCycle[] {
  const imports = readLoadedFiles(project);
  const inCycle = new Set<string>();
  const cycles: ImportCycle[] = [];
  for (const file of imports.keys()) {
    const cycle = inCycle.has(file) ? undefined : findShortestCycle(file, imports);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const member of cycle) inCycle.add(member);
  }
  return cycles;
}

/** Returns the files that each file loads when it is loaded. */
function readLoadedFiles(project: string): ReadonlyMap<string, readonly string[]> {
  const loaded = readImports(project).flatMap(({ from, target, loadsTarget }) =>
    loadsTarget && 'file' in target ? [{ from, to: target.file }] : [],
  );
  const byFile = Map.groupBy(loaded, ({ from }) => from);
  return new Map([...byFile].map(([from, edges]) => [from, edges.map(({ to }) => to)]));
}

/** Searches breadth first until the first file comes up again. */
function findShortestCycle(start: string, imports: ReadonlyMap<string, readonly string[]>): ImportCycle | undefined {
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    const next = imports.get(path.at(-1) ?? '') ?? [];
    if (next.includes(start)) return path;
    for (const file of next) if (!seen.has(file)) paths.push([...path, file]);
    for (const file of next) seen.add(file);
  }
  return undefined;
}
