import { accountsApi } from '#core/accounts/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import type { TestApp, User } from '../support/app.ts';

/** An id that nothing has. */
export const unknownID = '11111111-2222-4333-8444-555555555555';

/** The format of an instant in responses. */
export const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Returns the usernames in the order of the list. */
export const getUsernames = (headers: readonly { username: string }[]): string[] =>
  headers.map(({ username }) => username);

/** Returns the credentials for a login by name, with the password of all test accounts. */
export const basicHeaders = (username: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${username}:password`).toString('base64')}` },
});

/** Creates a sub-account of the user and logs it in. */
export async function addAccount(app: TestApp, user: User, username: string): Promise<User> {
  await user.get(accountsApi.add, { body: { username, password: 'password' } });
  return app.logIn(username);
}

/** Returns the newest entry of the moderators' log. */
export async function readNewestAction(moderator: User) {
  return (await moderator.get(moderationApi.actionLog, { query: { limit: 1 } })).actions[0];
}

/** Returns the number of entries in the moderators' log. */
export async function countActions(moderator: User): Promise<number> {
  return (await moderator.get(moderationApi.actionLog, { query: { limit: 0 } })).paginator.total;
}
