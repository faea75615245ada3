import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { assertFeatureEnabled, isFeatureDisabled } from '#core/settings/index.ts';
import { listInboxes } from '#core/teams/index.ts';
import { findUser, getUser, maySee } from '#core/users/index.ts';
import { getNoun, type Kind, kinds } from './kinds.ts';
import { findPost } from './posts/store.ts';
import { findFez, findFezzes, findLeft, findMembers } from './store.ts';
import type { FezPostRow, FezRow } from './tables.ts';

/**
 * What a caller is to a fez: in it, personally or behind a shared account; reading it as a moderator; outside of one
 * that outsiders see; outside of a private one, after having been in it or never.
 */
export type Relationship = 'member' | 'moderator' | 'outsider' | 'former' | 'stranger';

/** A fez and what one caller is to it. */
export interface FezAccess {
  readonly fez: FezRow;
  readonly kind: Kind;
  /** In the order of joining. */
  readonly memberIDs: readonly string[];
  readonly relationship: Relationship;
  /** Made by the caller, or by a shared account the caller acts for (fez rule 47). */
  readonly isOwn: boolean;
  /** The caller is a member personally. */
  readonly isIn: boolean;
}

/** What the caller is to each of these fezzes, by as many queries as for one. */
export function findRelationships(context: Context, caller: Caller, rows: readonly FezRow[]): FezAccess[] {
  const fezIDs = rows.map(({ id }) => id);
  const members = findMembers(context, fezIDs);
  const accountIDs = [caller.userID, ...listInboxes(context, caller.level).map(({ accountID }) => accountID)];
  const isIn = (fezID: string) => accountIDs.some((accountID) => members.get(fezID)?.includes(accountID));
  const left = findLeft(
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
      relationship: isIn(fez.id) ? 'member' : computeRelationshipFromOutside(caller, fez, left.has(fez.id)),
      isOwn: accountIDs.includes(fez.ownerID),
      isIn: memberIDs.includes(caller.userID),
    };
  });
}

function computeRelationshipFromOutside(caller: Caller, fez: FezRow, isFormer: boolean): Relationship {
  if (isAtLeast(caller.level, 'moderator') && kinds[fez.type].isOpenToModerators) return 'moderator';
  if (isSeenByOutsiders(fez)) return 'outsider';
  return isFormer ? 'former' : 'stranger';
}

/** Can those who are not in it read and join it? (fez rules 3 and 7) */
export const isSeenByOutsiders = ({ visibility }: FezRow): boolean => visibility !== 'private';

/** What is not found when an id leads nowhere; which kind it could have been no one knows, or may learn. */
export const anyFez = 'chat or event';

/** What a caller asks for: it is that which is not found, whatever hides the fez. */
type Subject = typeof anyFez | 'post';

/** The fez as it is now stored, for anyone who has just done something to it. Throws 404. */
export function getFezAccess(context: Context, caller: Caller, fezID: string): FezAccess {
  const row = findFez(context, fezID);
  const [access] = row ? findRelationships(context, caller, [row]) : [];
  if (!access) throw notFound(anyFez);
  return access;
}

/**
 * A fez that is there, whose owner no block hides, and for which `isFound` holds. Throws 404 otherwise, 451 while its
 * kind is switched off.
 */
function getFezWhere(
  context: Context,
  caller: Caller,
  fezID: string,
  isFound: (access: FezAccess) => boolean,
  subject: Subject = anyFez,
): FezAccess {
  const access = getFezAccess(context, caller, fezID);
  if (!isThere(context, caller, access)) throw notFound(subject);
  assertKindEnabled(context, caller, access.kind);
  if (!isFound(access)) throw notFound(subject);
  return access;
}

function isThere(context: Context, caller: Caller, { fez }: FezAccess): boolean {
  const owner = findUser(context, fez.ownerID);
  return fez.deletedAt === null && owner !== undefined && maySee(context, caller, owner);
}

/** Those of these fezzes that the caller is in personally, sees, and hears of. */
export function listJoinedFezzes(context: Context, caller: Caller, fezIDs: readonly string[]): FezAccess[] {
  return findRelationships(context, caller, [...findFezzes(context, fezIDs).values()]).filter(
    (access) => access.isIn && isThere(context, caller, access) && !isKindSilent(context, caller, access.kind),
  );
}

/** Throws 451 while this kind is switched off for the caller (decisions 8 and 27). */
export function assertKindEnabled(context: Context, caller: Caller, { feature }: Kind): void {
  if (feature !== undefined) assertFeatureEnabled(context, caller, feature);
}

/** Is this kind switched off for the caller? (decisions 8 and 27) */
export const isKindDisabled = (context: Context, caller: Caller, { feature }: Kind): boolean =>
  feature !== undefined && isFeatureDisabled(context, caller, feature);

/** Is the kind there for this user in nothing that comes unasked: counters, notices, reminders? (decision 55) */
export const isKindSilent = (context: Context, caller: Caller, { features }: Kind): boolean =>
  features.some((feature) => isFeatureDisabled(context, caller, feature));

/** Private ones do not exist for outsiders (decision 43). */
const isInSight = ({ relationship, isOwn }: FezAccess): boolean =>
  isOwn || (relationship !== 'former' && relationship !== 'stranger');

/** A fez that the caller takes part in or may look at. Throws 404 (fez rule 7). */
export const getVisibleFez = (context: Context, caller: Caller, fezID: string, subject?: Subject): FezAccess =>
  getFezWhere(context, caller, fezID, isInSight, subject);

const hasLeft = ({ relationship }: FezAccess): boolean => relationship === 'former';

/** A fez to be shown; anyone who has left some kinds still sees that they exist (fez rule 12). Throws 404. */
export const getReadableFez = (context: Context, caller: Caller, fezID: string): FezAccess =>
  getFezWhere(
    context,
    caller,
    fezID,
    (access) => isInSight(access) || (hasLeft(access) && access.kind.isShownRedacted),
  );

/** A fez in sight, or one that the caller has left and may still complain about (fez rules 12 and 29). Throws 404. */
export const getReportableFez = (context: Context, caller: Caller, fezID: string, subject?: Subject): FezAccess =>
  getFezWhere(context, caller, fezID, (access) => isInSight(access) || hasLeft(access), subject);

/** Throws 403 for a kind that cannot be reported (moderation rule R4). */
export function assertReportable(access: FezAccess): FezAccess {
  if (!access.kind.isReportable) throw forbidden('Closed chats and personal events cannot be reported.');
  return access;
}

/** A fez that the caller is in, personally or behind a shared account. Throws 404, or 403 for those who only see it. */
export function getFezAsMember(context: Context, caller: Caller, fezID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  if (access.relationship !== 'member') throw notMember(access);
  return access;
}

/** A fez that the caller may arrange. Throws 404, or 403 for those who see it and do not own it. */
export function getFezAsOwner(context: Context, caller: Caller, fezID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  assertOwner(access);
  return access;
}

/** Throws 403 unless it was made by the caller or by a shared account the caller acts for (fez rule 47). */
export function assertOwner({ isOwn, kind }: FezAccess): void {
  if (!isOwn) throw forbidden(`Only the owner of this ${getNoun(kind)} may do this.`);
}

/** Do they see its inside: those who are in it, and moderators reading along? (fez rule 8) */
export const seesInside = ({ relationship }: FezAccess): boolean =>
  relationship === 'member' || relationship === 'moderator';

/** Throws 403 unless the caller sees its inside. */
export function assertSeesInside(access: FezAccess): void {
  if (!seesInside(access)) throw notMember(access);
}

const notMember = ({ kind }: FezAccess) => forbidden(`You are not a member of this ${getNoun(kind)}.`);

/** A post that is there, and whose author no block hides from the caller. Throws 404. */
export function getLivePost(context: Context, caller: Caller, postID: number): FezPostRow {
  const row = findPost(context.db, postID);
  const isThere = row?.deletedAt === null && maySee(context, caller, getUser(context, row.authorID));
  if (!isThere) throw notFound('post');
  return row;
}
