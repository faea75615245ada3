import type { UserHeader } from '#core/users/records.ts';
import { type Html, html, nothing } from './html.ts';

/** Returns the name that's shown for a user. */
export const getShownName = ({ displayName, username }: UserHeader): string => displayName || username;

const tints = ['', 'kelp', 'clay', 'sand', 'slate'] as const;

/** The same colour for the same id everywhere. */
const getTint = (id: string): string => tints[Number.parseInt(id.slice(0, 4), 16) % tints.length] ?? '';

/** A user's picture, or the first letter of their name. */
export const face = (user: UserHeader, size: AvatarSize = '', description?: string): Html =>
  portrait({ id: user.userID, name: getShownName(user), picture: user.userImage, description }, size);

type AvatarSize = '' | 's' | 'l';

/** Anyone with a name and perhaps a picture. */
interface PersonWithPicture {
  readonly id: string;
  readonly name: string;
  readonly picture: string | undefined;
  /** Only where the picture is more than a mark next to the name. */
  readonly description?: string | undefined;
}

/** Like `face`, for people without an account. */
export function portrait({ id, name, picture, description = '' }: PersonWithPicture, size: AvatarSize = ''): Html {
  if (picture) {
    const pixels = size === 'l' ? 80 : size === 's' ? 36 : 40;
    return html`<img class="face ${size}" src="/api/v3/image/thumb/${picture}" width="${pixels}" height="${pixels}" alt="${description}" loading="lazy">`;
  }
  const [letter = '?'] = name;
  return html`<span class="face ${size} ${getTint(id)}" aria-hidden="true">${letter.toUpperCase()}</span>`;
}

/** A user in a list; `aside` is on the right. */
export const personLine = (user: UserHeader, aside: Html = nothing, below: Html = nothing): Html =>
  html`<li>${face(user)}<div><h3><a href="/people/${user.userID}">${getShownName(user)}</a></h3><p class="line">@${user.username}</p>${below}</div>${aside}</li>`;

/** Shows who photographs an event, or that no one does yet. */
export const photographerNames = (people: readonly UserHeader[]): Html =>
  people.length > 0 ? html`<b>${people.map(getShownName).join(', ')}</b>` : html`<b class="now">no one yet</b>`;

/** A name that links to the profile. */
export const personLink = (user: UserHeader): Html => html`<a href="/people/${user.userID}">${getShownName(user)}</a>`;
