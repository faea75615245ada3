import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { listFamily, setLevel } from '#core/users/index.ts';
import { claimCode } from './claim-code.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { findCodeByFamily } from './store.ts';

/** Ties a registration code to an account that was created without one (core rule 55). */
export function verifyAccount(context: WriteContext, caller: Caller, verification: string): void {
  if (caller.userID !== caller.familyID) throw malformed('only a primary account can be verified');
  if (findCodeByFamily(context.db, caller.userID)) throw malformed('this account has a registration code already');
  claimCode(context, normalizeRegistrationCode(verification), caller.userID);
  for (const { id, accessLevel } of listFamily(context.db, caller.familyID)) {
    if (accessLevel === 'unverified') setLevel(context, id, 'verified');
  }
}
