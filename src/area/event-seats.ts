import type { Caller } from '#contract/access.ts';
import type { Context, WriteContext } from './context.ts';

/** The seats of an event, and the viewer's own seat or position on the waiting list. Absent fields don't apply. */
export interface EventSeats {
  readonly capacity?: number;
  readonly seatsTaken?: number;
  readonly seat?: 'seat' | 'waiting';
  /** Counted from 1. */
  readonly waitingPosition?: number;
}

/** An area's information about seats at events; the schedule itself knows nothing of seats. */
export interface EventSeatSource {
  /** By event id. Events with as many seats as people are missing, unless the viewer has one. */
  list(context: Context, viewer: Caller | undefined): ReadonlyMap<string, EventSeats>;
  /** Ids of the users who have a seat; none while seats are switched off. */
  listHolders(context: Context, eventID: string): readonly string[];
  /** Returns the write that opening an event makes necessary; undefined if there is none. */
  noticeOpened(context: Context, viewer: Caller, eventID: string): ((context: WriteContext) => void) | undefined;
}
