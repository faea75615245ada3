import type { Context } from '#area/context.ts';
import { findCodeByFamily, findRegistrationCode, normalizeRegistrationCode } from '#core/accounts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findUserRowByName, foldUsername, isSpecialAccount, listFamily } from '#core/users/index.ts';
import type { UserSaveRestoreData } from './records.ts';

/** The verdict on a user in the file. */
export type Verdict =
  | { readonly outcome: 'imported' | 'duplicate' }
  | {
      readonly outcome: 'failed';
      readonly list: 'regCodeConflicts' | 'usernameConflicts' | 'errorNotImported';
      readonly why: string;
    };

/** An account of this service or of the file: a dry run stores nothing. */
interface Known {
  readonly code: string | undefined;
  readonly isPrimary: boolean;
}

/** The users of the file that count as imported. */
export interface ImportedUsers {
  /** Whether they are already users of this service. */
  readonly areStored: boolean;
  add(user: UserSaveRestoreData): void;
  has(username: string): boolean;
  find(username: string): Known | undefined;
  hasCode(code: string): boolean;
  countSubAccounts(parent: string): number;
}

export function createImportedUsers(areStored: boolean): ImportedUsers {
  const byName = new Map<string, Known>();
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

const failed = (list: Extract<Verdict, { outcome: 'failed' }>['list'], why: string): Verdict => ({
  outcome: 'failed',
  list,
  why,
});
const notImported = (why: string): Verdict => failed('errorNotImported', why);

/** Judges a user of the file by the first matching case of admin rule A24. */
export function judgeUser(context: Context, imported: ImportedUsers, user: UserSaveRestoreData): Verdict {
  const code = readCode(user);
  const existing = findKnown(context, imported, user.username);
  if (existing) {
    if (existing.code === code) return { outcome: 'duplicate' };
    return failed('usernameConflicts', 'the username belongs to someone with a different registration code');
  }
  if (!findRegistrationCode(context.db, code)) return notImported('the registration code is unknown here');
  if (isSpecialAccount({ username: user.username, level: user.accessLevel })) {
    return notImported('service accounts are not imported');
  }
  const complaint =
    user.parentUsername === undefined ? undefined : findFault(context, imported, user.parentUsername, code);
  if (complaint !== undefined) return notImported(complaint);
  if (user.parentUsername === undefined && isCodeTaken(context, imported, code)) {
    return failed('regCodeConflicts', 'the registration code belongs to someone else');
  }
  return { outcome: 'imported' };
}

function findKnown({ db }: Context, imported: ImportedUsers, username: string): Known | undefined {
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
