import type { Context } from '#area/context.ts';
import { createConversationSearch } from '#core/posts/index.ts';
import { prepareQueryText } from '#db/prepared.ts';
import type { Reader } from '../reading/reader.ts';

const chatSearch = createConversationSearch({
  posts: 'fez_posts',
  place: 'fez_id',
  index: 'fez_posts_text',
  pictures: 'json_array(image)',
});

/** Prepares the word index. Await this before a search for words in posts. */
export const prepareWordSearch = (context: Context): Promise<unknown> => chatSearch.prepare(context);

const memberQuery = prepareQueryText<{ memberID: string }, { fezID: string }>(
  'SELECT fez_id AS fezID FROM fez_members WHERE user_id = :memberID',
);

/** Returns the ids of an account's fezzes with a post that has the words and is visible to the reader. */
export function findChatsWithWords(context: Context, reader: Reader, memberID: string, words: string): string[] {
  const find = chatSearch.createFinder(context, { words, hiddenIDs: reader.hiddenIDs });
  return [...find(memberQuery.all(context.db, { memberID }).map(({ fezID }) => fezID))];
}
