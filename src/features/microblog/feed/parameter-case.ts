import type { FeedQuery } from './feed-query.ts';

type WithLowerCaseNames<Query> = Query & { readonly [Name in keyof Query & string as Lowercase<Name>]: Query[Name] };

const addLowerCase = (entries: [string, unknown][]) =>
  entries.flatMap(([name, value]): [string, unknown][] => [
    [name.toLowerCase(), value],
    [name, value],
  ]);

/** Parameters that may also be in lower case (forums rule B66). */
export const allowLowerCase = <const Query extends Readonly<Record<string, unknown>>>(query: Query) =>
  // `Object.fromEntries` loses the names of the keys, which the cast restores.
  Object.fromEntries(addLowerCase(Object.entries(query))) as WithLowerCaseNames<Query>;

const parameterNames: readonly (keyof FeedQuery)[] = [
  ...(['after', 'before', 'afterDate', 'beforeDate', 'from', 'start', 'limit'] as const),
  ...(['search', 'hashtag', 'mentions', 'mentionSelf', 'byUser', 'byUsername'] as const),
  ...(['bookmarked', 'replyGroup', 'hideReplies', 'likeType'] as const),
];

/** The value in either spelling. */
export function readEitherCase(query: Readonly<Record<string, unknown>>): FeedQuery {
  const entries = parameterNames.map((name) => [name, query[name] ?? query[name.toLowerCase()]]);
  // The schema under both names has validated the value.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
