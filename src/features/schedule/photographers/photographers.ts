import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findUser, presentHeaderFor } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { ShutternautEventData } from '../records.ts';
import { findEvent, listPhotographers, saveNeedsPhotographer } from '../store.ts';
import type { EventRow } from '../tables.ts';

/** Ids of each event's photographers by event id, sorted by username. */
export type PhotographersByEvent = ReadonlyMap<string, readonly string[]>;

/** Returns whether the user may see who photographs what (schedule, beginning). */
export const isPhotographyStaff = ({ roles, level }: Caller): boolean =>
  roles.has('shutternaut') || roles.has('shutternautmanager') || isAtLeast(level, 'devteam');

/** Returns who photographs what. Not cached, since few users request it and names change. */
export function readPhotographersByEvent(context: Context): PhotographersByEvent {
  const byEvent = Map.groupBy(listPhotographers(context.db), ({ eventID }) => eventID);
  return new Map([...byEvent].map(([eventID, rows]) => [eventID, rows.map(({ userID }) => userID)]));
}

/**
 * Returns the photographers of an event. A photographer hidden by a block still covers the event, so a placeholder is
 * returned (core rule 68).
 */
export function presentPhotographers(
  context: Context,
  viewer: Caller,
  coverage: PhotographersByEvent,
  eventID: string,
): UserHeader[] {
  return (coverage.get(eventID) ?? []).flatMap((userID) => {
    const user = findUser(context, userID);
    return user ? [presentHeaderFor(context, viewer, user)] : [];
  });
}

/** Returns the details of an event that only photography staff see (schedule rule 20). */
export function presentShutternaut(
  context: Context,
  viewer: Caller,
  coverage: PhotographersByEvent,
  row: EventRow,
): ShutternautEventData {
  return {
    needsPhotographer: row.needsPhotographer,
    photographers: presentPhotographers(context, viewer, coverage, row.id),
    userIsPhotographer: coverage.get(row.id)?.includes(viewer.userID) ?? false,
  };
}

/** Sets whether an event needs a photographer (schedule rule 24). Throws not-found. */
export function setNeedsPhotographer(context: WriteContext, eventID: string, needsPhotographer: boolean): void {
  const row = findEvent(context.db, eventID);
  if (!row) throw notFound('event');
  if (row.needsPhotographer === needsPhotographer) return;
  saveNeedsPhotographer(context.db, eventID, needsPhotographer, context.clock.now());
}
