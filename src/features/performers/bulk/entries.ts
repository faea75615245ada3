import type { BulkPerformerData } from '../records.ts';

/** An entry of a bulk list as it is stored. */
export interface BulkEntry extends Omit<BulkPerformerData, 'scrapedEventRefs'> {
  readonly references: readonly EventReference[];
}

/** An event as a website speaks of it. */
export interface EventReference {
  readonly uid?: string | undefined;
  readonly title: string;
  /** Port time, in milliseconds since 1970. */
  readonly startTime: number;
}

/** An entry of an upload as it is to be stored. */
export const toBulkEntry = ({ scrapedEventRefs = [], ...entry }: BulkPerformerData): BulkEntry => ({
  ...entry,
  references: scrapedEventRefs.map(({ uid, title, startTime }) => ({ uid, title, startTime: startTime.getTime() })),
});
