import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, malformed } from '#contract/errors.ts';
import { listFamily, setLevel } from '#core/users/index.ts';
import { assertMayTryCode, type CodeAttempt, countWrongCode } from './guessed-codes.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { findCodeByFamily, findRegistrationCode, setCodeOwner } from './store.ts';

/** Throws 400 for an unknown code and 409 for a used one (core rules 52 and 55). */
export function assertCodeUnused(context: Context, code: string): void {
  const row = findRegistrationCode(context.db, code);
  if (!row) throw malformed("This registration code isn't valid.", 'unknownRegistrationCode');
  if (row.userID !== null) throw conflict('codeUsed', 'This registration code has already been used.');
}

/**
 * Like `assertCodeUnused`, for a code that a user enters: counts wrong codes and throws 429 after too many (core rule
 * 52).
 */
export function tryCode(context: Context, code: string, guesser: CodeAttempt): void {
  assertMayTryCode(context, guesser);
  try {
    assertCodeUnused(context, code);
  } catch (error) {
    countWrongCode(context, guesser);
    throw error;
  }
}

/** Ties a code to a primary account. Throws like `assertCodeUnused`. */
export function claimCode(context: WriteContext, code: string, userID: string): void {
  assertCodeUnused(context, code);
  setCodeOwner(context.db, code, userID);
}

/** Ties a registration code to an account created without one, and verifies its family (core rule 55). */
export function verifyAccount(context: WriteContext, caller: Caller, verification: string, address: string): void {
  if (caller.userID !== caller.familyID) throw malformed('Only a primary account can be verified.', 'protectedAccount');
  if (findCodeByFamily(context.db, caller.userID))
    throw malformed('This account already has a registration code.', 'alreadyVerified');
  const code = normalizeRegistrationCode(verification);
  tryCode(context, code, { address, accountID: caller.userID });
  claimCode(context, code, caller.userID);
  verifyFamily(context, caller.familyID);
}

/** Raises the unverified accounts of a family to verified. They stay logged in. */
function verifyFamily(context: WriteContext, familyID: string): void {
  for (const { id, accessLevel } of listFamily(context.db, familyID)) {
    if (accessLevel === 'unverified') setLevel(context, id, 'verified');
  }
}

/**
 * Verifies a family at the registration desk, and ties the code on its card to it, if there is one (admin rule A36).
 * Throws 400 if the family is verified, quarantined or banned, and like `assertCodeUnused`.
 */
export function verifyAtDesk(context: WriteContext, familyID: string, code: string | undefined): void {
  const [primary] = listFamily(context.db, familyID);
  if (primary?.accessLevel !== 'unverified') throw malformed('This person is already verified.', 'alreadySo');
  if (code !== undefined) claimCode(context, code, familyID);
  verifyFamily(context, familyID);
  writeAuditLog(context, 'a family was verified at the registration desk', {
    family: primary.username,
    withCode: code !== undefined,
  });
}
