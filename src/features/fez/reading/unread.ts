import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findInbox, type SharedInbox } from '#core/teams/index.ts';
import { isKindMuted } from '../access.ts';
import { type FezGroup, kinds } from '../kinds.ts';
import { listUnread, type UnreadRow } from './unread-rows.ts';

/** The ids of fezzes with something new; a newly added one counts only as added until it is opened (fez rule 67). */
interface UnreadFezzes {
  readonly added: readonly string[];
  readonly unread: readonly string[];
}

/** What is new for a user: in their own fezzes by group, and in the shared inboxes they read (fez rules 67 and 68). */
interface UnreadCounts {
  readonly own: Readonly<Record<FezGroup, UnreadFezzes>>;
  /** Added or unread; empty for users who don't read the inbox (fez rule 59). */
  readonly inboxes: Readonly<Record<SharedInbox['name'], readonly string[]>>;
}

/** Finds what is new for the caller, personally and behind shared accounts. */
export function countUnreadFezzes(context: Context, caller: Caller): UnreadCounts {
  const rows = listUnread(context, caller).filter(({ type }) => !isKindMuted(context, caller, kinds[type]));
  const byAccount = Map.groupBy(rows, ({ accountID }) => accountID);
  const own = byAccount.get(caller.userID) ?? [];
  const listInInbox = (name: SharedInbox['name']) => {
    const inbox = findInbox(context, caller, name);
    return inbox ? listFezIDs(byAccount.get(inbox.accountID) ?? []) : [];
  };
  return {
    own: {
      seamail: groupUnread(own, 'seamail'),
      lfg: groupUnread(own, 'lfg'),
      privateEvent: groupUnread(own, 'privateEvent'),
    },
    inboxes: { moderator: listInInbox('moderator'), devteam: listInInbox('devteam') },
  };
}

function groupUnread(rows: readonly UnreadRow[], group: FezGroup): UnreadFezzes {
  const ofGroup = rows.filter(({ type }) => kinds[type].group === group);
  const listIDs = (isAdded: 0 | 1) => listFezIDs(ofGroup.filter((row) => row.isAdded === isAdded));
  return { added: listIDs(1), unread: listIDs(0) };
}

/** Sorted, so the order doesn't reveal which was read last. */
const listFezIDs = (rows: readonly UnreadRow[]): string[] => rows.map(({ fezID }) => fezID).sort();
