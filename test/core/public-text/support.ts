import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { applyTextChange, type TextChange } from '#core/public-text/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import type { TestApp, User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';

let newestID = 0;

/** A public post as areas pass it; by default its author makes, edits and deletes it. */
export interface Post {
  readonly id: number;
  edit(text: string, change?: Partial<TextChange>): void;
  delete(change?: Partial<TextChange>): void;
}

/** Writes a post that everyone may see, by default in the forums. */
export function write({ context }: TestApp, author: User, text: string, change: Partial<TextChange> = {}): Post {
  newestID += 1;
  const id = newestID;
  let current = '';
  const apply = (after: string, more: Partial<TextChange>) => {
    const fixed = { contentID: id, authorID: author.userID, actorID: author.userID, before: current, after } as const;
    transact(context, (context) =>
      applyTextChange(context, { place: 'forum', seenBy: 'everybody', ...fixed, ...change, ...more }),
    );
    current = after;
  };
  apply(text, {});
  return { id, edit: (text, more = {}) => apply(text, more), delete: (more = {}) => apply('', more) };
}

export const mute = (user: User, muted: User) => user.get(usersApi.mute, { params: { userID: muted.userID } });
export const block = (user: User, blocked: User) => user.get(usersApi.block, { params: { userID: blocked.userID } });
export const readSummary = (user: User) => user.get(notificationsApi.summary);

/** Returns the mentions in the forums, the new ones among them, and the same for the microblog. */
export async function getMentions(user: User): Promise<string> {
  const { forumMentionCount, newForumMentionCount, microblogMentionCount, newMicroblogMentionCount } =
    await readSummary(user);
  return `${newForumMentionCount}/${forumMentionCount} ${newMicroblogMentionCount}/${microblogMentionCount}`;
}

/** Returns the hits of each alert word: in the forums, the new ones among them, and the same for the microblog. */
export async function getAlerts(user: User): Promise<Record<string, string>> {
  const { alertWords } = await readSummary(user);
  return Object.fromEntries(
    alertWords.map((hits) => [
      hits.alertword,
      `${hits.newForumMentionCount}/${hits.forumMentionCount} ${hits.newMicroblogMentionCount}/${hits.microblogMentionCount}`,
    ]),
  );
}

/** Opens a notification socket; `infos` returns all notifications so far, as `type: info (contentID)`. */
export async function listen(app: TestApp, user: User, query = '') {
  const socket = await openSocket(app.url, `/api/v3/notification/socket${query}`, user.token);
  return {
    async heard(): Promise<string[]> {
      await socket.ping();
      return socket.frames.map(({ type, info, contentID }) => `${Object.keys(Object(type))}: ${info} (${contentID})`);
    },
    close: () => socket.close(),
  };
}
