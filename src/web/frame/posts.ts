import type { Reaction } from '#core/posts/records.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { Visit, VisitWith } from '../visit.ts';
import { type Html, html, nothing, when } from './html.ts';
import { type IconName, icon } from './icons.ts';
import { face, personLink } from './people.ts';
import { getAltText } from './picture-fields.ts';
import { type Reportable, reportLink } from './report-link.ts';
import { prose } from './text.ts';

/** The common part of forum posts and microblog posts. */
export interface PublicPost {
  readonly postID: number;
  readonly author: UserHeader;
  readonly text: string;
  readonly images?: readonly string[] | undefined;
  readonly imageDescriptions?: readonly string[] | undefined;
  readonly createdAt: Date;
  readonly likeCount: number;
  readonly userLike?: Reaction | undefined;
  readonly isBookmarked: boolean;
}

/** Where a post is, how screen readers name it, and its buttons. */
export interface PostFrame {
  readonly label: string;
  /** The post's own page, which shows more about it. */
  readonly path: string;
  /** The word for it in the address of a report. */
  readonly report: Reportable;
  /** Its number in the thread, from 1 on, which links to it. */
  readonly number?: number;
  /** Whether it's the first one that the viewer hasn't read. */
  readonly isFirstUnread?: boolean;
  readonly isPinned?: boolean;
  /** A button that only some pages have. */
  readonly button?: Html;
}

/** The actions of the buttons next to posts. */
export type PostAction = Reaction | 'unreact' | 'bookmark' | 'unbookmark';
export type PostVisit = Pick<Visit, 'clock' | 'viewer' | 'leadsTo' | 'address'> & VisitWith<PostAction>;

const isOwn = ({ author }: PublicPost, { viewer }: PostVisit): boolean => author.userID === viewer?.userID;

/** Renders public posts. Their buttons belong to the form around them. */
export const publicPosts = <Post extends PublicPost>(
  posts: readonly Post[],
  visit: PostVisit,
  placeOf: (post: Post, index: number) => PostFrame,
): Html => html`${posts.map((post, index) => publicPost(post, visit, placeOf(post, index)))}`;

/** Renders a public post. Its buttons belong to the form around all posts. */
export function publicPost(post: PublicPost, visit: PostVisit, place: PostFrame): Html {
  const { postID, author, text, images, imageDescriptions, createdAt, ...reactions } = post;
  const { label, path, report, number, isPinned = false, button = nothing } = place;
  const link = isOwn(post, visit) ? editLink(path, label) : reportLink(visit, report, postID);
  const aside = html`${button}${link}`;
  return html`${when(place.isFirstUnread, () => unreadDivider)}<article class="post${isPinned ? ' pinned bleed' : ''}" id="p${postID}" aria-labelledby="by${postID}">
<header>${face(author, 's')}<h2 id="by${postID}">${personLink(author)}</h2><a class="no" href="${path}">${visit.clock.moment(createdAt)}</a>${when(number, (place) => html`<a class="no" href="#p${postID}"><span class="hide">Post </span>${place}</a>`)}</header>
<div class="prose">${prose(text)}${pictures(images, imageDescriptions)}</div>
${buttons({ postID, ...reactions }, label, aside, visit)}
</article>`;
}

/** The target of links to unread posts. */
export const unreadDivider = html`<p class="rule new" id="unread">New</p>`;

/** Pins or unpins a post in its thread. */
export const pinButton = (
  { postID, isPinned = false }: { readonly postID: number; readonly isPinned?: boolean | undefined },
  label: string,
  visit: VisitWith<'pin' | 'unpin'>,
): Html =>
  html`<button type="submit" class="icon" name="${visit.action(isPinned ? 'unpin' : 'pin')}" value="${postID}" aria-pressed="${String(isPinned)}" aria-label="Pin ${label}">${icon('pin')}</button>`;

/** The pictures of a post with their descriptions, next to each other if there are several. */
export function pictures(names: readonly string[] = [], descriptions: readonly string[] = []): Html {
  const shown = names.map((name, index) => picture(name, descriptions[index]));
  return names.length > 1 ? html`<div class="pics">${shown}</div>` : html`${shown}`;
}

/** A thumbnail that links to the full picture. */
export const picture = (name: string, description?: string): Html =>
  html`<a class="pic" href="/api/v3/image/full/${name}"><img src="/api/v3/image/thumb/${name}" alt="${getAltText(description)}" loading="lazy"></a>`;

const editLink = (path: string, label: string): Html =>
  html`<a class="icon" href="${path}/edit">${icon('pencil')}<span class="hide">Edit ${label}</span></a>`;

function buttons(
  { postID, likeCount, userLike, isBookmarked }: Pick<PublicPost, 'postID' | 'likeCount' | 'userLike' | 'isBookmarked'>,
  label: string,
  aside: Html,
  visit: PostVisit,
): Html {
  return html`<div class="reacts">${reactionsWithLooks.map((button) => reactButton(button, postID, userLike, visit))}${when(
    likeCount,
    (count) => html`<span class="soft">${count} ${count === 1 ? 'reaction' : 'reactions'}</span>`,
  )}
<button type="submit" class="icon" name="${visit.action(isBookmarked ? 'unbookmark' : 'bookmark')}" value="${postID}" aria-pressed="${String(isBookmarked)}" aria-label="Bookmark ${label}">${icon('bookmark')}</button>${aside}</div>`;
}

/** The look of each reaction, on its button and above the names of those who reacted. */
interface ReactionLook {
  readonly label: string;
  readonly heading: string;
  readonly picture: IconName;
}

/** In the order of the buttons. */
const reactionLooks: Readonly<Record<Reaction, ReactionLook>> = {
  like: { label: 'Like', heading: 'Liked by', picture: 'thumbs-up' },
  love: { label: 'Love', heading: 'Loved by', picture: 'heart' },
  laugh: { label: 'Laugh', heading: 'Laughed at by', picture: 'laugh' },
};

/** Every reaction and its look, in the order of the buttons. */
export const reactionsWithLooks = Object.entries(reactionLooks).map(([reaction, look]) => ({
  // The table has no other keys.
  reaction: reaction as Reaction,
  ...look,
}));

/**
 * A button that sets the viewer's reaction to a post, or removes it. `names` are those who reacted with it; without
 * them, it only shows the picture.
 */
export function reactButton(
  { reaction, label, picture }: (typeof reactionsWithLooks)[number],
  postID: number,
  mine: Reaction | undefined,
  visit: VisitWith<Reaction | 'unreact'>,
  names?: string,
): Html {
  const isMine = mine === reaction;
  return html`<button type="submit" class="react" name="${visit.action(isMine ? 'unreact' : reaction)}" value="${postID}" aria-pressed="${String(isMine)}"${names === undefined ? html` aria-label="${label}"` : nothing}>${icon(picture)}${when(names, (said) => listNames(label, said))}</button>`;
}

/** The same count without a button, for the viewer's own posts. */
export const shownReaction = ({ label, picture }: (typeof reactionsWithLooks)[number], names: string): Html =>
  html`<span class="react">${icon(picture)}${listNames(label, names)}</span>`;

const listNames = (label: string, names: string): Html =>
  html`<span><span class="hide">${label}: </span>${names}</span>`;
