import type { Context, WriteContext } from '#area/context.ts';
import { conflict, malformed } from '#contract/errors.ts';
import { findRegistrationCode, setCodeOwner } from './store.ts';

/** Throws 400 for a code that nobody was given, and 409 for one that has been used (core rules 52 and 55). */
export function assertCodeFree(context: Context, code: string): void {
  const row = findRegistrationCode(context.db, code);
  if (!row) throw malformed('this registration code is not known');
  if (row.userID !== null) throw conflict('this registration code has been used already');
}

/** Ties a code to a primary account. Throws as `assertCodeFree`. */
export function claimCode(context: WriteContext, code: string, userID: string): void {
  assertCodeFree(context, code);
  setCodeOwner(context.db, code, userID);
}
