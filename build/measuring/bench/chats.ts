import { openDatabase } from '#db/open.ts';
import type { Account } from './api.ts';
import { createGroup, post } from './live.ts';

const smallChats = 30;
const membersOfSmallChat = 5;
const postsAtFirst = 50;

/** Ids of the measured chats. */
export interface MeasuredChats {
  readonly small: string;
  /** A chat with all accounts as members. */
  readonly large: string;
}

/** Makes the first account a member of thirty small chats and a large one. The returned chats have a page of posts. */
export async function createChats(url: string, accounts: readonly Account[]): Promise<MeasuredChats> {
  const [first] = accounts;
  if (!first) throw new Error('chats need an account');
  const large = await createGroup(url, accounts);
  let small = large;
  for (let number = 0; number < smallChats; number += 1) {
    small = await createGroup(url, accounts.slice(0, membersOfSmallChat));
  }
  for (const fezID of [small, large]) {
    for (let number = 0; number < postsAtFirst; number += 1) await post(url, fezID, first, `message ${number}`);
  }
  return { small, large };
}

const filledChats = 20;
const postsPerChat = 10_000;

/** Fills twenty chats, including the measured ones, with 10,000 posts each, all read by everyone. */
export function fillChats(databaseFile: string, { small, large }: MeasuredChats): void {
  // The triggers of this table call functions that the program adds to SQLite.
  const { sqlite } = openDatabase(databaseFile);
  const chats = sqlite
    .prepare<unknown[], string>('SELECT id FROM fezzes ORDER BY id IN (?, ?) DESC LIMIT ?')
    .pluck()
    .all(small, large, filledChats);
  const insert = sqlite.prepare(`
    INSERT INTO fez_posts (fez_id, author_id, text, created_at)
    SELECT fezzes.id, owner_id, 'message ' || series.value, last_modified_at
    FROM json_each(:chats) AS chat JOIN fezzes ON fezzes.id = chat.value, json_each(:numbers) AS series`);
  const numbers = Array.from({ length: postsPerChat }, (_, number) => number);
  sqlite.transaction(() => {
    insert.run({ chats: JSON.stringify(chats), numbers: JSON.stringify(numbers) });
    sqlite.exec(`
      UPDATE fezzes SET post_count = (SELECT count(*) FROM fez_posts WHERE fez_id = fezzes.id AND deleted_at IS NULL);
      UPDATE fez_readers SET is_added = 0, read_up_to = coalesce(
        (SELECT max(id) FROM fez_posts WHERE fez_posts.fez_id = fez_readers.fez_id), 0)`);
  })();
  sqlite.close();
}
