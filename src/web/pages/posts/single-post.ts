import { getReactorsField, type mapReactorFields, reactions } from '#core/posts/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { personLink } from '../../frame/people.ts';
import { type PostFrame, type PostVisit, type PublicPost, publicPost, reactionsWithLooks } from '../../frame/posts.ts';

type PostDetail = Omit<PublicPost, 'likeCount'> & ReturnType<typeof mapReactorFields<readonly UserHeader[]>>;

/** A post and the people who reacted to it. */
export function singlePost(post: PostDetail, visit: PostVisit, place: Omit<PostFrame, 'label'>): Html {
  const likeCount = reactions.reduce((count, reaction) => count + post[getReactorsField(reaction)].length, 0);
  return html`<form method="post">${publicPost({ ...post, likeCount }, visit, { ...place, label: 'this post' })}</form>
${when(likeCount, () => html`<h2>Reactions</h2><dl class="facts">${reactionsWithLooks.map(({ reaction, heading }) => names(heading, post[getReactorsField(reaction)]))}</dl>`)}`;
}

const names = (label: string, users: readonly UserHeader[]): Html =>
  when(
    users.length,
    () =>
      html`<dt>${label}</dt><dd>${users.map((user, index) => html`${index > 0 ? ', ' : ''}${personLink(user)}`)}</dd>`,
  );
