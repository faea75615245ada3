import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { PostData } from '#features/forums/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pager } from '../../frame/pager.ts';
import { personLink } from '../../frame/people.ts';
import { publicPost } from '../../frame/posts.ts';
import { backHead } from '../../frame/shell.ts';
import { keepsMessages, unsentTemplate } from '../../frame/unsent.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const perPage = 20;
const byPost = { value: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)) };

type ThreadVisit = Visit<{ readonly thread: string }, { readonly start: number | undefined }>;
type PostCall =
  | typeof forumsApi.like
  | typeof forumsApi.unreact
  | typeof forumsApi.bookmark
  | typeof forumsApi.removeBookmark;

/** A button beside a post that does one thing to it. */
const onPost = (endpoint: PostCall) =>
  call(
    endpoint,
    byPost,
    (_visit: ThreadVisit, { value }) => ({ params: { postID: value } }),
    ({ address }, { value }) => `${address}#p${value}`,
  );

const toThread = ({ params }: ThreadVisit) => ({ params: { forumID: params.thread } });

/** A thread with a page of its posts, from where the viewer stopped reading. */
export const thread = page({
  path: '/forums/thread/{thread}',
  place: 'forums',
  params: { thread: uuid },
  query: { start: queryInteger },
  asks: [forumsApi.read],
  mayAsk: [forumsApi.post],
  actions: {
    post: {
      asks: [forumsApi.post],
      form: { text: v.string() },
      async run(visit, { text }) {
        const forumID = visit.params.thread;
        const { postID } = await visit.ask(forumsApi.post, { params: { forumID }, body: { text, images: [] } });
        const { paginator } = await visit.ask(forumsApi.read, { params: { forumID }, query: { limit: perPage } });
        return { to: `/forums/thread/${forumID}?start=${lastPage(paginator.total)}#p${postID}` };
      },
    },
    like: onPost(forumsApi.like),
    love: onPost(forumsApi.love),
    laugh: onPost(forumsApi.laugh),
    unreact: onPost(forumsApi.unreact),
    bookmark: onPost(forumsApi.bookmark),
    unbookmark: onPost(forumsApi.removeBookmark),
    follow: call(forumsApi.addFavorite, {}, toThread),
    unfollow: call(forumsApi.removeFavorite, {}, toThread),
  },
  async show(visit) {
    const shown = await visit.ask(forumsApi.read, {
      params: { forumID: visit.params.thread },
      query: { start: visit.query.start, limit: perPage },
    });
    const { title, creator, posts, paginator, categoryID, isLocked, isFavorite } = shown;
    const linkTo = (start: number) => `/forums/thread/${shown.forumID}?start=${start}`;
    const tools = html`<form method="post"><button type="submit" class="icon" name="${isFavorite ? 'unfollow' : 'follow'}" aria-pressed="${String(isFavorite)}" aria-label="Follow this thread">${icon('star')}</button></form>`;
    const main = html`<main>
${backHead('Category', `/forums/${categoryID}`, tools)}
<div class="col lone thread">
<h1>${title}</h1>
<p class="soft">Started by ${personLink(creator)}, ${paginator.total} ${paginator.total === 1 ? 'post' : 'posts'}</p>
${pager(paginator, linkTo)}
<form method="post" id="posts">${posts.map((post, index) => showPost(post, paginator.start + index + 1, visit))}</form>
${pager(paginator, linkTo, 'Pages, again')}
${isLocked ? html`<p class="soft">This thread is closed.</p>` : composer(visit)}
</div>
</main>`;
    return { title, main };
  },
});

const lastPage = (total: number): number => Math.max(0, Math.ceil(total / perPage) - 1) * perPage;

const showPost = (post: PostData, number: number, visit: ThreadVisit): Html =>
  publicPost(post, visit, {
    label: `post ${number}`,
    anchor: html`<a class="no" href="#p${post.postID}"><span class="hide">Post </span>${number}</a>`,
    isPinned: post.isPinned ?? false,
  });

function composer(visit: ThreadVisit): Html {
  if (!visit.isOpen(forumsApi.post)) return nothing;
  const { field, trouble } = fieldsOf(visit, 'post');
  return html`${unsentTemplate({ list: 'posts', kind: 'post' })}
<form class="note" method="post"${keepsMessages}>${actionField('post')}${keyField()}${trouble()}
${field({ name: 'text', label: 'Your answer', isMultiline: true, isRequired: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">Post</button></p></form>`;
}
