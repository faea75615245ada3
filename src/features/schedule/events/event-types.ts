/** The stored words for types of events (schedule, EventType). */
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

// The labels stand among the category texts too, so that a calendar written here reads back as it was.
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

/** What clients and calendar files call the type. */
export const getLabel = (type: EventType): string => labels[type];

/** Reads the category of a calendar file: its first value counts, in any letter case; unknown is general. */
export function readEventType(text: string): EventType {
  const [first = ''] = text.split(',', 1);
  return typeByCategory.get(first.trim().toUpperCase()) ?? 'general';
}
