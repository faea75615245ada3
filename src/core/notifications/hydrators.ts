import { listAreas } from '#area/area.ts';
import { createOncePerInstance } from '#area/context.ts';

/** All hydrators by the kind under which their events are stored. */
export const hydratorsByKind = createOncePerInstance(
  (context) =>
    new Map(
      listAreas(context)
        .flatMap(({ hydrators }) => hydrators?.(context) ?? [])
        .map((hydrator) => [hydrator.kind, hydrator]),
    ),
);
