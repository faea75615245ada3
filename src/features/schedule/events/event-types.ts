/** The stored names of event types (schedule, EventType). */
export const eventTypes = [
  'gaming',
  'general',
  'livePodcast',
  'mainConcert',
  'officeHours',
  'party',
  'qaPanel',
  'readingPerformance',
  'shadow',
  'signing',
  'workshop',
  'dining',
] as const;
export type EventType = (typeof eventTypes)[number];

const labels: Readonly<Record<EventType, string>> = {
  gaming: 'Gaming',
  general: 'Official',
  livePodcast: 'Live Podcast',
  mainConcert: 'Main Concert',
  officeHours: 'Office Hours',
  party: 'Party',
  qaPanel: 'Q&A/Panel',
  readingPerformance: 'Reading/Performance',
  shadow: 'Shadow Event',
  signing: 'Signing',
  workshop: 'Workshop',
  dining: 'Dining',
};

// Labels count as category texts too, so that a calendar written here reads back unchanged.
const typeByCategory: ReadonlyMap<string, EventType> = new Map([
  ...eventTypes.map((type) => [labels[type].toUpperCase(), type] as const),
  ['Q&A / PANEL', 'qaPanel'],
  ['Q&A', 'qaPanel'],
  ['PANEL', 'qaPanel'],
  ['READING / PERFORMANCE', 'readingPerformance'],
  ['READING', 'readingPerformance'],
  ['PERFORMANCE', 'readingPerformance'],
  ['SHADOW CRUISE', 'shadow'],
]);

/** Returns the name of the type for clients and calendar files. */
export const getLabel = (type: EventType): string => labels[type];

/** Reads the category of a calendar file: the first value, in any case. Unknown categories are general. */
export function readEventType(text: string): EventType {
  const [first = ''] = text.split(',', 1);
  return typeByCategory.get(first.trim().toUpperCase()) ?? 'general';
}
