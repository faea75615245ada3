import type { AccessLevel, Caller } from '#contract/access.ts';
import type { Api } from '#contract/endpoint.ts';
import type { SocketApi, SocketOpeners } from '#contract/socket.ts';
import type { Job } from '#platform/time/job-runner.ts';
import type { AppointmentSource } from './appointments.ts';
import { type Context, createOncePerInstance, type Handlers, type WriteContext } from './context.ts';
import type { CounterSource } from './counters.ts';
import type { EventDetailSource } from './event-details.ts';
import type { EventSeatSource } from './event-seats.ts';
import type { EventHydrator, EventTopics } from './events.ts';
import type { AuthorNotice, ModeratedKind } from './moderated.ts';
import type { PerformerCheck } from './performer-check.ts';
import type { PictureSource } from './pictures.ts';
import type { PlannedEventSource } from './planned-events.ts';
import type { ReminderSource } from './reminders.ts';
import type { RowCounts } from './row-counts.ts';
import type { ScheduleFollower } from './schedule-changes.ts';
import type { UserFileFields, UserFileList } from './user-file.ts';

/** One difference between a derived value and what it is derived from. */
export interface Inconsistency {
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

/** Repairs part of what's wrong; others may write between two repairs. */
export type RepairStep = (context: WriteContext) => void;

/** A change of a user's access level. */
export interface LevelChange {
  readonly userID: string;
  readonly before: AccessLevel;
  readonly after: AccessLevel;
}

/**
 * One part of the product: its declarations as data, how they work with a context, and what it contributes to other
 * areas, which don't know it. `app/areas.ts` ranks all areas; nothing else names them.
 */
export interface Area<A extends Api = Api, S extends SocketApi = SocketApi> {
  readonly name: string;
  readonly api: A;
  readonly handlers: (context: Context) => Handlers<A>;
  readonly sockets?: S;
  readonly openers?: (context: Context) => SocketOpeners<S>;
  readonly jobs?: (context: Context) => readonly Job[];
  /** The area's part of notification summaries. */
  readonly counters?: (context: Context) => CounterSource;
  /** What the area adds to its users' plans. */
  readonly appointments?: (context: Context) => AppointmentSource;
  /** Which events of the schedule are in a user's plan because of this area: their changes concern the user. */
  readonly plannedEvents?: (context: Context) => PlannedEventSource;
  /** What the area reminds users of shortly before it starts. */
  readonly reminders?: (context: Context) => ReminderSource;
  /** Which stored events concern a user, in addition to those that concern everyone. */
  readonly topics?: (context: Context) => EventTopics;
  /** Creates the frames of the area's stored events, for users who were away. */
  readonly hydrators?: (context: Context) => readonly EventHydrator[];
  /** Content of the area that moderators read and whose state they set. */
  readonly moderated?: readonly ModeratedKind[];
  /** Row counts of the area, for the administrators' overview and the metrics. */
  readonly rowCounts?: RowCounts;
  /** Pictures that the area's rows refer to, for `gangway verify`. */
  readonly pictures?: PictureSource;
  /** What the area adds to the record of each user in the file that goes from one sailing to the next. */
  readonly userFileFields?: UserFileFields;
  /** The area's own lists in that file, in import order. */
  readonly userFileLists?: readonly UserFileList[];
  /**
   * Creates what must exist before the first call, such as built-in accounts and seeded lists; runs at every start of
   * the service, in rank order. Returns lines that the crew must see.
   */
  readonly prepare?: (context: Context) => Promise<readonly string[]>;
  /** What the area does when the level of a user changes, in the same transaction. */
  readonly onLevelChange?: (context: WriteContext, change: LevelChange) => void;
  /** Delivers moderators' notices to authors, in the same transaction. */
  readonly onAuthorNotice?: (context: WriteContext, moderator: Caller, notice: AuthorNotice) => void;
  /** What the area does when someone else ends a user's sessions, in the same transaction. */
  readonly onSessionsEnded?: (context: WriteContext, userIDs: readonly string[]) => void;
  /** What the area does when events are added, changed, deleted or restored, in the same transaction. */
  readonly onScheduleChange?: ScheduleFollower;
  /** What the area adds to the records of events. */
  readonly eventDetails?: EventDetailSource;
  /** The area's information about seats at events. */
  readonly eventSeats?: EventSeatSource;
  /** Checks whether the uploaded list of performers and their events fits the schedule (schedule rule 42). */
  readonly performerCheck?: PerformerCheck;
  /**
   * Recomputes every derived value of the area and reports each that differs; `gangway verify`. Each batch is a few
   * milliseconds of work, however much it finds, so the running service can answer calls in between.
   */
  readonly verify?: (context: Context) => Iterable<readonly Inconsistency[]>;
  /**
   * Reports rows whose files are missing and files that no row refers to; `gangway verify`, after `verify`. Others may
   * write meanwhile, so suspicious ones are checked again.
   */
  readonly verifyFiles?: (context: Context) => Promise<readonly Inconsistency[]>;
  /** Repairs what `verify` finds where the right value is certain, in short transactions. */
  readonly repair?: (context: Context) => Iterable<RepairStep>;
}

/** Declares an area and checks its handlers against its declarations. */
export function area<const A extends Api, const S extends SocketApi = Record<never, never>>(
  declaration: Area<A, S>,
): Area {
  // The list of areas doesn't have each one's endpoint types; this call has checked the handlers against them.
  return declaration as unknown as Area;
}

const areasOfInstance = createOncePerInstance((): { areas?: readonly Area[] } => ({}));

/** Sets the instance's areas, ordered by rank. Called once, when the instance is opened. */
export function setAreas(context: Context, areas: readonly Area[]): void {
  areasOfInstance(context).areas = areas;
}

/** Returns all areas of the instance, ordered by rank, for areas that collect contributions of the others. */
export function listAreas(context: Context): readonly Area[] {
  const { areas } = areasOfInstance(context);
  if (!areas) throw new Error('the instance has no areas: they are joined when it is opened');
  return areas;
}
