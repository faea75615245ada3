import type { Caller } from '#contract/access.ts';
import { hasHashtag, mentionsName, readMentionedName, readSearchedTag } from '#core/public-text/index.ts';
import { foldUsername } from '#core/users/index.ts';
import { buildMatchExpression, buildTagOrMentionExpression } from '#db/full-text.ts';
import { foldCase } from '#platform/text/lines.ts';

/** The part of a query about the words of posts. */
export interface WordQuery {
  readonly search?: string;
  readonly hashtag?: string;
  readonly mentions?: string;
  readonly mentionSelf?: boolean;
}

/** The conditions on the words of a post. */
export interface WordFilter {
  /** An FTS5 expression; undefined if it can't match anything. */
  readonly expression: string | undefined;
  /** Texts that the post must contain, with folded case. */
  readonly parts: readonly string[];
}

/** A parsed query for words (forums rules B59 and B66). */
export interface WordSearch {
  /** Absent if the query has no words. */
  readonly filter: WordFilter | undefined;
  readonly search: string | undefined;
  readonly tag: string | undefined;
  /** Names that must be mentioned, normalized like usernames. */
  readonly names: readonly string[];
}

const trimToUndefined = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** A search that begins with `#` or `@` looks for a hashtag or a mention, unless the query has one already. */
export function readWordSearch({ username }: Caller, query: WordQuery): WordSearch {
  const [search, hashtag, mentions] = [
    trimToUndefined(query.search),
    trimToUndefined(query.hashtag),
    trimToUndefined(query.mentions),
  ];
  const isTag = search?.startsWith('#') === true && hashtag === undefined;
  const isMention = search?.startsWith('@') === true && mentions === undefined;
  const text = isTag || isMention ? undefined : search;
  const tag = isTag ? search : hashtag;
  const names = [isMention ? search : mentions, query.mentionSelf ? username : undefined];
  return buildWordSearch({
    search: text,
    tag: tag === undefined ? undefined : readSearchedTag(tag),
    names: [...new Set(names.flatMap((name) => (name === undefined ? [] : foldUsername(readMentionedName(name)))))],
  });
}

function buildWordSearch({ search, tag, names }: Omit<WordSearch, 'filter'>): WordSearch {
  const parts = [...(tag === undefined ? [] : [`#${foldCase(tag)}`]), ...names.map((name) => `@${foldCase(name)}`)];
  if (search === undefined && parts.length === 0) return { filter: undefined, search, tag, names };
  const expressions = [
    ...(search === undefined ? [] : [buildMatchExpression(search)]),
    ...parts.map(buildTagOrMentionExpression),
  ];
  const expression = expressions.includes(undefined) ? undefined : expressions.map((one) => `(${one})`).join(' AND ');
  return { filter: { expression, parts }, search, tag, names };
}

/**
 * Creates a test for posts that mention exactly these names, and have the exact tag if required. Pages are cut
 * before this filter (forums rules B55 and B61).
 */
export function createExactFilter({ names, tag }: WordSearch, isTagExact: boolean): (text: string) => boolean {
  const exactTag = isTagExact ? tag : undefined;
  return (text) =>
    names.every((name) => mentionsName(text, name)) && (exactTag === undefined || hasHashtag(text, exactTag));
}
