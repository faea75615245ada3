import { accountsApi } from '#core/accounts/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import type { TestApp, User } from '../support/app.ts';

/** The id of nothing. */
export const unknownID = '11111111-2222-4333-8444-555555555555';

/** An instant as responses write it. */
export const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Names in the order of the list. */
export const usernames = (headers: readonly { username: string }[]): string[] =>
  headers.map(({ username }) => username);

/** What logging in by name takes, with the password of all test accounts. */
export const basic = (username: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${username}:password`).toString('base64')}` },
});

/** Makes a sub-account of the user and logs it in. */
export async function addAccount(app: TestApp, user: User, username: string): Promise<User> {
  await user.get(accountsApi.add, { body: { username, password: 'password' } });
  return app.logIn(username);
}

/** The newest entry of the moderators' log. */
export async function newestAction(moderator: User) {
  return (await moderator.get(moderationApi.actionLog, { query: { limit: 1 } })).actions[0];
}

/** How many entries the moderators' log has. */
export async function countActions(moderator: User): Promise<number> {
  return (await moderator.get(moderationApi.actionLog, { query: { limit: 0 } })).paginator.total;
}
