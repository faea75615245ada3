import type { Context } from '#area/context.ts';
import { foldText, listWords } from './word-lists.ts';

/**
 * Creates a filter for public texts hidden by an account's mute words, including the account's own posts: those that
 * contain one of the words anywhere, ignoring case (forums rule B60). Nothing is hidden from callers who aren't logged
 * in.
 */
export function createMuteWordFilter(context: Context, userID: string | undefined): (text: string) => boolean {
  const words = userID === undefined ? [] : listWords(context, 'mute', userID);
  if (words.length === 0) return () => false;
  return (text) => {
    const folded = foldText(text);
    return words.some((word) => folded.includes(word));
  };
}
