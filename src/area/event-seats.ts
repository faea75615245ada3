import type { Caller } from '#contract/access.ts';
import type { Context, WriteContext } from './context.ts';

/** How many seats an event has, and what the viewer has of them. What there's nothing to say about is absent. */
export interface EventSeats {
  readonly capacity?: number;
  readonly seatsTaken?: number;
  readonly seat?: 'seat' | 'waiting';
  /** Counted from 1. */
  readonly waitingPosition?: number;
}

/** What an area knows of the seats of events; the schedule itself doesn't. */
export interface EventSeatSource {
  /** By event id. Events with as many seats as people are missing, unless the viewer has one. */
  list(context: Context, viewer: Caller | undefined): ReadonlyMap<string, EventSeats>;
  /** Ids of the users who have a seat; none while seats are switched off. */
  listHolders(context: Context, eventID: string): readonly string[];
  /** Returns what to store because the viewer opens an event; undefined if that's nothing. */
  noticeOpened(context: Context, viewer: Caller, eventID: string): ((context: WriteContext) => void) | undefined;
}
