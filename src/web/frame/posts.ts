import type { Reaction } from '#core/posts/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { Visit, VisitWith } from '../visit.ts';
import { type Html, html, nothing, when } from './html.ts';
import { type IconName, icon } from './icons.ts';
import { face, personLink } from './people.ts';
import { type Reportable, reportLink } from './report-link.ts';
import { prose } from './text.ts';

/** What posts of forums and of the microblog have in common. */
export interface PublicPost {
  readonly postID: number;
  readonly author: UserHeader;
  readonly text: string;
  readonly images?: readonly string[] | undefined;
  readonly createdAt: Date;
  readonly likeCount: number;
  readonly userLike?: Reaction | undefined;
  readonly isBookmarked: boolean;
}

/** How a post is named to anyone who does not see its place, and what stands next to it. */
export interface PostPlace {
  readonly label: string;
  /** Its own page, where there is more about it. */
  readonly path: string;
  /** The word for it in the address of a report. */
  readonly report: Reportable;
  /** In its thread, from 1 on, with the way to it. */
  readonly number?: number;
  /** The first that the viewer hasn't read. */
  readonly isFirstUnread?: boolean;
  readonly isPinned?: boolean;
  /** A button that only some pages have. */
  readonly button?: Html;
}

/** What the buttons beside posts do. */
export type PostAction = Reaction | 'unreact' | 'bookmark' | 'unbookmark';
export type PostVisit = Pick<Visit, 'clock' | 'viewer' | 'leadsTo' | 'address'> & VisitWith<PostAction>;

const isOwn = ({ author }: PublicPost, { viewer }: PostVisit): boolean => author.userID === viewer?.userID;

/** Public posts one below the other, with the buttons that belong to the form around them. */
export const publicPosts = <Post extends PublicPost>(
  posts: readonly Post[],
  visit: PostVisit,
  placeOf: (post: Post, index: number) => PostPlace,
): Html => html`${posts.map((post, index) => publicPost(post, visit, placeOf(post, index)))}`;

/** A public post with the buttons next to it, which belong to the form around all posts. */
export function publicPost(post: PublicPost, visit: PostVisit, place: PostPlace): Html {
  const { postID, author, text, images = [], createdAt, ...reactions } = post;
  const { label, path, report, number, isPinned = false, button = nothing } = place;
  const beside = isOwn(post, visit) ? editLink(path, label) : reportLink(visit, report, postID);
  const aside = html`${button}${beside}`;
  return html`${when(place.isFirstUnread, () => unreadRule)}<article class="post${isPinned ? ' pinned bleed' : ''}" id="p${postID}" aria-labelledby="by${postID}">
<header>${face(author, 's')}<h2 id="by${postID}">${personLink(author)}</h2><a class="no" href="${path}">${visit.clock.moment(createdAt)}</a>${when(number, (place) => html`<a class="no" href="#p${postID}"><span class="hide">Post </span>${place}</a>`)}</header>
<div class="prose">${prose(text)}${pictures(images)}</div>
${buttons({ postID, ...reactions }, label, aside, visit)}
</article>`;
}

/** Where links to what's unread lead. */
export const unreadRule = html`<p class="rule new" id="unread">New</p>`;

/** Pins a post in its thread, or ends that. */
export const pinButton = (
  { postID, isPinned = false }: { readonly postID: number; readonly isPinned?: boolean | undefined },
  label: string,
  visit: VisitWith<'pin' | 'unpin'>,
): Html =>
  html`<button type="submit" class="icon" name="${visit.action(isPinned ? 'unpin' : 'pin')}" value="${postID}" aria-pressed="${String(isPinned)}" aria-label="Pin ${label}">${icon('pin')}</button>`;

/** The pictures of a post, next to each other where there are several. */
export const pictures = (names: readonly string[] = []): Html =>
  names.length > 1 ? html`<div class="pics">${names.map(picture)}</div>` : html`${names.map(picture)}`;

/** A small picture that leads to the large one. */
export const picture = (name: string): Html =>
  html`<a class="pic" href="/api/v3/image/full/${name}"><img src="/api/v3/image/thumb/${name}" alt="A picture" loading="lazy"></a>`;

const editLink = (path: string, label: string): Html =>
  html`<a class="icon" href="${path}/edit">${icon('pencil')}<span class="hide">Change ${label}</span></a>`;

function buttons(
  { postID, likeCount, userLike, isBookmarked }: Pick<PublicPost, 'postID' | 'likeCount' | 'userLike' | 'isBookmarked'>,
  label: string,
  aside: Html,
  visit: PostVisit,
): Html {
  return html`<div class="reacts">${shownReactions.map((button) => reactButton(button, postID, userLike, visit))}${when(
    likeCount,
    (count) => html`<span class="soft">${count} ${count === 1 ? 'reaction' : 'reactions'}</span>`,
  )}
<button type="submit" class="icon" name="${visit.action(isBookmarked ? 'unbookmark' : 'bookmark')}" value="${postID}" aria-pressed="${String(isBookmarked)}" aria-label="Bookmark ${label}">${icon('bookmark')}</button>${aside}</div>`;
}

/** How reactions look on their buttons, and over the names of those who reacted. */
interface ReactionLook {
  readonly label: string;
  readonly heading: string;
  readonly picture: IconName;
}

/** In the order of the buttons. */
const reactionLooks: Readonly<Record<Reaction, ReactionLook>> = {
  like: { label: 'Like', heading: 'Like it', picture: 'thumbs-up' },
  love: { label: 'Love', heading: 'Love it', picture: 'heart' },
  laugh: { label: 'Laugh', heading: 'Laugh', picture: 'laugh' },
};

/** Every reaction with its look, in the order of the buttons. */
export const shownReactions = Object.entries(reactionLooks).map(([reaction, look]) => ({
  // The table has no other keys.
  reaction: reaction as Reaction,
  ...look,
}));

function reactButton(
  { reaction, label, picture }: (typeof shownReactions)[number],
  postID: number,
  mine: Reaction | undefined,
  visit: PostVisit,
): Html {
  const isMine = mine === reaction;
  return html`<button type="submit" class="react" name="${visit.action(isMine ? 'unreact' : reaction)}" value="${postID}" aria-pressed="${String(isMine)}" aria-label="${label}">${icon(picture)}</button>`;
}
