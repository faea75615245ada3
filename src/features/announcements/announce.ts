import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { fixPortZone, getShipClock } from '#core/ship-time/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { notifyAllUsers } from './notification.ts';
import type { AnnouncementCreateData } from './records.ts';
import { findAnnouncement, insertAnnouncement, updateAnnouncement } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** The accounts that each level may announce as (fez rule 83). */
const authorsByLevel: Readonly<Record<string, readonly string[]>> = {
  devteam: ['devteam', 'admin'],
  tho: ['tho', 'admin'],
  admin: ['devteam', 'tho', 'admin'],
};

const accountNames: Readonly<Record<string, string>> = {
  devteam: sharedAccounts.devteam,
  tho: sharedAccounts.office,
  admin: sharedAccounts.admin,
};

/** The author's id. */
function chooseAuthor(context: Context, caller: Caller, postAsUser: string | undefined): string {
  const author = (postAsUser ?? 'self').toLowerCase();
  if (author === 'self' || author === caller.username.toLowerCase()) return caller.userID;
  if (!authorsByLevel[caller.level]?.includes(author)) throw forbidden('notOnTeam', `You can't announce as ${author}.`);
  const account = findUserRowByName(context.db, accountNames[author] ?? '');
  if (!account) throw new Error(`the account for announcements as ${author} does not exist`);
  return account.id;
}

/** An announcement's text and end as stored; the end is a wall-clock time of the ship (schedule rule 5). */
function readContent(context: WriteContext, { text, displayUntil }: AnnouncementCreateData) {
  fixPortZone(context);
  return {
    text: normalizeCrlf(text),
    displayUntil: getShipClock(context).toPort(displayUntil),
    updatedAt: context.clock.now(),
  };
}

/** Returns undefined if the caller leaves it as it is, or the feature is off for them (fez rules 96 and 102). */
const readMustSee = (context: Context, caller: Caller, { mustSee }: AnnouncementCreateData): boolean | undefined =>
  isFeatureDisabled(context, caller, 'mustsee') ? undefined : mustSee;

/** Stores an announcement and notifies all users (fez rule 82). */
export function announce(context: WriteContext, caller: Caller, input: AnnouncementCreateData): void {
  const content = readContent(context, input);
  const authorID = chooseAuthor(context, caller, input.postAsUser);
  const mustSee = readMustSee(context, caller, input) ?? false;
  const row = insertAnnouncement(context, { ...content, authorID, mustSee, createdAt: content.updatedAt });
  notifyAllUsers(context, row);
}

/** Returns an announcement, even a past or deleted one. Throws not-found. */
export function getAnnouncement(context: Context, id: number): AnnouncementRow {
  const row = findAnnouncement(context.db, id);
  if (!row) throw notFound('announcement');
  return row;
}

/** Changes the text and end, and restores a deleted announcement; doesn't notify anyone again. */
export function editAnnouncement(
  context: WriteContext,
  caller: Caller,
  id: number,
  input: AnnouncementCreateData,
): AnnouncementRow {
  const { mustSee: before } = getAnnouncement(context, id);
  const mustSee = readMustSee(context, caller, input) ?? before;
  updateAnnouncement(context, id, { ...readContent(context, input), mustSee, deletedAt: null });
  return getAnnouncement(context, id);
}

/** Deletes an announcement; an edit restores it. Throws not-found if it is already deleted. */
export function deleteAnnouncement(context: WriteContext, id: number): void {
  if (getAnnouncement(context, id).deletedAt !== null) throw notFound('announcement');
  updateAnnouncement(context, id, { deletedAt: context.clock.now(), updatedAt: context.clock.now() });
}
