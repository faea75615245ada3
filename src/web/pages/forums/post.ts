import { integerInPath } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumPostCalls } from '#features/forums/posts/api.ts';
import { html } from '../../frame/html.ts';
import { pageBelow } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import { editPostPage } from '../posts/edit-post.ts';
import { postActions } from '../posts/post-actions.ts';
import { singlePost } from '../posts/single-post.ts';

/** A forum post and the people who reacted to it. */
export const forumPost = page({
  path: '/forums/post/{post}',
  place: 'forums',
  params: { post: integerInPath },
  asks: [forumsApi.readPost],
  actions: postActions(forumPostCalls),
  async show(visit) {
    const post = await visit.ask(forumsApi.readPost, { params: { postID: visit.params.post } });
    const content = html`${singlePost(post, visit, { path: `/forums/post/${post.postID}`, report: 'post' })}
<p class="actions"><a class="quiet" href="/forums/post/${post.postID}/thread">Read the whole thread</a></p>`;
    return pageBelow({ label: 'Thread', path: `/forums/thread/${post.forumID}` }, 'Post', content);
  },
});

/** Redirects to a post's position in its thread. */
export const threadOfPost = page({
  path: '/forums/post/{post}/thread',
  place: 'forums',
  params: { post: integerInPath },
  asks: [forumsApi.readOfPost],
  async show(visit) {
    const { post: postID } = visit.params;
    const { forumID, paginator } = await visit.ask(forumsApi.readOfPost, { params: { postID }, query: { limit: 1 } });
    return { to: `/forums/thread/${forumID}?start=${paginator.start}#p${postID}` };
  },
});

export const editForumPost = editPostPage({
  calls: forumPostCalls,
  path: '/forums/post',
  parameter: 'post',
  place: 'forums',
  leave: '/forums',
});
