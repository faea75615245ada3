import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of a process and all of its descendants. */
export function listProcesses(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readStatus(Number(name), /^PPid:\s+(\d+)$/m)]),
  );
  const found = [pid];
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child);
  return found;
}

/**
 * Returns the anonymous memory (RssAnon) of a process and its descendants in MiB, which excludes the memory-mapped
 * database.
 */
export function readAnonymousMebibytes(pid: number): number {
  const kibibytes = listProcesses(pid).map((id) => readStatus(id, /^RssAnon:\s+(\d+) kB$/m) ?? 0);
  return kibibytes.reduce((sum, part) => sum + part, 0) / 1024;
}

/** Reads a number from a process's status in `/proc`; undefined if the process has ended. */
function readStatus(pid: number, form: RegExp): number | undefined {
  try {
    const [, value] = form.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return value === undefined ? undefined : Number(value);
  } catch {
    return undefined;
  }
}

/** Watches a process; the returned function returns its peak memory so far. */
export function watchMemory(pid: number): () => number {
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, readAnonymousMebibytes(pid));
  };
  const timer = setInterval(look, 50);
  return () => {
    look();
    clearInterval(timer);
    return highest;
  };
}
