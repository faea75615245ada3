import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, invalidField, notFound } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { fixPortZone, getShipClock } from '#core/ship-time/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { normalizeLines } from '#platform/text.ts';
import { notifyAllUsers } from './notice.ts';
import type { AnnouncementCreateData } from './records.ts';
import { findAnnouncement, insertAnnouncement, updateAnnouncement } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** In whose name each level may announce (fez rule 83). */
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

function chooseAuthor(context: Context, caller: Caller, postAsUser: string | undefined): string {
  const wanted = (postAsUser ?? 'self').toLowerCase();
  if (wanted === 'self' || wanted === caller.username.toLowerCase()) return caller.userID;
  if (!authorsByLevel[caller.level]?.includes(wanted)) throw forbidden(`you may not announce as ${wanted}`);
  const account = findUserRowByName(context.db, accountNames[wanted] ?? '');
  if (!account) throw new Error(`the account for announcements as ${wanted} does not exist`);
  return account.id;
}

/** Text and end of an announcement as they are stored; the end is a wall-clock time of the ship (schedule rule 5). */
function readContent(context: WriteContext, { text, displayUntil }: AnnouncementCreateData) {
  if (displayUntil <= context.clock.now()) throw invalidField('displayUntil', 'displayUntil must lie in the future');
  fixPortZone(context);
  return {
    text: normalizeLines(text),
    displayUntil: getShipClock(context).toPort(displayUntil),
    updatedAt: context.clock.now(),
  };
}

/** Announces something to everybody (fez rule 82). */
export function announce(context: WriteContext, caller: Caller, input: AnnouncementCreateData): void {
  const content = readContent(context, input);
  const authorID = chooseAuthor(context, caller, input.postAsUser);
  const row = insertAnnouncement(context.db, { ...content, authorID, createdAt: content.updatedAt });
  invalidateSummaries(context, 'everybody');
  notifyAllUsers(context, row);
}

function getAnnouncement(context: Context, id: number): AnnouncementRow {
  const row = findAnnouncement(context.db, id);
  if (!row) throw notFound('announcement');
  return row;
}

/** Changes text and end, and brings a deleted one back; nobody is told again. */
export function editAnnouncement(context: WriteContext, id: number, input: AnnouncementCreateData): AnnouncementRow {
  getAnnouncement(context, id);
  updateAnnouncement(context.db, id, { ...readContent(context, input), deletedAt: null });
  invalidateSummaries(context, 'everybody');
  return getAnnouncement(context, id);
}

/**  */
export function deleteAnnouncement(context: WriteContext, id: number): void {
  if (getAnnouncement(context, id).deletedAt !== null) throw notFound('announcement');
  updateAnnouncement(context.db, id, { deletedAt: context.clock.now(), updatedAt: context.clock.now() });
  invalidateSummaries(context, 'everybody');
}

export const readAnnouncement = getAnnouncement;
