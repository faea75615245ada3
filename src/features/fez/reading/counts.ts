import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isKindDisabled } from '../access.ts';
import { type FezGroup, fezGroups, kinds } from '../kinds.ts';
import { createReader, listInboxes, type SharedInbox } from '../shared-inboxes.ts';
import { findUnread, type UnreadRow } from './find-unread.ts';

/** Ids of fezzes in which something is new; one that was added counts as that alone until it is opened (fez rule 67). */
export interface UnreadFezzes {
  readonly added: readonly string[];
  readonly unread: readonly string[];
}

/** What is new for somebody: in what they are in, by group, and in the shared inboxes they read (fez rules 67 and 68). */
export interface UnreadCounts {
  readonly own: Readonly<Record<FezGroup, UnreadFezzes>>;
  /** Added or unread; empty for those who do not read the inbox (fez rule 59). */
  readonly inboxes: Readonly<Record<SharedInbox['name'], readonly string[]>>;
}

/** What is new for the caller, from one query. */
export function countUnreadFezzes(context: Context, caller: Caller): UnreadCounts {
  const rows = findUnread(context.db, createReader(context, caller)).filter(
    ({ type }) => !isKindDisabled(context, caller, kinds[type]),
  );
  const byAccount = Map.groupBy(rows, ({ accountID }) => accountID);
  const own = byAccount.get(caller.userID) ?? [];
  const inInbox = (name: SharedInbox['name']) => {
    const inbox = listInboxes(context, caller.level).find((one) => one.name === name);
    return inbox ? (byAccount.get(inbox.accountID) ?? []).map(({ fezID }) => fezID) : [];
  };
  const [seamail, lfg, privateEvent] = fezGroups;
  return {
    own: {
      seamail: groupUnread(own, seamail),
      lfg: groupUnread(own, lfg),
      privateEvent: groupUnread(own, privateEvent),
    },
    inboxes: { moderator: inInbox('moderator'), devteam: inInbox('devteam') },
  };
}

function groupUnread(rows: readonly UnreadRow[], group: FezGroup): UnreadFezzes {
  const ofGroup = rows.filter(({ type }) => kinds[type].group === group);
  const idsWhere = (added: boolean) => ofGroup.filter(({ isAdded }) => isAdded === added).map(({ fezID }) => fezID);
  return { added: idsWhere(true), unread: idsWhere(false) };
}
