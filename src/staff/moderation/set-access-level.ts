import { writeAuditLog } from '#area/audit-log.ts';
import type { WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { endSessions } from '#core/accounts/index.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { findUser, isSpecialAccount, listFamily, setLevel } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';

/** Levels that moderators set (moderation rule M13). */
export const settableLevels = ['unverified', 'banned', 'quarantined', 'verified'] as const;
export type SettableLevel = (typeof settableLevels)[number];

const actionsByLevel = {
  unverified: 'accessLevelUnverified',
  banned: 'accessLevelBanned',
  quarantined: 'accessLevelQuarantined',
  verified: 'accessLevelVerified',
} as const;

function assertAuthority(caller: Caller, level: SettableLevel): void {
  if (level !== 'banned' && level !== 'unverified') return;
  if (!isAtLeast(caller.level, 'tho'))
    throw forbidden('accessDenied', 'Only the management office can ban or unverify users.');
}

function assertUnprotectedFamily(family: readonly UserRow[], level: SettableLevel): void {
  if (family.some((account) => isSpecialAccount({ username: account.username, level: account.accessLevel }))) {
    throw malformed("You can't change the level of this user.", 'protectedAccount');
  }
  if (level !== 'verified' && family.some(({ accessLevel }) => isAtLeast(accessLevel, 'moderator'))) {
    throw malformed('Staff members must be demoted first.', 'protectedAccount');
  }
}

/**
 * Sets the level of all accounts of a family except staff accounts, and ends all logins of the family (moderation rules
 * M13 and M14).
 */
export function setAccessLevel(context: WriteContext, caller: Caller, userID: string, level: SettableLevel): void {
  assertAuthority(caller, level);
  const target = findUser(context, userID);
  if (!target) throw notFound('user');
  if (target.level === 'banned' && !isAtLeast(caller.level, 'tho')) {
    throw forbidden('accessDenied', 'Only the management office can lift bans.');
  }
  const family = listFamily(context.db, target.familyID);
  assertUnprotectedFamily(family, level);
  for (const account of family) if (!isAtLeast(account.accessLevel, 'client')) setLevel(context, account.id, level);
  endSessions(
    context,
    family.map(({ id }) => id),
    'your access has changed',
  );
  writeAuditLog(context, "a family's access level was changed", {
    family: family[0]?.username,
    before: target.level,
    after: level,
  });
  logModeratorAction(context, caller, actionsByLevel[level], {
    type: 'userProfile',
    id: target.familyID,
    authorID: target.familyID,
  });
}
