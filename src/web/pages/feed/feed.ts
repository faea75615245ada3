import * as v from 'valibot';
import { queryInteger, querySearch } from '#contract/query.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { addressWith } from '../../frame/pager.ts';
import { publicPost } from '../../frame/posts.ts';
import { backHead } from '../../frame/shell.ts';
import { keepsMessages, unsentTemplate } from '../../frame/unsent.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const perPage = 30;
const byPost = { value: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)) };
type PostCall =
  | typeof microblogApi.like
  | typeof microblogApi.love
  | typeof microblogApi.laugh
  | typeof microblogApi.unreact
  | typeof microblogApi.bookmark
  | typeof microblogApi.removeBookmark;

/** A button beside a post that does one thing to it. */
const onPost = (endpoint: PostCall) =>
  call(
    endpoint,
    byPost,
    (_visit: Visit<unknown, unknown>, { value }) => ({ params: { postID: value } }),
    ({ address }, { value }) => `${address}#p${value}`,
  );

/** The short posts of everybody, newest first. */
export const feed = page({
  path: '/feed',
  place: 'more',
  query: { search: querySearch, start: queryInteger },
  asks: [microblogApi.feed],
  mayAsk: [microblogApi.create],
  actions: {
    post: call(microblogApi.create, { text: v.string() }, (_visit: Visit<unknown, unknown>, { text }) => ({
      body: { text, images: [] },
    })),
    like: onPost(microblogApi.like),
    love: onPost(microblogApi.love),
    laugh: onPost(microblogApi.laugh),
    unreact: onPost(microblogApi.unreact),
    bookmark: onPost(microblogApi.bookmark),
    unbookmark: onPost(microblogApi.removeBookmark),
  },
  async show(visit) {
    const { search, start = 0 } = visit.query;
    const posts = await visit.ask(microblogApi.feed, { query: { search, start, limit: perPage } });
    const older = addressWith('/feed', { search, start: start + perPage });
    const main = html`<main>
${backHead('More', '/more')}
<div class="col lone thread">
<h1>Feed</h1>
${composer(visit)}
<form action="/feed" role="search"><p class="field"><label for="words">Words or a #hashtag</label><input id="words" name="search" type="search" maxlength="300" value="${search ?? ''}"></p><p class="actions"><button type="submit" class="quiet">${icon('search')}Search</button></p></form>
<form method="post" id="posts">${posts.map((post) => publicPost(post, visit, { label: `the post of ${post.author.username}` }))}</form>
${posts.length === 0 ? html`<p class="soft">Nothing here.</p>` : nothing}
${posts.length === perPage ? html`<nav class="pager" aria-label="Pages"><a href="${older}" rel="next">Older posts${icon('chevron-right')}</a></nav>` : nothing}
</div>
</main>`;
    return { title: 'Feed', main };
  },
});

function composer(visit: Visit<unknown, unknown>): Html {
  if (!visit.isOpen(microblogApi.create)) return nothing;
  const { field, trouble } = fieldsOf(visit, 'post');
  return html`${unsentTemplate({ list: 'posts', kind: 'post', isFirst: true })}
<form class="note" method="post"${keepsMessages}>${actionField('post')}${keyField()}${trouble()}
${field({ name: 'text', label: 'What do you want to say?', isMultiline: true, isRequired: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">Post</button></p></form>`;
}
