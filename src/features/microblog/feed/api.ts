import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, queryInstant, queryInteger, queryText, queryUuid } from '#contract/query.ts';
import { FeedPostData } from '../records.ts';

type Entries = Readonly<Record<string, v.GenericSchema>>;
type EitherSpelling<Query> = Query & { readonly [Name in keyof Query & string as Lowercase<Name>]: Query[Name] };

/** Parameters that may also be written all in lower case (forums rule B66). */
function inEitherSpelling<const Query extends Entries>(query: Query): EitherSpelling<Query> {
  const inLowerCase = Object.entries(query).map(([name, schema]) => [name.toLowerCase(), schema]);
  // The type names the keys that the entries have.
  return { ...Object.fromEntries(inLowerCase), ...query } as EitherSpelling<Query>;
}

/** Of longer words none has a meaning. */
const queryWord = queryText(50);

const anchorQuery = inEitherSpelling({
  after: queryInteger,
  before: queryInteger,
  afterDate: queryInstant,
  beforeDate: queryInstant,
  from: queryWord,
  ...pageQuery,
});

const posts = v.array(FeedPostData);

/** What all lists of posts have in common. */
const list = { method: 'GET', access: token, feature: 'microblog', response: posts } as const;

export const feedApi = {
  feed: endpoint({
    ...list,
    path: '/microblog',
    query: {
      ...inEitherSpelling({
        byUser: queryUuid,
        byUsername: queryWord,
        bookmarked: queryBoolean,
        inBarrel: queryUuid,
        replyGroup: queryInteger,
        hideReplies: queryBoolean,
        likeType: queryWord,
      }),
      ...anchorQuery,
    },
    summary: 'Microblog posts, newest first, or those of one reply group, oldest first',
  }),
  bookmarks: endpoint({
    ...list,
    path: '/microblog/bookmarks',
    query: anchorQuery,
    summary: 'Microblog posts that the caller has bookmarked',
  }),
  likes: endpoint({
    ...list,
    path: '/microblog/likes',
    query: anchorQuery,
    summary: 'Microblog posts that the caller has reacted to',
  }),
  own: endpoint({
    ...list,
    path: '/microblog/user',
    query: anchorQuery,
    summary: 'Microblog posts of the caller',
  }),
  ofUser: endpoint({
    ...list,
    path: '/microblog/user/{userID}',
    params: { userID: uuid },
    query: anchorQuery,
    summary: 'Microblog posts of one user',
  }),
  barrel: endpoint({
    ...list,
    path: '/microblog/barrel/{barrelID}',
    params: { barrelID: boundedText(500) },
    query: anchorQuery,
    summary: 'Not found, whatever is asked for: there are no barrels any more',
  }),
};
