import type { Context } from '#context';
import type { Notification } from '#core/notifications/index.ts';
import { headerOf, knownPerson, type Person } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { FoundFez } from './find-fez.ts';
import type { Kind } from './kinds.ts';
import { presentPost, shownTitle } from './present.ts';
import type { FezPostRow } from './tables.ts';

type NamedFez = Pick<FoundFez, 'fez' | 'kind'>;

const nameOf = ({ fez, kind }: NamedFez): string => `${kind.label} “${shownTitle(fez)}”`;

const noticeOf = ({ fez, kind }: NamedFez, topic: keyof Kind['notifications'], info: string): Notification => ({
  type: kind.notifications[topic],
  info,
  contentID: fez.id,
});

/** Somebody was put in; by the owner, so that nobody learns who acted for a shared account (fez rules 32 and 45). */
export const addedNotice = (context: Context, found: NamedFez): Notification =>
  noticeOf(found, 'added', `${knownPerson(context, found.fez.ownerID).username} added you to ${nameOf(found)}`);

/** It will not take place (fez rule 41). */
export const cancelledNotice = (found: NamedFez): Notification =>
  noticeOf(found, 'cancelled', `${nameOf(found)} was cancelled`);

/** Somebody has posted in it (fez rule 35). */
export function postNotice(context: Context, found: NamedFez, post: FezPostRow): Notification {
  const { author, text } = presentPost(context, post);
  const place = found.kind.isNamedInNews ? ` in ${nameOf(found)}` : '';
  return noticeOf(found, 'unread', `${author.username}${place}: ${text}`);
}

/** Somebody has come or gone (fez rule 62). */
export const memberChange = (one: Person, joined: boolean): { user: UserHeader; joined: boolean } => ({
  user: headerOf(one),
  joined,
});
