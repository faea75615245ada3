import type { Context } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { maxHashtag } from './read-hashtags.ts';
import { findHashtags } from './store.ts';

const maxCompletions = 10;

/**
 * Returns hashtags that begin with the text, without `#`. Anyone can call this, so it only returns tags of posts
 * everyone can see: tags must not reveal hidden categories or content that moderators have hidden (forums rule B60).
 * Throws 400 if no tag can begin with the text.
 */
export function completeHashtag(context: Context, text: string): string[] {
  const beginning = text.replace(/^#/, '');
  const isTag = /^(?:\p{L}\p{M}*|\p{N})+$/u.test(beginning) && countCharacters(beginning, maxHashtag) <= maxHashtag;
  if (!isTag) throw malformed(`The text must have 1 to ${maxHashtag} letters or digits.`);
  return findHashtags(context.db, beginning, maxCompletions);
}
