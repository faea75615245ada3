import type { FeedQuery } from './feed-query.ts';

type Spelling<Query> = Query & { readonly [Name in keyof Query & string as Lowercase<Name>]: Query[Name] };

const toBoth = (entries: [string, unknown][]) =>
  entries.flatMap(([name, value]): [string, unknown][] => [
    [name.toLowerCase(), value],
    [name, value],
  ]);

/** Parameters that may also be written all in lower case (forums rule B66). */
export const inEitherSpelling = <const Query extends Readonly<Record<string, unknown>>>(query: Query) =>
  // The type names the keys that the entries have.
  Object.fromEntries(toBoth(Object.entries(query))) as Spelling<Query>;

const names: readonly (keyof FeedQuery)[] = [
  ...(['after', 'before', 'afterDate', 'beforeDate', 'from', 'start', 'limit'] as const),
  ...(['search', 'hashtag', 'mentions', 'mentionSelf', 'byUser', 'byUsername'] as const),
  ...(['bookmarked', 'replyGroup', 'hideReplies', 'likeType'] as const),
];

/** What was asked for, in whichever spelling. */
export function readSpellings(query: Readonly<Record<string, unknown>>): FeedQuery {
  const entries = names.map((name) => [name, query[name] ?? query[name.toLowerCase()]]);
  // Each was read by the schema that stands under both of its names.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
