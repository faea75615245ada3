import { readdirSync, readFileSync } from 'node:fs';
import { readWaitedMilliseconds } from '../running/read-waited.ts';

/** Resources used by a process and its descendants. */
export interface Usage {
  readonly cpuMilliseconds: number;
  /** How long the processes were ready to run but waited for a processor. */
  readonly waitedMilliseconds: number;
}

/** A process and all its descendants, including those in other process groups. */
export interface ProcessTree {
  /** Reads the usage so far: zero on systems without `/proc`. */
  measure(): Usage;
  /** Kills the process and all its descendants. */
  end(): void;
}

/** One tick of the times in `/proc/PID/stat`, the same on all systems that Node runs on. */
const millisecondsPerTick = 10;

/** Follows the process that leads a group. */
export function followTree(root: number): ProcessTree {
  // An ended process adds its CPU time to its parent's, but its waiting time is lost.
  const waited = new Map<number, number>();
  return {
    measure() {
      const members = listMembers(root);
      for (const { pid } of members) waited.set(pid, readWaitedMilliseconds(pid) ?? waited.get(pid) ?? 0);
      return {
        cpuMilliseconds: members.reduce((sum, { ticks }) => sum + ticks * millisecondsPerTick, 0),
        waitedMilliseconds: [...waited.values()].reduce((sum, milliseconds) => sum + milliseconds, 0),
      };
    },
    end() {
      for (const group of new Set([root, ...listMembers(root).map((member) => member.group)])) endGroup(group);
    },
  };
}

interface Member {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** These fields count this process and its ended children. */
  readonly ticks: number;
}

/** The process and its living descendants. */
function listMembers(root: number): Member[] {
  const all = listPids().flatMap((pid) => readMember(pid) ?? []);
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const members = all.filter(({ pid }) => pid === root);
  for (const { pid } of members) members.push(...(byParent.get(pid) ?? []));
  return members;
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readMember(pid: number): Member | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in the fields before may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [, parent, group] = fields.map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: parent ?? 0, group: group ?? 0, ticks };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
