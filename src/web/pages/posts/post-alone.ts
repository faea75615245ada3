import type { UserHeader } from '#core/users/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { personLink } from '../../frame/people.ts';
import { type PostPlace, type PublicPost, publicPost } from '../../frame/posts.ts';
import type { Visit } from '../../visit.ts';

type PostDetail = Omit<PublicPost, 'likeCount'> & {
  readonly laughs: readonly UserHeader[];
  readonly likes: readonly UserHeader[];
  readonly loves: readonly UserHeader[];
};

/** A post with the names of those who reacted to it. */
export function postAlone(post: PostDetail, visit: Visit, place: Omit<PostPlace, 'label'>): Html {
  const { likes, loves, laughs } = post;
  const likeCount = likes.length + loves.length + laughs.length;
  return html`<form method="post">${publicPost({ ...post, likeCount }, visit, { ...place, label: 'this post' })}</form>
${when(likeCount, () => html`<h2>Reactions</h2><dl class="facts">${names('Like it', likes)}${names('Love it', loves)}${names('Laugh', laughs)}</dl>`)}`;
}

const names = (label: string, users: readonly UserHeader[]): Html =>
  when(
    users.length,
    () =>
      html`<dt>${label}</dt><dd>${users.map((user, index) => html`${index > 0 ? ', ' : ''}${personLink(user)}`)}</dd>`,
  );
