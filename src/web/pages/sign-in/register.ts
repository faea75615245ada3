import { AppError } from '#contract/errors.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { orUndefinedOn } from '../../frame/rejections.ts';
import type { Visit } from '../../visit.ts';

type AnyVisit = Visit<unknown, unknown>;

/** The registration form. */
export interface Registration {
  /** The display name, or empty. */
  readonly name: string;
  /** Empty for a username derived from the name. */
  readonly username: string;
  readonly password: string;
  readonly verification?: string | undefined;
}

/** A created account, with what its owner must know. */
export interface CreatedAccount {
  readonly username: string;
  readonly recoveryKey: string;
  readonly session: { readonly token: string };
  /** `none` if no code was entered. Otherwise whether it was accepted, and if not, why. */
  readonly code: 'none' | 'taken' | { readonly reason: string };
}

/** Endpoints that `register` calls in addition to those of the form. */
export const registrationEndpoints = [
  accountsApi.proposeUsername,
  accountsApi.verify,
  profilesApi.editOwnProfile,
] as const;

/**
 * Creates an account, with the code if possible. If others behind the same address have used up its attempts with wrong
 * codes, creates the account without it and then tries the code from the account, since every account has attempts of
 * its own (core rule 55).
 */
export async function register(visit: AnyVisit, form: Registration): Promise<CreatedAccount> {
  const username = form.username.trim() || (await proposeUsername(visit, form.name));
  const { recoveryKey, isCodeTried } = await create(visit, { ...form, username });
  const session = await visit.askAs({ name: username, password: form.password }, accountsApi.login);
  const code = await enterCode(visit, session, form.verification, isCodeTried);
  if (form.name !== '' && code === 'taken') await saveName(visit, session, form.name);
  return { username, recoveryKey, session, code };
}

const proposeUsername = async (visit: AnyVisit, name: string): Promise<string> =>
  (await visit.ask(accountsApi.proposeUsername, { query: { name } })).username;

async function create(
  visit: AnyVisit,
  { username, password, verification }: Registration,
): Promise<{ recoveryKey: string; isCodeTried: boolean }> {
  try {
    const { recoveryKey } = await visit.ask(accountsApi.create, { body: { username, password, verification } });
    return { recoveryKey, isCodeTried: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'tooManyRequests' || verification === undefined)
      throw await attachErrorToField(visit, username, error);
    const made = await orUndefinedOn(visit.ask(accountsApi.create, { body: { username, password } }), [400]);
    // If accounts can't be created without a code, the first error is the helpful one.
    if (!made) throw error;
    return { recoveryKey: made.recoveryKey, isCodeTried: false };
  }
}

/** Moves the error to its field: for a taken username, with a free one, or for the code. */
async function attachErrorToField(visit: AnyVisit, username: string, error: AppError): Promise<AppError> {
  if (error.details.fieldErrors || (error.status !== 400 && error.status !== 409)) return error;
  const free = error.status === 409 ? await proposeUsername(visit, username) : username;
  const isFree = free === username.toLowerCase();
  const reason = isFree ? error.message : `The username ${username} is taken. ${free} is available.`;
  const fieldErrors = { [isFree ? 'verification' : 'username']: reason };
  return new AppError(error.code, error.message, { ...error.details, fieldErrors });
}

async function enterCode(
  visit: AnyVisit,
  session: { token: string },
  verification: string | undefined,
  isTried: boolean,
): Promise<CreatedAccount['code']> {
  if (verification === undefined) return 'none';
  if (isTried) return 'taken';
  try {
    await visit.askIn(session, accountsApi.verify, { body: { verification } });
    return 'taken';
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message };
    throw error;
  }
}

/** The account exists already; a name that can't be saved now can be saved later. */
async function saveName(visit: AnyVisit, session: { token: string }, displayName: string): Promise<void> {
  const saved = visit.askIn(session, profilesApi.editOwnProfile, { body: { displayName } });
  await orUndefinedOn(saved, [400, 403, 429, 503]);
}
