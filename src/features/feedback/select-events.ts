import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { listEventIDsOfOwnPerformer } from '#features/performers/index.ts';
import { getCurrentSchedule, getEventViewer, type LiveEvent, presentEventFor } from '#features/schedule/index.ts';
import { foldCase } from '#platform/text/lines.ts';
import type { EventFeedbackSelectionData } from './records.ts';
import { listReportedEventIDs } from './store.ts';

/** Returns the events whose hosts report on them (schedule rule 86). */
export const listHostedEvents = (context: Context): LiveEvent[] =>
  getCurrentSchedule(context).events.filter(({ row }) => row.eventType === 'shadow' || row.eventType === 'workshop');

/** Returns the events that the caller may report on, latest start first (schedule rule 86). */
export function selectEvents(context: Context, caller: Caller, room: string): EventFeedbackSelectionData {
  const now = getShipClock(context).toPort(context.clock.now());
  const begun = listHostedEvents(context)
    .filter(({ row }) => row.startTime <= now)
    .reverse();
  const viewer = getEventViewer(context, caller);
  const records = new Map(begun.map((event) => [event, presentEventFor(context, viewer, event)]));
  const present = (isMeant: (event: LiveEvent) => boolean) =>
    begun.filter(isMeant).flatMap((event) => records.get(event) ?? []);
  const reportedIDs = listReportedEventIDs(context.db, caller.userID);
  const hostedIDs = new Set(listEventIDsOfOwnPerformer(context, caller));
  const roomBegin = foldCase(room.trim());
  return {
    existingFeedback: present(({ row }) => reportedIDs.has(row.id)),
    performerAttached: present(({ row }) => hostedIDs.has(row.id)),
    matchingRoom: roomBegin === '' ? [] : present(({ row }) => foldCase(row.location).startsWith(roomBegin)),
    events: [...records.values()],
  };
}
