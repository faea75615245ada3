import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { shipClock } from '#core/ship-time/index.ts';
import { hiddenUserIDs } from '#core/users/index.ts';
import { isSwitchedOff } from './find-fez.ts';
import { type FezGroup, fezGroups, kinds, typesWhere } from './kinds.ts';
import { knownPerson } from './present.ts';
import { asReader, inboxesAt, type SharedInbox } from './shared-inboxes.ts';
import { findNews, findUpcoming, type NewsRow } from './store/news.ts';

/** Ids of fezzes in which something is new; one that was added counts as that alone until it is opened (fez rule 67). */
export interface FezNews {
  readonly added: readonly string[];
  readonly unread: readonly string[];
}

/** What is new for somebody: in what they are in, by group, and in the shared inboxes they read (fez rules 67 and 68). */
export interface FezCounts {
  readonly own: Readonly<Record<FezGroup, FezNews>>;
  /** Added or unread; empty for those who do not read the inbox (fez rule 59). */
  readonly inboxes: Readonly<Record<SharedInbox['name'], readonly string[]>>;
}

/** What is new for the caller, from one query. */
export function fezCounts(context: Context, caller: Caller): FezCounts {
  const rows = findNews(context.db, asReader(context, caller)).filter(
    ({ type }) => !isSwitchedOff(context, caller, kinds[type]),
  );
  const byAccount = Map.groupBy(rows, ({ accountID }) => accountID);
  const own = byAccount.get(caller.userID) ?? [];
  const inInbox = (name: SharedInbox['name']) => {
    const inbox = inboxesAt(context, caller.level).find((one) => one.name === name);
    return inbox ? (byAccount.get(inbox.accountID) ?? []).map(({ fezID }) => fezID) : [];
  };
  const [seamail, lfg, privateEvent] = fezGroups;
  return {
    own: {
      seamail: newsOf(own, seamail),
      lfg: newsOf(own, lfg),
      privateEvent: newsOf(own, privateEvent),
    },
    inboxes: { moderator: inInbox('moderator'), devteam: inInbox('devteam') },
  };
}

function newsOf(rows: readonly NewsRow[], group: FezGroup): FezNews {
  const ofGroup = rows.filter(({ type }) => kinds[type].group === group);
  const idsWhere = (added: boolean) => ofGroup.filter(({ isAdded }) => isAdded === added).map(({ fezID }) => fezID);
  return { added: idsWhere(true), unread: idsWhere(false) };
}

export interface Appointment {
  readonly fezID: string;
  /** Display time. */
  readonly startTime: Date;
}

const appointmentTypes = typesWhere((kind) => kind.isAppointment);

/** No zone of the ship is further than this from that of the port. */
const furthestMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The earliest appointment after an instant that the user is in, as people on board read the times; cancelled ones and
 * those of hidden owners are left out (fez rule 78).
 */
export function nextAppointment(context: Context, userID: string, after: Date): Appointment | undefined {
  const clock = shipClock(context);
  const upcoming = findUpcoming(context.db, {
    userID,
    types: appointmentTypes,
    blockedIDs: hiddenUserIDs(context, knownPerson(context, userID)),
    // Around a change of the ship's clock the order of port times is not that of displayed ones.
    after: new Date(after.getTime() - furthestMilliseconds),
  });
  const shown = upcoming.map(({ fezID, startTime }) => ({ fezID, startTime: clock.toDisplay(startTime) }));
  const next = shown.filter(({ startTime }) => startTime > after);
  return next.reduce<Appointment | undefined>(
    (earliest, one) => (earliest && earliest.startTime <= one.startTime ? earliest : one),
    undefined,
  );
}
