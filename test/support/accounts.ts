import { accountsApi } from '#core/accounts/api.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import type { StateWord } from '#core/reports/index.ts';
import type { TestApp, User } from './app.ts';
import { type Client, createClient } from './client.ts';
import { moderationApi } from './moderation.ts';

/** An id that no account has. */
export const unknownID = '11111111-2222-4333-8444-555555555555';

/** Returns a client that calls with a Basic header; the credentials are `name:password`. */
export const withBasic = (app: TestApp, credentials: string, encoding: BufferEncoding = 'utf8'): Client =>
  createClient(app.url, `Basic ${Buffer.from(credentials, encoding).toString('base64')}`);

/** A primary account that was created with a registration code. */
export interface Family {
  readonly username: string;
  readonly code: string;
  readonly recoveryKey: string;
}

/** Creates a verified primary account with a free registration code and the password `password`. */
export async function createFamily(app: TestApp, username: string, code: string): Promise<Family> {
  const body = { username, password: 'password', verification: code };
  const { recoveryKey } = await app.anonymous.get(accountsApi.create, { body });
  return { username, code, recoveryKey };
}

let codesMade = 0;

/** Gives registration codes to families that were created without one. */
export async function giveRegistrationCodes(app: TestApp, ...users: readonly User[]): Promise<void> {
  for (const user of users) {
    codesMade += 1;
    const verification = `q${String(codesMade).padStart(5, '0')}`;
    importRegistrationCodes(app.context, verification, { dryRun: false, force: false });
    await user.get(accountsApi.verify, { body: { verification } });
  }
}

/** Adds a sub-account to the user's family and logs it in. */
export async function createSubAccount(app: TestApp, user: User, username: string): Promise<User> {
  await user.get(accountsApi.add, { body: { username, password: user.password } });
  return app.logIn(username, user.password);
}

/** Sets the moderation state of a profile, as a moderator. */
export const setProfileState = (moderator: User, userID: string, state: StateWord) =>
  moderator.get(moderationApi.setProfileState, { params: { userID, state } });

/** Lists the moderators' actions on a profile, newest first. */
export async function listProfileActions(moderator: User, userID: string): Promise<string[]> {
  const { actions } = await moderator.get(moderationApi.actionLog);
  return actions
    .filter(({ contentID, targetUser }) => contentID === userID && targetUser.userID === userID)
    .filter(({ contentType, actionType }) => contentType === 'userProfile' && /^(edit|delete)$/.test(actionType))
    .map(({ actionType, moderator: { username } }) => `${actionType} by ${username}`);
}
