import type { Context } from '#area/context.ts';
import { findCodeByFamily, findRegistrationCode, normalizeRegistrationCode } from '#core/accounts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findUserRowByName, foldUsername, isSpecialAccount, listFamily } from '#core/users/index.ts';
import type { UserSaveRestoreData } from './records.ts';

/** The verdict on a user in the file. */
export type UserImportDecision =
  | { readonly outcome: 'imported' | 'duplicate' }
  | {
      readonly outcome: 'failed';
      readonly list: 'regCodeConflicts' | 'usernameConflicts' | 'errorNotImported';
      readonly why: string;
    };

/** An account of this service or of the file: a dry run stores nothing. */
interface KnownAccount {
  readonly code: string | undefined;
  readonly isPrimary: boolean;
}

/** The users of the file that count as imported. */
export interface ImportedUsers {
  /** Whether they are already users of this service. */
  readonly areStored: boolean;
  add(user: UserSaveRestoreData): void;
  has(username: string): boolean;
  find(username: string): KnownAccount | undefined;
  hasCode(code: string): boolean;
  countSubAccounts(parent: string): number;
}

export function createImportedUsers(areStored: boolean): ImportedUsers {
  const byName = new Map<string, KnownAccount>();
  const codes = new Set<string>();
  const subAccounts = new Map<string, number>();
  return {
    areStored,
    add(user) {
      const code = readCode(user);
      byName.set(foldUsername(user.username), { code, isPrimary: user.parentUsername === undefined });
      codes.add(code);
      if (user.parentUsername === undefined) return;
      const parent = foldUsername(user.parentUsername);
      subAccounts.set(parent, (subAccounts.get(parent) ?? 0) + 1);
    },
    has: (username) => byName.has(foldUsername(username)),
    find: (username) => byName.get(foldUsername(username)),
    hasCode: (code) => codes.has(code),
    countSubAccounts: (parent) => subAccounts.get(foldUsername(parent)) ?? 0,
  };
}

/**
 * Returns a code in its stored form; in a file it may have a star in front if it was used for recovery (admin rule
 * A25).
 */
export const readCode = ({ verification }: Pick<UserSaveRestoreData, 'verification'>): string =>
  normalizeRegistrationCode(verification).replace(/^\*+/, '');

const createFailure = (
  list: Extract<UserImportDecision, { outcome: 'failed' }>['list'],
  why: string,
): UserImportDecision => ({
  outcome: 'failed',
  list,
  why,
});
const createNotImported = (why: string): UserImportDecision => createFailure('errorNotImported', why);

/** Judges a user of the file by the first matching case of admin rule A24. */
export function decideUserImport(
  context: Context,
  imported: ImportedUsers,
  user: UserSaveRestoreData,
): UserImportDecision {
  const code = readCode(user);
  const existing = findKnown(context, imported, user.username);
  if (existing) {
    if (existing.code === code) return { outcome: 'duplicate' };
    return createFailure('usernameConflicts', 'the username belongs to someone with a different registration code');
  }
  if (!findRegistrationCode(context.db, code)) return createNotImported('the registration code is unknown here');
  if (isSpecialAccount({ username: user.username, level: user.accessLevel })) {
    return createNotImported('service accounts are not imported');
  }
  const complaint =
    user.parentUsername === undefined ? undefined : findFault(context, imported, user.parentUsername, code);
  if (complaint !== undefined) return createNotImported(complaint);
  if (user.parentUsername === undefined && isCodeTaken(context, imported, code)) {
    return createFailure('regCodeConflicts', 'the registration code belongs to someone else');
  }
  return { outcome: 'imported' };
}

function findKnown({ db }: Context, imported: ImportedUsers, username: string): KnownAccount | undefined {
  const row = findUserRowByName(db, username);
  if (!row) return imported.find(username);
  return { code: findCodeByFamily(db, row.familyID)?.code, isPrimary: row.id === row.familyID };
}

const isCodeTaken = ({ db }: Context, imported: ImportedUsers, code: string): boolean =>
  imported.hasCode(code) || (findRegistrationCode(db, code)?.userID ?? null) !== null;

/** Returns why a sub-account can't join its parent; undefined if it can. */
function findFault(context: Context, imported: ImportedUsers, parentName: string, code: string): string | undefined {
  const parent = findKnown(context, imported, parentName);
  if (!parent) return `its primary account ${parentName} is missing`;
  if (!parent.isPrimary) return `${parentName} is a sub-account itself`;
  if (parent.code !== code) return `${parentName} has a different registration code`;
  const row = findUserRowByName(context.db, parentName);
  const stored = row ? listFamily(context.db, row.familyID).length - 1 : 0;
  const count = stored + (imported.areStored ? 0 : imported.countSubAccounts(parentName));
  return count >= getServerSettings(context).maxAlternateAccounts
    ? `${parentName} has reached the limit of sub-accounts`
    : undefined;
}
