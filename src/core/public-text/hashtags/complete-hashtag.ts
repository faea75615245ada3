import type { Context } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { maxHashtag } from './read-hashtags.ts';
import { findHashtags } from './store.ts';

const maxCompletions = 10;

/**
 * Hashtags that begin with the text, without `#`. Only those of posts that everyone may see are offered, since anyone
 * may ask: a tag must not tell of a hidden category, nor show what moderators took out of sight (forums rule B60). Throws
 * 400 for what is no beginning of a tag.
 */
export function completeHashtag(context: Context, text: string): string[] {
  const beginning = text.replace(/^#/, '');
  const isTag = /^(?:\p{L}\p{M}*|\p{N})+$/u.test(beginning) && countCharacters(beginning, maxHashtag) <= maxHashtag;
  if (!isTag) throw malformed(`The text must have 1 to ${maxHashtag} letters or digits.`);
  return findHashtags(context.db, beginning, maxCompletions);
}
