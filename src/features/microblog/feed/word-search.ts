import type { Caller } from '#contract/access.ts';
import { hasHashtag, mentionsName, readMentionedName, readSearchedTag } from '#core/public-text/index.ts';
import { foldUsername } from '#core/users/index.ts';
import { buildMatchExpression, buildSignedExpression } from '#db/full-text.ts';
import { foldCase } from '#platform/text/lines.ts';

/** What a query asks of the words of posts. */
export interface WordQuery {
  readonly search?: string;
  readonly hashtag?: string;
  readonly mentions?: string;
  readonly mentionSelf?: boolean;
}

/** What the words of a post must be for a query to find it. */
export interface WordFilter {
  /** An FTS5 expression; undefined when nothing can be found. */
  readonly expression: string | undefined;
  /** Texts that the post must contain, with their letter case folded. */
  readonly parts: readonly string[];
}

/** A query for words, taken apart (forums rules B59 and B66). */
export interface WordSearch {
  /** Absent when nothing is asked of the words. */
  readonly filter: WordFilter | undefined;
  readonly search: string | undefined;
  readonly tag: string | undefined;
  /** Names that must be mentioned, in the form in which usernames are compared. */
  readonly names: readonly string[];
}

const present = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** A search that begins with `#` or `@` looks for a hashtag or a mention, where none is asked for next to it. */
export function readWordSearch({ username }: Caller, query: WordQuery): WordSearch {
  const [search, hashtag, mentions] = [present(query.search), present(query.hashtag), present(query.mentions)];
  const isTag = search?.startsWith('#') === true && hashtag === undefined;
  const isMention = search?.startsWith('@') === true && mentions === undefined;
  const text = isTag || isMention ? undefined : search;
  const tag = isTag ? search : hashtag;
  const names = [isMention ? search : mentions, query.mentionSelf ? username : undefined];
  return compose({
    search: text,
    tag: tag === undefined ? undefined : readSearchedTag(tag),
    names: [...new Set(names.flatMap((name) => (name === undefined ? [] : foldUsername(readMentionedName(name)))))],
  });
}

function compose({ search, tag, names }: Omit<WordSearch, 'filter'>): WordSearch {
  const parts = [...(tag === undefined ? [] : [`#${foldCase(tag)}`]), ...names.map((name) => `@${foldCase(name)}`)];
  if (search === undefined && parts.length === 0) return { filter: undefined, search, tag, names };
  const expressions = [
    ...(search === undefined ? [] : [buildMatchExpression(search)]),
    ...parts.map(buildSignedExpression),
  ];
  const expression = expressions.includes(undefined) ? undefined : expressions.map((one) => `(${one})`).join(' AND ');
  return { filter: { expression, parts }, search, tag, names };
}

/**
 * Tells which posts found have exactly the names that are searched for, and the tag where that must be exact too; a page
 * is cut before (forums rules B55 and B61).
 */
export function createExactFilter({ names, tag }: WordSearch, isTagExact: boolean): (text: string) => boolean {
  const exactTag = isTagExact ? tag : undefined;
  return (text) =>
    names.every((name) => mentionsName(text, name)) && (exactTag === undefined || hasHashtag(text, exactTag));
}
