import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { assertFeatureEnabled, isFeatureDisabled } from '#core/settings/index.ts';
import { listInboxes } from '#core/teams/index.ts';
import { findUser, getUser, maySee } from '#core/users/index.ts';
import { getNoun, type Kind, kinds } from './kinds.ts';
import { findPost } from './posts/store.ts';
import { findFez, findFezzes, findLeftFezIDs, findMembers } from './store.ts';
import type { FezPostRow, FezRow } from './tables.ts';

/**
 * A caller's relationship to a fez. Members are in it personally or behind a shared account, moderators read along,
 * outsiders see a fez that isn't private; former members and strangers don't see a private one.
 */
export type Relationship = 'member' | 'moderator' | 'outsider' | 'former' | 'stranger';

/** A fez and the caller's relationship to it. */
export interface FezAccess {
  readonly fez: FezRow;
  readonly kind: Kind;
  /** In the order of joining. */
  readonly memberIDs: readonly string[];
  readonly relationship: Relationship;
  /** Whether the caller, or a shared account that the caller acts for, created it (fez rule 47). */
  readonly isOwn: boolean;
  /** Whether the caller is a member personally. */
  readonly isIn: boolean;
}

/** Finds the caller's relationships to these fezzes, in as many queries as for one. */
export function findRelationships(context: Context, caller: Caller, rows: readonly FezRow[]): FezAccess[] {
  const fezIDs = rows.map(({ id }) => id);
  const members = findMembers(context, fezIDs);
  const accountIDs = [caller.userID, ...listInboxes(context, caller.level).map(({ accountID }) => accountID)];
  const isIn = (fezID: string) => accountIDs.some((accountID) => members.get(fezID)?.includes(accountID));
  const left = findLeftFezIDs(
    context.db,
    caller.userID,
    fezIDs.filter((fezID) => !isIn(fezID)),
  );
  return rows.map((fez) => {
    const memberIDs = members.get(fez.id) ?? [];
    return {
      fez,
      kind: kinds[fez.type],
      memberIDs,
      relationship: isIn(fez.id) ? 'member' : computeRelationshipOfNonMember(caller, fez, left.has(fez.id)),
      isOwn: accountIDs.includes(fez.ownerID),
      isIn: memberIDs.includes(caller.userID),
    };
  });
}

function computeRelationshipOfNonMember(caller: Caller, fez: FezRow, isFormer: boolean): Relationship {
  if (isAtLeast(caller.level, 'moderator') && kinds[fez.type].isOpenToModerators) return 'moderator';
  if (isVisibleToNonMembers(fez)) return 'outsider';
  return isFormer ? 'former' : 'stranger';
}

/** Whether outsiders can read and join it (fez rules 3 and 7). */
export const isVisibleToNonMembers = ({ visibility }: FezRow): boolean => visibility !== 'private';

/** The noun for "not found" errors; it doesn't reveal which kind an id belongs to. */
export const chatOrEvent = 'chat or event';

/** The noun for the "not found" error: what the caller requested, whatever hides the fez. */
type RequestedNoun = typeof chatOrEvent | 'post';

/** Returns the fez as now stored, for callers that have just changed it. Throws 404. */
export function getFezAccess(context: Context, caller: Caller, fezID: string): FezAccess {
  const row = findFez(context, fezID);
  const [access] = row ? findRelationships(context, caller, [row]) : [];
  if (!access) throw notFound(chatOrEvent);
  return access;
}

/**
 * Returns a fez that isn't deleted, whose owner isn't hidden by a block and that passes `isFound`. Throws 404
 * otherwise, and 451 while its kind is disabled.
 */
function getFezWhere(
  context: Context,
  caller: Caller,
  fezID: string,
  isFound: (access: FezAccess) => boolean,
  subject: RequestedNoun = chatOrEvent,
): FezAccess {
  const access = getFezAccess(context, caller, fezID);
  if (!isAccessible(context, caller, access)) throw notFound(subject);
  assertKindEnabled(context, caller, access.kind);
  if (!isFound(access)) throw notFound(subject);
  return access;
}

function isAccessible(context: Context, caller: Caller, { fez }: FezAccess): boolean {
  const owner = findUser(context, fez.ownerID);
  return fez.deletedAt === null && owner !== undefined && maySee(context, caller, owner);
}

/** Returns the fezzes that the caller is a member of personally, sees, and gets notifications about. */
export function listJoinedFezzes(context: Context, caller: Caller, fezIDs: readonly string[]): FezAccess[] {
  return findRelationships(context, caller, [...findFezzes(context, fezIDs).values()]).filter(
    (access) => access.isIn && isAccessible(context, caller, access) && !isKindMuted(context, caller, access.kind),
  );
}

/** Throws 451 while this kind is disabled for the caller (decisions 8 and 27). */
export function assertKindEnabled(context: Context, caller: Caller, { feature }: Kind): void {
  if (feature !== undefined) assertFeatureEnabled(context, caller, feature);
}

/** Whether this kind is disabled for the caller (decisions 8 and 27). */
export const isKindDisabled = (context: Context, caller: Caller, { feature }: Kind): boolean =>
  feature !== undefined && isFeatureDisabled(context, caller, feature);

/** Whether the kind is left out of counters, notifications and reminders for this user (decision 55). */
export const isKindMuted = (context: Context, caller: Caller, { features }: Kind): boolean =>
  features.some((feature) => isFeatureDisabled(context, caller, feature));

/** Private ones don't exist for outsiders (decision 43). */
const isVisible = ({ relationship, isOwn }: FezAccess): boolean =>
  isOwn || (relationship !== 'former' && relationship !== 'stranger');

/** Returns a fez that the caller takes part in or may look at. Throws 404 (fez rule 7). */
export const getVisibleFez = (context: Context, caller: Caller, fezID: string, subject?: RequestedNoun): FezAccess =>
  getFezWhere(context, caller, fezID, isVisible, subject);

const hasLeft = ({ relationship }: FezAccess): boolean => relationship === 'former';

/** Returns a fez to show. Former members still see that fezzes of some kinds exist (fez rule 12). Throws 404. */
export const getReadableFez = (context: Context, caller: Caller, fezID: string): FezAccess =>
  getFezWhere(
    context,
    caller,
    fezID,
    (access) => isVisible(access) || (hasLeft(access) && access.kind.isShownRedacted),
  );

/** Returns a visible fez, or one that the caller has left and may still report (fez rules 12 and 29). Throws 404. */
export const getReportableFez = (context: Context, caller: Caller, fezID: string, subject?: RequestedNoun): FezAccess =>
  getFezWhere(context, caller, fezID, (access) => isVisible(access) || hasLeft(access), subject);

/** Throws 403 for a kind that can't be reported (moderation rule R4). */
export function assertReportable(access: FezAccess): FezAccess {
  if (!access.kind.isReportable) throw forbidden('notReportable', "You can't report closed chats or personal events.");
  return access;
}

/**
 * Throws 403 unless the caller can report posts in it: those that moderators can't read, members report with copies
 * (moderation rules R4 and R13).
 */
export function assertPostsReportable(context: Context, caller: Caller, access: FezAccess): void {
  if (!disclosesInReports(context, caller, access)) assertReportable(access);
}

/** Whether the caller's reports of posts in it disclose copies to moderators. */
export const disclosesInReports = (context: Context, caller: Caller, { kind, relationship }: FezAccess): boolean =>
  kind.disclosesInReports === true && relationship === 'member' && !isFeatureDisabled(context, caller, 'chatreports');

/**
 * Returns a fez that the caller is a member of, personally or behind a shared account. Throws 404, or 403 if the caller
 * only sees it.
 */
export function getFezAsMember(context: Context, caller: Caller, fezID: string, subject?: RequestedNoun): FezAccess {
  const access = getVisibleFez(context, caller, fezID, subject);
  if (access.relationship !== 'member') throw notMemberError(access);
  return access;
}

/** Returns a fez that the caller owns. Throws 404, or 403 if the caller only sees it. */
export function getFezAsOwner(context: Context, caller: Caller, fezID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  assertOwner(access);
  return access;
}

/** Throws 403 unless the caller, or a shared account that the caller acts for, created it (fez rule 47). */
export function assertOwner({ isOwn, kind }: FezAccess): void {
  if (!isOwn) throw forbidden('notOwner', `Only the owner of this ${getNoun(kind)} can do this.`);
}

/** Whether the caller sees the posts and members: as a member or as a moderator reading along (fez rule 8). */
export const canReadPosts = ({ relationship }: FezAccess): boolean =>
  relationship === 'member' || relationship === 'moderator';

/** Throws 403 unless the caller sees the posts and members. */
export function assertCanReadPosts(access: FezAccess): void {
  if (!canReadPosts(access)) throw notMemberError(access);
}

const notMemberError = ({ kind }: FezAccess) =>
  forbidden('notMember', `You are not a member of this ${getNoun(kind)}.`);

/** Returns a post that isn't deleted and whose author isn't hidden from the caller by a block. Throws 404. */
export function getLivePost(context: Context, caller: Caller, postID: number): FezPostRow {
  const row = findPost(context.db, postID);
  const isThere = row?.deletedAt === null && maySee(context, caller, getUser(context, row.authorID));
  if (!isThere) throw notFound('post');
  return row;
}
