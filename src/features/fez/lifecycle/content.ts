import type { WriteContext } from '#area/context.ts';
import { fixPortZone, getShipClock } from '#core/ship-time/index.ts';
import type { FezContentData } from '../content-records.ts';
import { kinds } from '../kinds.ts';
import type { FezRow } from '../tables.ts';

/** The columns that don't come from the content of a request. */
type LifecycleField = 'cancelled' | 'moderationState' | 'postCount' | 'createdAt' | 'lastModifiedAt' | 'deletedAt';
type Content = Omit<FezRow, LifecycleField | 'id' | 'ownerID' | 'visibility'>;

/** Returns the content of a request as stored. Writes too: the first stored time fixes the port's time zone. */
export function readContent(context: WriteContext, input: FezContentData): Content {
  const { fezType: type, title, info, minCapacity, maxCapacity } = input;
  return {
    type,
    title,
    info,
    location: input.location ?? null,
    minCapacity,
    maxCapacity,
    startTime: kinds[type].isAppointment ? toPortTime(context, input.startTime) : null,
    endTime: kinds[type].isAppointment ? toPortTime(context, input.endTime) : null,
  };
}

/** A time that a user typed stays what their clock shows, wherever the ship will be (schedule rule 6). */
function toPortTime(context: WriteContext, typed: Date | undefined): Date | null {
  if (!typed) return null;
  fixPortZone(context);
  return getShipClock(context).inputToPort(typed, context.clock.now());
}
