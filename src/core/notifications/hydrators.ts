import { listAreas } from '#area/area.ts';
import { createOncePerInstance } from '#area/context.ts';

/** Returns all hydrators by the event kind they handle. */
export const hydratorsByKind = createOncePerInstance(
  (context) =>
    new Map(
      listAreas(context)
        .flatMap(({ hydrators }) => hydrators?.(context) ?? [])
        .map((hydrator) => [hydrator.kind, hydrator]),
    ),
);
