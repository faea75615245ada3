import type { AccessLevel } from '#contract/access.ts';
import type { Api } from '#contract/endpoint.ts';
import type { SocketApi, SocketOpeners } from '#contract/socket.ts';
import type { Job } from '#platform/time/job-runner.ts';
import type { AppointmentSource } from './appointments.ts';
import { type Context, createOncePerInstance, type Handlers, type WriteContext } from './context.ts';
import type { CounterSource } from './counters.ts';
import type { EventDetailSource } from './event-details.ts';
import type { EventHydrator, EventTopics } from './events.ts';
import type { ModeratedKind } from './moderated.ts';
import type { PerformerCheck } from './performer-check.ts';
import type { PictureSource } from './pictures.ts';
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

/** Repairs some of what is wrong; others may write between two of them. */
export type RepairStep = (context: WriteContext) => void;

/** A change of a user's access level. */
export interface LevelChange {
  readonly userID: string;
  readonly before: AccessLevel;
  readonly after: AccessLevel;
}

/**
 * One part of the product: its declarations as data, how they come to life with a context, and what it contributes to
 * other areas, which need not know it. `app/areas.ts` ranks all areas; nothing else names them.
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
  /** Where the area's users have to be at a time. */
  readonly appointments?: (context: Context) => AppointmentSource;
  /** What the area reminds users of shortly before it starts. */
  readonly reminders?: (context: Context) => ReminderSource;
  /** What of the event log concerns a user, beside what concerns everybody. */
  readonly topics?: (context: Context) => EventTopics;
  /** Make the frames of the area's stored events, for users who were away. */
  readonly hydrators?: (context: Context) => readonly EventHydrator[];
  /** Content of the area that moderators read and whose state they set. */
  readonly moderated?: readonly ModeratedKind[];
  /** What the area counts of its rows, for the administrators' overview and the metrics. */
  readonly rowCounts?: RowCounts;
  /** What pictures the area's rows refer to, for `gangway verify`. */
  readonly pictures?: PictureSource;
  /** What the area adds to the record of each user in the file that goes from one sailing to the next. */
  readonly userFileFields?: UserFileFields;
  /** Lists of the area's own in that file, in the order in which they are taken in. */
  readonly userFileLists?: readonly UserFileList[];
  /**
   * Creates what must exist before the first call, such as built-in accounts and seeded lists; runs at every start of the
   * service, in rank order. Returns lines that the crew must see.
   */
  readonly prepare?: (context: Context) => Promise<readonly string[]>;
  /** What the area does when the level of a user changes, in the same transaction. */
  readonly onLevelChange?: (context: WriteContext, change: LevelChange) => void;
  /** What the area does when the logins of users are ended by others than themselves, in the same transaction. */
  readonly onSessionsEnded?: (context: WriteContext, userIDs: readonly string[]) => void;
  /** What the area does when events are added, changed, deleted or restored, in the same transaction. */
  readonly onScheduleChange?: ScheduleFollower;
  /** What the area adds to the records of events. */
  readonly eventDetails?: EventDetailSource;
  /** How the list of performers and their events that waits to be applied fits the schedule (schedule rule 42). */
  readonly performerCheck?: PerformerCheck;
  /**
   * Recomputes every derived value of the area and names each that differs; `gangway verify`. Each batch is a few
   * milliseconds of work, whatever it finds: the running service lets others have their turn in between.
   */
  readonly verify?: (context: Context) => Iterable<readonly Inconsistency[]>;
  /**
   * Names rows whose files are gone and files that no row speaks of; `gangway verify`, after `verify`. Others may write
   * meanwhile, so what looks wrong is looked at again.
   */
  readonly verifyFiles?: (context: Context) => Promise<readonly Inconsistency[]>;
  /** Repairs what `verify` finds, where it is certain what is right, in steps that are short transactions. */
  readonly repair?: (context: Context) => Iterable<RepairStep>;
}

/** Declares an area, checking handlers against declarations. */
export function area<const A extends Api, const S extends SocketApi = Record<never, never>>(
  declaration: Area<A, S>,
): Area {
  // The list of areas forgets each one's exact endpoints; this is where their handlers were checked against them.
  return declaration as unknown as Area;
}

const areasOfInstance = createOncePerInstance((): { areas?: readonly Area[] } => ({}));

/** Gives an instance its areas, ranked; called once, when it is opened. */
export function joinAreas(context: Context, areas: readonly Area[]): void {
  areasOfInstance(context).areas = areas;
}

/** All areas of the instance, ranked: for areas that gather what the others contribute. */
export function listAreas(context: Context): readonly Area[] {
  const { areas } = areasOfInstance(context);
  if (!areas) throw new Error('the instance has no areas: they are joined when it is opened');
  return areas;
}
