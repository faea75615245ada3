import { isAtLeast } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumPostCalls } from '#features/forums/posts/api.ts';
import type { ForumData } from '#features/forums/records.ts';
import { declareForm, renderInputs } from '../../frame/body-form.ts';
import { actionField } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { personLink } from '../../frame/people.ts';
import { type PostAction, pinButton, publicPosts } from '../../frame/posts.ts';
import { reportLink } from '../../frame/report-link.ts';
import { backHead, pageBelow } from '../../frame/shell.ts';
import { call, page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { pinActions, postActions } from '../posts/post-actions.ts';
import { postForm, postFormFor, readPostForm } from '../posts/write-post.ts';
import { unreadPath } from './thread-list.ts';

const perPage = 20;

type ThreadVisit = Visit<
  { readonly thread: string },
  { readonly start: number | undefined; readonly read: number | undefined },
  PostAction | 'pin' | 'unpin' | 'post' | 'follow' | 'unfollow' | 'watch' | 'unwatch' | 'mute' | 'unmute' | 'rename'
>;

const toThread = ({ params }: ThreadVisit) => ({ params: { forumID: params.thread } });

const titleForm = declareForm(forumsApi.rename.params, { title: { label: 'Thread title' } });

/**
 * A page of a thread's posts, from where the viewer stopped reading. Reading a page marks it as read, so links to other
 * pages of the thread pass along in `read` how many posts the viewer had read before.
 */
export const thread = page({
  path: '/forums/thread/{thread}',
  place: 'forums',
  params: { thread: uuid },
  query: { start: queryInteger, read: queryInteger },
  asks: [forumsApi.read],
  mayAsk: [forumsApi.post],
  actions: {
    post: {
      asks: [forumsApi.post],
      form: postForm,
      async run(visit, form) {
        const forumID = visit.params.thread;
        const { postID } = await visit.ask(forumsApi.post, { params: { forumID }, body: readPostForm(form) });
        const { paginator } = await visit.ask(forumsApi.read, { params: { forumID }, query: { limit: perPage } });
        return { to: `/forums/thread/${forumID}?start=${lastPage(paginator.total)}#p${postID}` };
      },
    },
    ...postActions(forumPostCalls),
    ...pinActions,
    follow: call(forumsApi.addFavorite, {}, toThread),
    unfollow: call(forumsApi.removeFavorite, {}, toThread),
    watch: call(forumsApi.watch, {}, toThread),
    unwatch: call(forumsApi.unwatch, {}, toThread),
    mute: call(forumsApi.mute, {}, toThread),
    unmute: call(forumsApi.unmute, {}, toThread),
    rename: call(forumsApi.rename, titleForm, (visit: ThreadVisit, { title }) => ({
      params: { forumID: visit.params.thread, title },
    })),
  },
  async show(visit) {
    const { start, read: carriedOn } = visit.query;
    const shown = await visit.ask(forumsApi.read, {
      params: { forumID: visit.params.thread },
      query: { start: start ?? (carriedOn === undefined ? undefined : startOfPage(carriedOn)), limit: perPage },
    });
    const read = carriedOn ?? getReadCountIfPartlyRead(shown);
    const { title, creator, paginator, categoryID } = shown;
    const linkTo = (to: number) => buildAddress(`/forums/thread/${shown.forumID}`, { start: to, read });
    const main = html`<main>
${backHead('Category', `/forums/${categoryID}`, renderThreadTools(shown, visit))}
<div class="col lone thread">
<h1>${title}</h1>
<p class="soft">Started by ${personLink(creator)}, ${paginator.total} ${paginator.total === 1 ? 'post' : 'posts'}${when(shown.eventID, (eventID) => html`, about <a href="/event/${eventID}">this event</a>`)}</p>
${cooldownLine(shown, visit)}
${settings(shown, visit)}
${pager(paginator, linkTo)}
${jumpToUnread(shown, read, carriedOn !== undefined && start === undefined)}
<form method="post">${showPosts(shown, read, visit)}</form>
${pager(paginator, linkTo, 'Pages, bottom')}
${composerOrReason(shown, visit)}
</div>
</main>`;
    return { title, main };
  },
});

/** Returns how many posts were read, if the viewer has read some of the thread but not all. */
const getReadCountIfPartlyRead = ({ readCount = 0, paginator: { total } }: ForumData): number | undefined =>
  readCount > 0 && readCount < total ? readCount : undefined;

const startOfPage = (index: number): number => Math.floor(Math.max(0, index) / perPage) * perPage;

const lastPage = (total: number): number => startOfPage(total - 1);

/** The link to the first unread post, unless the viewer followed it already. */
function jumpToUnread({ forumID, paginator }: ForumData, read: number | undefined, hasJumped: boolean): Html {
  const isFirstShown = read === paginator.start;
  if (read === undefined || read >= paginator.total || isFirstShown || hasJumped) return nothing;
  return html`<p><a class="quiet" href="${unreadPath(forumID, read)}">Jump to unread</a></p>`;
}

const renderThreadTools = ({ isFavorite, isWatched, isMuted, forumID }: ForumData, visit: ThreadVisit): Html => {
  const canWatch = visit.isOpen(forumsApi.watch) && !isMuted;
  return html`${reportLink(visit, 'thread', forumID)}${canWatch ? html`<form method="post"><button type="submit" class="icon" name="${visit.action(isWatched ? 'unwatch' : 'watch')}" aria-pressed="${String(isWatched === true)}" aria-label="Watch this thread">${icon('bell')}</button></form>` : nothing}<form method="post"><button type="submit" class="icon" name="${visit.action(isFavorite ? 'unfollow' : 'follow')}" aria-pressed="${String(isFavorite)}" aria-label="Follow this thread">${icon('star')}</button></form>`;
};

/** Further actions on the thread. */
function settings({ forumID, isMuted, isWatched, isFavorite, creator, title }: ForumData, visit: ThreadVisit): Html {
  const { input, trouble } = renderInputs(visit, 'rename', titleForm);
  const isOwn = creator.userID === visit.viewer?.userID;
  return html`<details${visit.failure?.action === 'rename' ? html` open` : nothing}><summary>${icon('ellipsis')}This thread</summary>
${when(isWatched, () => html`<p class="soft">You’re notified of the first new post here, until you look.</p>`)}
<p><a href="/forums/thread/${forumID}/pinned">${icon('pin')}Pinned posts</a></p>
${when(visit.isOpen(forumsApi.slowMode), () => html`<p><a href="/desk/threads/${forumID}/cooldown">${icon('clock')}Cool down</a></p>`)}
${isFavorite ? html`<p class="soft">You can’t mute a thread you follow.</p>` : html`<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action(isMuted ? 'unmute' : 'mute')}">${icon('bell-off')}${isMuted ? 'Unmute' : 'Mute'}</button></form>`}
${isOwn ? html`<form method="post">${actionField(visit, 'rename')}${trouble()}${input('title', title)}<p class="actions"><button type="submit" class="quiet">Rename</button></p></form>` : nothing}
</details>`;
}

/** The author of a thread can pin posts in it unless it's closed; moderators always can (forums rule B38). */
function mayPin({ creator, isLocked }: ForumData, { viewer }: ThreadVisit): boolean {
  if (!viewer) return false;
  return isAtLeast(viewer.level, 'moderator') || (creator.userID === viewer.userID && !isLocked);
}

/** Renders the posts of a page. */
function showPosts(shown: ForumData, read: number | undefined, visit: ThreadVisit): Html {
  const { posts, paginator } = shown;
  const { start } = paginator;
  const canPin = mayPin(shown, visit);
  const firstUnread = (read ?? -1) - start;
  const list = publicPosts(posts, visit, (post, index) => {
    const number = start + index + 1;
    const label = `post ${number}`;
    return {
      isFirstUnread: index === firstUnread,
      label,
      path: `/forums/post/${post.postID}`,
      report: 'post',
      number,
      isPinned: post.isPinned ?? false,
      ...(canPin && { button: pinButton(post, label, visit) }),
    };
  });
  // Posts with muted words are left out, and others may have been deleted. In that case the unread posts are further
  // down.
  const isBelow = firstUnread >= posts.length && firstUnread < perPage;
  return html`${list}${isBelow ? html`<p id="unread"></p>` : nothing}`;
}

/** The pinned posts of a thread. */
export const pinnedPosts = page({
  path: '/forums/thread/{thread}/pinned',
  place: 'forums',
  params: { thread: uuid },
  asks: [forumsApi.pinnedPosts],
  actions: { ...postActions(forumPostCalls), ...pinActions },
  async show(visit) {
    const { thread: forumID } = visit.params;
    const posts = await visit.ask(forumsApi.pinnedPosts, { params: { forumID } });
    const content =
      posts.length > 0
        ? html`<form method="post">${publicPosts(posts, visit, ({ postID }) => ({ label: `post ${postID}`, path: `/forums/post/${postID}`, report: 'post' }))}</form>`
        : html`<p class="soft">No pinned posts. The person who started the thread and moderators can pin posts.</p>`;
    return pageBelow({ label: 'Thread', path: `/forums/thread/${forumID}` }, 'Pinned posts', content);
  },
});

const unitWords: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour' };

/** Names a time between posts: `minute`, `5 minutes`. */
function nameInterval(seconds: number): string {
  const size = [3600, 60, 1].find((unit) => seconds % unit === 0) ?? 1;
  const unit = unitWords[size] ?? '';
  return seconds === size ? unit : `${seconds / size} ${unit}s`;
}

/** What moderators have set to cool the thread down, for everyone to see. */
function cooldownLine({ cooldown }: ForumData, { clock }: ThreadVisit): Html {
  if (!cooldown) return nothing;
  const { slowModeSeconds, newAccountsReadOnly, closesAt } = cooldown;
  const parts = [
    ...(slowModeSeconds ? [html`Slow mode: one post per person every ${nameInterval(slowModeSeconds)}.`] : []),
    ...(newAccountsReadOnly ? [html`Accounts can’t post in their first 24 hours.`] : []),
    ...(closesAt ? [html`${closesAt > clock.now ? 'Closes' : 'Closed'} at ${clock.moment(closesAt)}.`] : []),
  ];
  return html`<p class="soft">${parts.map((part) => html`${part} `)}</p>`;
}

/**
 * The form for a reply, or why there is none. In slow mode people can write while they wait; the server rejects a reply
 * that's too early.
 */
function composerOrReason({ isLocked, cooldown }: ForumData, visit: ThreadVisit): Html {
  const isStaff = visit.viewer !== undefined && isAtLeast(visit.viewer.level, 'moderator');
  const pause = cooldown?.pause;
  const wait = pause?.until
    ? html` You can post ${visit.clock.soon(pause.until) ?? 'again'} (${visit.clock.moment(pause.until)}).`
    : nothing;
  const reason = html`<p class="soft">${pause?.reason}${wait}</p>`;
  if (pause && pause.code !== 'slowMode') return reason;
  if (isLocked && !isStaff) return html`<p class="soft">This thread is locked.</p>`;
  return html`${isLocked ? html`<p class="soft">This thread is locked for everyone but moderators.</p>` : nothing}${pause ? reason : nothing}${composer(visit)}`;
}

const composer = (visit: ThreadVisit): Html =>
  visit.isOpen(forumsApi.post)
    ? postFormFor(visit, { action: 'post', label: 'Your reply', button: 'Post reply', waits: 'before' })
    : nothing;
