import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import {
  findCodeByFamily,
  findRegistrationCode,
  listUnverifiedFamilies,
  normalizeRegistrationCode,
  type RegistrationCodeRow,
  verifyAtDesk,
} from '#core/accounts/index.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { findUser, listFamily, presentHeaders, updateUser } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { RegistrationCodeUserData } from './records.ts';
import { assignReservedCode, findFreeReservedCode } from './store.ts';

/** All accounts of a person, the primary one first. */
type Family = readonly UserRow[];

const getFamilyIDs = (family: Family) => family.map(({ id }) => id);

/** Returns the whole family of an account. Throws not-found for an unknown account. */
function getFamily(context: Context, userID: string): Family {
  const user = findUser(context, userID);
  if (!user) throw notFound('user');
  return listFamily(context.db, user.familyID);
}

function findCode(context: Context, [primary]: Family): RegistrationCodeRow | undefined {
  return primary && findCodeByFamily(context.db, primary.id);
}

function presentCode(
  context: Context,
  code: RegistrationCodeRow | undefined,
  family: Family,
): RegistrationCodeUserData {
  const [primary] = family;
  return {
    users: presentHeaders(context, getFamilyIDs(family)),
    regCode: code?.code ?? '',
    isForDiscordUser: code?.isForDiscordUser ?? false,
    discordUsername: code?.discordUsername ?? undefined,
    hasUsedRegCodeForPasswordRecovery: primary?.recoveryCodeSpent ?? false,
    accountCreatedAt: primary?.createdAt,
  };
}

/**
 * Returns the family that used the code; empty if it is unused (admin rule A8). Throws not-found for an unknown code.
 */
export function findUsersByCode(context: Context, code: string): UserHeader[] {
  const row = findRegistrationCode(context.db, code);
  if (!row) throw notFound('registration code');
  return row.userID === null ? [] : presentHeaders(context, getFamilyIDs(listFamily(context.db, row.userID)));
}

/** Returns the code of a family, by any of its accounts (admin rule A9). Throws malformed if it has none. */
export function getCodeOfUser(context: Context, userID: string): RegistrationCodeUserData {
  const family = getFamily(context, userID);
  const code = findCode(context, family);
  if (!code) throw malformed('The user has no registration code.', 'noRegistrationCode');
  return presentCode(context, code, family);
}

/** How many people the desk shows at once; others are found by name. */
const maxListedPeople = 50;

/** Lists people who registered without a code, newest first, or only this one if they did (admin rule A37). */
export function listPeopleWithoutCode(context: Context, userID: string | undefined): UserHeader[] {
  if (userID === undefined) return presentHeaders(context, listUnverifiedFamilies(context.db, maxListedPeople));
  const [primary] = getFamily(context, userID);
  return primary?.accessLevel === 'unverified' ? presentHeaders(context, [primary.id]) : [];
}

/** Verifies a person at the registration desk, named by any account (admin rule A36). Throws as `verifyAtDesk`. */
export function verifyPerson(
  context: WriteContext,
  caller: Caller,
  userID: string,
  registrationCode = '',
): RegistrationCodeUserData {
  const [primary] = getFamily(context, userID);
  if (!primary) throw notFound('user');
  verifyAtDesk(context, primary.id, normalizeRegistrationCode(registrationCode) || undefined);
  const content = { type: 'userProfile', id: primary.id, authorID: primary.id } as const;
  logModeratorAction(context, caller, 'accessLevelVerified', content);
  const family = getFamily(context, userID);
  return presentCode(context, findCode(context, family), family);
}

/** Issues a free reserved code, each time another one (admin rule A10). Throws malformed when none is left. */
export function allocateReservedCode(context: WriteContext, discordUsername: string): RegistrationCodeUserData {
  const free = findFreeReservedCode(context.db);
  if (!free) throw malformed('All reserved registration codes have been assigned.', 'limitReached');
  assignReservedCode(context.db, free.code, discordUsername);
  writeAuditLog(context, 'a reserved registration code was handed out', { chatName: discordUsername });
  return presentCode(context, { ...free, discordUsername }, []);
}

/** Lets the family recover with its code once more, and resets its failed attempts (admin rule A11). */
export function unlockCode(context: WriteContext, userID: string): RegistrationCodeUserData {
  const family = getFamily(context, userID);
  for (const { id } of family) updateUser(context, id, { recoveryCodeSpent: false, recoveryFailures: 0 });
  writeAuditLog(context, 'a family was unlocked', { family: family[0]?.username });
  return presentCode(context, findCode(context, family), getFamily(context, userID));
}
