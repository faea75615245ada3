import { setTimeout as delay } from 'node:timers/promises';
import type { ReadinessData } from '../records.ts';
import { type CheckInput, createFaultyFinding, type Finding, type ReadinessLine } from './line.ts';
import { readinessLines } from './lines.ts';

/** Time limit of every check; only a disk that hangs takes longer. */
const maxMilliseconds = 5_000;

/** Checks all lines concurrently (moderation rule A38). */
export async function checkReadiness(inspected: CheckInput): Promise<ReadinessData> {
  const lines = await Promise.all(readinessLines.map((line) => checkLine(line, inspected)));
  return { isReady: lines.every(({ state }) => state !== 'todo'), lines };
}

async function checkLine({ name, title, check }: ReadinessLine, inspected: CheckInput) {
  const { faults, sentence } = await checkWithTimeout(check, inspected);
  const isLeftOut = inspected.context.config.readyWithout.includes(name);
  const state = faults.length === 0 ? 'ready' : isLeftOut ? 'leftOut' : 'todo';
  return { name, title, state, sentence, faults: faults.map((one) => ({ ...one })) } as const;
}

async function checkWithTimeout(check: ReadinessLine['check'], inspected: CheckInput): Promise<Finding> {
  const ended = new AbortController();
  const late = delay(maxMilliseconds, 'late' as const, { signal: ended.signal }).catch(() => 'late' as const);
  try {
    const found = await Promise.race([tryCheck(check, inspected), late]);
    if (found !== 'late') return found;
    return createFaultyFinding(
      `This took longer than ${maxMilliseconds / 1000} seconds: a disk or the network may hang. Try again.`,
    );
  } finally {
    ended.abort();
  }
}

/** Something unreadable, such as another user's folder, is a fault of its own line and doesn't stop other checks. */
async function tryCheck(check: ReadinessLine['check'], inspected: CheckInput): Promise<Finding> {
  try {
    return await check(inspected);
  } catch (error) {
    return createFaultyFinding(`This can't be checked: ${error instanceof Error ? error.message : error}.`);
  }
}
