import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { PostData } from '#features/forums/records.ts';
import { actionField, fieldsOf, keyField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { type IconName, icon } from '../../frame/icons.ts';
import { pager } from '../../frame/pager.ts';
import { face, personLink } from '../../frame/people.ts';
import { backHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
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
<form method="post">${posts.map((post, index) => showPost(post, paginator.start + index + 1, visit))}</form>
${pager(paginator, linkTo, 'Pages, again')}
${isLocked ? html`<p class="soft">This thread is closed.</p>` : composer(visit)}
</div>
</main>`;
    return { title, main };
  },
});

const lastPage = (total: number): number => Math.max(0, Math.ceil(total / perPage) - 1) * perPage;

function showPost(
  { postID, author, text, images = [], createdAt, likeCount, userLike, isBookmarked, isPinned }: PostData,
  number: number,
  { clock }: ThreadVisit,
): Html {
  return html`<article class="post${isPinned ? ' pinned bleed' : ''}" id="p${postID}" aria-labelledby="by${postID}">
<header>${face(author, 's')}<h2 id="by${postID}">${personLink(author)}</h2>${clock.moment(createdAt)}<a class="no" href="#p${postID}"><span class="hide">Post </span>${number}</a></header>
<div class="prose">${prose(text)}${images.map((name) => html`<a class="pic" href="/api/v3/image/full/${name}"><img src="/api/v3/image/thumb/${name}" alt="A picture" loading="lazy"></a>`)}</div>
<div class="reacts">${reactions.map((reaction) => reactButton(reaction, postID, userLike))}${when(likeCount, (count) => html`<span class="soft">${count} ${count === 1 ? 'reaction' : 'reactions'}</span>`)}
<button type="submit" class="icon" name="${isBookmarked ? 'unbookmark' : 'bookmark'}" value="${postID}" aria-pressed="${String(isBookmarked)}" aria-label="Bookmark post ${number}">${icon('bookmark')}</button></div>
</article>`;
}

const reactions = [
  { name: 'like', label: 'Like', picture: 'thumbs-up' },
  { name: 'love', label: 'Love', picture: 'heart' },
  { name: 'laugh', label: 'Laugh', picture: 'laugh' },
] as const satisfies readonly { name: string; label: string; picture: IconName }[];

function reactButton(
  { name, label, picture }: (typeof reactions)[number],
  postID: number,
  mine: string | undefined,
): Html {
  const isMine = mine === name;
  return html`<button type="submit" class="react" name="${isMine ? 'unreact' : name}" value="${postID}" aria-pressed="${String(isMine)}" aria-label="${label}">${icon(picture)}</button>`;
}

function composer(visit: ThreadVisit): Html {
  if (!visit.isOpen(forumsApi.post)) return nothing;
  const { field, trouble } = fieldsOf(visit, 'post');
  return html`<form class="note" method="post">${actionField('post')}${keyField()}${trouble()}
${field({ name: 'text', label: 'Your answer', isMultiline: true, isRequired: true, maxLength: 2047 })}
<p class="actions"><button type="submit" class="button">Post</button></p></form>`;
}
