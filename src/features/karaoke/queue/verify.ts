import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { readQueue } from './read-queue.ts';
import { savePosition } from './store.ts';

/** Finds gaps and doubles in the order of those who wait (libraries rule K22). */
export function* verifyQueue(context: Context): Iterable<readonly Inconsistency[]> {
  yield readQueue(context).waiting.flatMap(({ id, position }, index) =>
    position === index + 1
      ? []
      : [{ what: `position of entry ${id} of the karaoke queue`, stored: `${position}`, expected: `${index + 1}` }],
  );
}

/** Numbers those who wait in their order. */
export function* repairQueue(): Iterable<RepairStep> {
  yield (context) => {
    for (const [index, { id }] of readQueue(context).waiting.entries()) savePosition(context.db, id, index + 1);
  };
}
