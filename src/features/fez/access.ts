import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { assertFeatureEnabled, isFeatureDisabled } from '#core/settings/index.ts';
import { findUser, maySee } from '#core/users/index.ts';
import { isSeenByOutsiders, type Kind, kinds } from './kinds.ts';
import { findLeft, findMembers } from './membership/store.ts';
import { listInboxes } from './shared-inboxes.ts';
import { findFez, findFezzes } from './store.ts';
import type { FezRow } from './tables.ts';

/**
 * How somebody stands to a fez: in it, personally or behind a shared account; reading it as a moderator; outside of one
 * that outsiders see; outside of a private one, after having been in it or never.
 */
export type Relationship = 'member' | 'moderator' | 'outsider' | 'former' | 'stranger';

/** A fez as one caller finds it. */
export interface FezAccess {
  readonly fez: FezRow;
  readonly kind: Kind;
  /** In the order of joining. */
  readonly memberIDs: readonly string[];
  readonly relationship: Relationship;
  /** Made by the caller, or by a shared account the caller stands behind (fez rule 47). */
  readonly isOwn: boolean;
  /** The caller is a member personally. */
  readonly isIn: boolean;
}

/** How the caller stands to each of these fezzes; asks for nothing about any single one. */
export function findRelationships(context: Context, caller: Caller, rows: readonly FezRow[]): FezAccess[] {
  const fezIDs = rows.map(({ id }) => id);
  const members = findMembers(context.db, fezIDs);
  const left = findLeft(context.db, caller.userID, fezIDs);
  const accountIDs = [caller.userID, ...listInboxes(context, caller.level).map(({ accountID }) => accountID)];
  return rows.map((fez) => {
    const memberIDs = members.get(fez.id) ?? [];
    return {
      fez,
      kind: kinds[fez.type],
      memberIDs,
      relationship: computeRelationship(caller, fez, {
        isMember: accountIDs.some((accountID) => memberIDs.includes(accountID)),
        hasLeft: left.has(fez.id),
      }),
      isOwn: accountIDs.includes(fez.ownerID),
      isIn: memberIDs.includes(caller.userID),
    };
  });
}

function computeRelationship(
  caller: Caller,
  fez: FezRow,
  { isMember, hasLeft }: { isMember: boolean; hasLeft: boolean },
): Relationship {
  if (isMember) return 'member';
  if (isAtLeast(caller.level, 'moderator') && kinds[fez.type].isOpenToModerators) return 'moderator';
  if (isSeenByOutsiders(fez.visibility)) return 'outsider';
  return hasLeft ? 'former' : 'stranger';
}

/** The fez as it now stands, for whoever has just done something to it. */
export function getFezAccess(context: Context, caller: Caller, fezID: string): FezAccess {
  const row = findFez(context.db, fezID);
  const [found] = row ? findRelationships(context, caller, [row]) : [];
  if (!found) throw notFound('fez');
  return found;
}

/** What a caller has asked for: it is that which is not found, whatever hides the fez. */
type Sought = 'fez' | 'post';

/** A fez that is there, and whose owner no block hides; 404 otherwise, 451 while its kind is switched off. */
function getLiveFez(context: Context, caller: Caller, fezID: string, sought: Sought = 'fez'): FezAccess {
  const found = getFezAccess(context, caller, fezID);
  if (!isThere(context, caller, found)) throw notFound(sought);
  assertKindEnabled(context, caller, found.kind);
  return found;
}

function isThere(context: Context, caller: Caller, { fez }: FezAccess): boolean {
  const owner = findUser(context, fez.ownerID);
  return fez.deletedAt === null && owner !== undefined && maySee(context, caller, owner);
}

/** Those of these fezzes that the caller is in personally, and sees. */
export function listJoinedFezzes(context: Context, caller: Caller, fezIDs: readonly string[]): FezAccess[] {
  return findRelationships(context, caller, findFezzes(context.db, fezIDs)).filter(
    (found) => found.isIn && isThere(context, caller, found) && !isKindDisabled(context, caller, found.kind),
  );
}

/** Throws 451 while this kind is switched off for the caller (decisions 8 and 27). */
export function assertKindEnabled(context: Context, caller: Caller, { feature }: Kind): void {
  if (feature !== undefined) assertFeatureEnabled(context, caller, feature);
}

export const isKindDisabled = (context: Context, caller: Caller, { feature }: Kind): boolean =>
  feature !== undefined && isFeatureDisabled(context, caller, feature);

/** Private ones do not exist for outsiders (decision 43). */
const isInSight = ({ relationship, isOwn }: FezAccess): boolean =>
  isOwn || (relationship !== 'former' && relationship !== 'stranger');

/** A fez that the caller takes part in or may look at. Throws 404 (fez rule 7). */
export function getVisibleFez(context: Context, caller: Caller, fezID: string): FezAccess {
  const found = getLiveFez(context, caller, fezID);
  if (!isInSight(found)) throw notFound('fez');
  return found;
}

/** A fez to be shown; whoever has left some kinds still sees that they exist (fez rule 12). */
export function getReadableFez(context: Context, caller: Caller, fezID: string): FezAccess {
  const found = getLiveFez(context, caller, fezID);
  const isStillShown = found.relationship === 'former' && found.kind.isShownRedacted;
  if (!isInSight(found) && !isStillShown) throw notFound('fez');
  return found;
}

/** A fez in sight, or one that the caller has left and may still complain about (fez rules 12 and 29). */
export function getReportableFez(context: Context, caller: Caller, fezID: string, sought: Sought = 'fez'): FezAccess {
  const found = getLiveFez(context, caller, fezID, sought);
  if (!isInSight(found) && found.relationship !== 'former') throw notFound(sought);
  return found;
}

/** A fez in sight, or for moderators any: they act on what was reported without reading it (fez rules 38, 39 and 42). */
export function getChangeableFez(context: Context, caller: Caller, fezID: string, sought: Sought = 'fez'): FezAccess {
  const found = getLiveFez(context, caller, fezID, sought);
  if (!isInSight(found) && !isAtLeast(caller.level, 'moderator')) throw notFound(sought);
  return found;
}

/** A fez that the caller is in, personally or behind a shared account. Throws 404, or 403 for those who only see it. */
export function getFezAsMember(context: Context, caller: Caller, fezID: string): FezAccess {
  const found = getVisibleFez(context, caller, fezID);
  if (found.relationship !== 'member') throw forbidden('you are not in it');
  return found;
}

/** A fez that the caller may arrange: made by them or by a shared account of theirs. Throws 404, or 403 for others. */
export function getFezAsOwner(context: Context, caller: Caller, fezID: string): FezAccess {
  const found = getVisibleFez(context, caller, fezID);
  assertOwner(found);
  return found;
}

/** Throws 403 unless it was made by the caller or by a shared account of theirs (fez rule 47). */
export function assertOwner({ isOwn }: FezAccess): void {
  if (!isOwn) throw forbidden('only the owner may do this');
}

/** Do those who are in it, and moderators reading along, get to see its inside? (fez rule 8) */
export const seesInside = ({ relationship }: FezAccess): boolean =>
  relationship === 'member' || relationship === 'moderator';
