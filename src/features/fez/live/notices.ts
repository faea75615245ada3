import type { Context } from '#area/context.ts';
import type { Notification } from '#core/notifications/index.ts';
import { getUser, presentHeader, type User } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { FezAccess } from '../access.ts';
import type { Kind } from '../kinds.ts';
import { presentPost, presentTitle } from '../present.ts';
import type { FezPostRow } from '../tables.ts';

type NamedFez = Pick<FezAccess, 'fez' | 'kind'>;

const formatName = ({ fez, kind }: NamedFez): string => `${kind.label} “${presentTitle(fez)}”`;

const buildNotice = ({ fez, kind }: NamedFez, topic: keyof Kind['notifications'], info: string): Notification => ({
  type: kind.notifications[topic],
  info,
  contentID: fez.id,
});

/** Somebody was put in; by the owner, so that nobody learns who acted for a shared account (fez rules 32 and 45). */
export const buildAddedNotice = (context: Context, found: NamedFez): Notification =>
  buildNotice(found, 'added', `${getUser(context, found.fez.ownerID).username} added you to ${formatName(found)}`);

/** It will not take place (fez rule 41). */
export const buildCancelledNotice = (found: NamedFez): Notification =>
  buildNotice(found, 'cancelled', `${formatName(found)} was cancelled`);

/** Somebody has posted in it (fez rule 35). */
export function buildPostNotice(context: Context, found: NamedFez, post: FezPostRow): Notification {
  const { author, text } = presentPost(context, post);
  const place = found.kind.isNamedInNotices ? ` in ${formatName(found)}` : '';
  return buildNotice(found, 'unread', `${author.username}${place}: ${text}`);
}

/** Somebody has come or gone (fez rule 62). */
export const buildMemberChange = (one: User, joined: boolean): { user: UserHeader; joined: boolean } => ({
  user: presentHeader(one),
  joined,
});
