import { readFileSync } from 'node:fs';

/** Anonymous memory of a process in MiB; the memory-mapped database does not count (RssAnon). */
export function anonymousMebibytes(pid: number): number {
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Watches a process; returns the highest figure seen until it is asked. */
export function watchMemory(pid: number): () => number {
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, anonymousMebibytes(pid));
  };
  const timer = setInterval(look, 50);
  return () => {
    look();
    clearInterval(timer);
    return highest;
  };
}
