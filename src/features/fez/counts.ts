import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { isSwitchedOff } from './find-fez.ts';
import { type FezGroup, fezGroups, kinds } from './kinds.ts';
import { asReader, inboxesAt, type SharedInbox } from './shared-inboxes.ts';
import { findNews, type NewsRow } from './store/news.ts';

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
