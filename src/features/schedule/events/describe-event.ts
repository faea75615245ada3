import type { ScheduledContent } from '#area/schedule-changes.ts';
import type { EventRow } from '../tables.ts';
import { getLabel } from './event-types.ts';

type DescribedFields = Pick<EventRow, 'title' | 'description' | 'location' | 'eventType' | 'startTime' | 'endTime'>;

/** Returns an event in the form that areas with schedule hooks get. */
export const describeEvent = (event: DescribedFields): ScheduledContent => ({
  title: event.title,
  description: event.description,
  location: event.location,
  typeLabel: getLabel(event.eventType),
  isShadow: event.eventType === 'shadow',
  startTime: event.startTime,
  endTime: event.endTime,
});
