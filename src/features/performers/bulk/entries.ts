import type { BulkPerformerData } from '../records.ts';

/** An entry of a bulk list as stored. */
export interface BulkEntry extends Omit<BulkPerformerData, 'scrapedEventRefs'> {
  readonly references: readonly EventReference[];
}

/** A website's reference to an event. */
export interface EventReference {
  readonly uid?: string | undefined;
  readonly title: string;
  /** Port time, in milliseconds since 1970. */
  readonly startTime: number;
}

/** Returns an entry of an upload in its stored form. */
export const toBulkEntry = ({ scrapedEventRefs = [], ...entry }: BulkPerformerData): BulkEntry => ({
  ...entry,
  references: scrapedEventRefs.map(({ uid, title, startTime }) => ({ uid, title, startTime: startTime.getTime() })),
});
